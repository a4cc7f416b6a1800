import { useState } from 'preact/hooks';
import { RulebookLink } from '../parts/RulebookLink';
import { Trouble } from '../parts/Trouble';
import { useCommand } from '../parts/useCommand';
import type { EventView, Value } from '../shapes';
import type { EventDesk } from '../staff/eventDesk';
import { put } from '../wire/client';
import { local, t } from '../words/words';
import { SettingsForm } from './SettingsForm';

/** The event's settings. In mid-event they take effect from the next round. */
export function SettingsPage({ desk, event }: { desk: EventDesk; event: EventView }) {
  const [name, setName] = useState(event.name);
  const [issuer, setIssuer] = useState(event.issuer);
  const [changed, setChanged] = useState<Record<string, Value>>({});
  const command = useCommand();
  const dirty = Object.keys(changed).length > 0 || name.trim() !== event.name || issuer.trim() !== event.issuer;
  const save = (submitted: Event) => {
    submitted.preventDefault();
    void command.run({ name: name.trim(), issuer: issuer.trim(), settings: changed }, async (body) => {
      await put('/api/v1/events/{id}', { id: event.id }, body);
      setChanged({});
      await desk.load();
    });
  };
  return (
    <form onSubmit={save} class="stack">
      <header class="head">
        <h1>{t('page.tab.settings')}</h1>
        <span class="muted">
          {local(event.rulebook_name)} <RulebookLink />
        </span>
      </header>
      <section class="card">
        <label class="field">
          {t('page.new.name')}
          <input name="name" maxLength={80} value={name} onInput={(input) => setName(input.currentTarget.value)} />
        </label>
        <label class="field">
          {t('page.new.issuer')}
          <input name="issuer" maxLength={60} value={issuer} onInput={(input) => setIssuer(input.currentTarget.value)} />
        </label>
      </section>
      <section class="card">
        {event.rounds.length > 0 && <p class="note">{t('page.setting.next-round')}</p>}
        <SettingsForm settings={event.setting_list} changed={changed} change={(setting, value) => setChanged({ ...changed, [setting]: value })} />
      </section>
      <Trouble error={command.error} />
      <button class="primary big" disabled={command.busy || !dirty}>
        {t('page.save')}
      </button>
    </form>
  );
}
