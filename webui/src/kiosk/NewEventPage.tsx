import { useEffect, useState } from 'preact/hooks';
import { placeRules } from '../parts/rules';
import { RulebookLink } from '../parts/RulebookLink';
import { Trouble } from '../parts/Trouble';
import { useCommand } from '../parts/useCommand';
import { useFirstFocus } from '../parts/useFirstFocus';
import type { Value } from '../shapes';
import { get, post } from '../wire/client';
import { local, t } from '../words/words';
import { go } from './route';
import { SettingsForm } from './SettingsForm';
import { useLoaded } from '../parts/useLoaded';

/** Makes an event: a name, its days, a rulebook and what differs from it. */
export function NewEventPage() {
  const [name, setName] = useState('');
  const [issuer, setIssuer] = useState('');
  const [rulebook, setRulebook] = useState('');
  const [firstDay, setFirstDay] = useState('');
  const [lastDay, setLastDay] = useState('');
  const [changed, setChanged] = useState<Record<string, Value>>({});
  const rulebooks = useLoaded(() => get('/api/v1/rulebooks'), []);
  const whole = useLoaded(() => (rulebook === '' ? Promise.resolve(null) : get('/api/v1/rulebooks/{rulebook}', { rulebook })), [rulebook]);
  const command = useCommand();
  useEffect(() => {
    if (rulebook !== '') placeRules({ rulebook });
  }, [rulebook]);
  const first = useFirstFocus<HTMLInputElement>();
  const submit = (event: Event) => {
    event.preventDefault();
    const dates = daysBetween(firstDay, lastDay);
    void command.run({ name: name.trim(), issuer: issuer.trim(), rulebook, settings: changed, dates }, async (body, key) => {
      const made = await post('/api/v1/events', {}, body, { key });
      go('e', made.id, 'entries');
    });
  };
  return (
    <form onSubmit={submit} class="stack">
      <header class="head">
        <h1>{t('page.events.new')}</h1>
      </header>
      <section class="card">
        <label class="field">
          {t('page.new.name')}
          <input name="name" maxLength={80} ref={first} value={name} onInput={(event) => setName(event.currentTarget.value)} />
        </label>
        <label class="field">
          {t('page.new.issuer')}
          <input name="issuer" maxLength={60} value={issuer} onInput={(event) => setIssuer(event.currentTarget.value)} />
        </label>
        <div class="columns">
          <label class="field">
            {t('page.new.first')}
            <input name="first-day" type="date" value={firstDay} onInput={(event) => setFirstDay(event.currentTarget.value)} />
          </label>
          <label class="field">
            {t('page.new.last')}
            <input name="last-day" type="date" value={lastDay} min={firstDay} onInput={(event) => setLastDay(event.currentTarget.value)} />
          </label>
        </div>
      </section>
      <section class="card">
        <h2>{t('page.new.rulebook')}</h2>
        <Trouble error={rulebooks.error} />
        <div class="choices">
          {drawableFirst(rulebooks.value || []).map((one) => (
            <button
              type="button"
              key={one.id}
              class="choice"
              data-rulebook={one.id}
              aria-pressed={rulebook === one.id}
              onClick={() => {
                setRulebook(one.id);
                setChanged({});
              }}
            >
              <b>{local(one.name)}</b> <small>{local(one.summary)}</small>
              {!one.drawable && <span class="tag tag-ours">{t('page.new.not-drawable')}</span>}
            </button>
          ))}
        </div>
      </section>
      {whole.value !== null && (
        <section class="card">
          <h2>{t('page.tab.settings')}</h2>
          <RulebookLink />
          <p class="muted">{t('page.setting.help')}</p>
          <SettingsForm settings={whole.value.settings} changed={changed} change={(setting, value) => setChanged({ ...changed, [setting]: value })} />
        </section>
      )}
      <Trouble error={command.error} />
      <button class="primary big" data-do="make-event" disabled={command.busy || name.trim() === '' || rulebook === ''}>
        {t('page.new.make')}
      </button>
    </form>
  );
}

/** The rulebooks that can be drawn here before the others, each part in the order it came. */
export function drawableFirst<T extends { drawable: boolean }>(rulebooks: readonly T[]): T[] {
  return rulebooks.filter((one) => one.drawable).concat(rulebooks.filter((one) => !one.drawable));
}

/** All days from the first to the last; one where there is no last. */
export function daysBetween(first: string, last: string): string[] {
  if (first === '') return [];
  const days: string[] = [];
  const end = last > first ? last : first;
  for (let moment = Date.parse(`${first}T12:00:00Z`); days.length < 60; moment += 86400000) {
    const date = new Date(moment).toISOString().slice(0, 10);
    if (date > end) break;
    days.push(date);
  }
  return days;
}
