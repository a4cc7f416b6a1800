import type { RulebookView } from '../shapes';
import { local, t, tOf } from '../words/words';
import { Origin } from './Origin';

/** Every setting with its value in words, where it comes from, and what an event's organiser has made of it. */
export function Settings({ book }: { book: RulebookView }) {
  if (book.settings.length === 0) return null;
  return (
    <section id="settings">
      <h2>{tOf('page.rules.section', 'settings')}</h2>
      <p class="muted">{t('page.rules.settings.help')}</p>
      <ul class="card setting-list">
        {book.settings.map((setting) => (
          <li key={setting.name} data-setting={setting.name} class={setting.changed ? 'changed' : ''}>
            <span class="setting-name">{local(setting.label)}</span>
            <b class="setting-value">{local(setting.text)}</b>
            <span class="setting-origin">
              {setting.changed && <span class="tag tag-changed">{t('page.rules.changed', { Value: local(setting.default_text) })}</span>}
              <Origin origin={setting.origin} clause={setting.clause} />
              {setting.fixed === true && <small>{t('page.rules.fixed')}</small>}
            </span>
            {setting.phases.map((other, index) => (
              <small key={index} class="setting-phase">
                {t('page.rules.phase', { Phase: local(other.phase), Value: local(other.text) })}
              </small>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
