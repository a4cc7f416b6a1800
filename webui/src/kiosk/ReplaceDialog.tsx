import { useState } from 'preact/hooks';
import { Dialog } from '../parts/Dialog';
import { Trouble } from '../parts/Trouble';
import { useCommand } from '../parts/useCommand';
import type { Entrant } from '../shapes';
import type { EventDesk } from '../staff/eventDesk';
import { ReasonField } from '../staff/ReasonField';
import { isHead } from '../staff/session';
import { post, Refusal } from '../wire/client';
import { t } from '../words/words';

/** True if the kiosk refused for the reason that the code names. */
function refusedAs(error: unknown, code: string): boolean {
  return error instanceof Refusal && error.problem.code === code;
}

/** Another player takes the place of one. Where the rulebook has none replaced the kiosk says so, and those who run the event may overrule it. */
export function ReplaceDialog({ desk, entrant, close }: { desk: EventDesk; entrant: Entrant; close(): void }) {
  const [out, setOut] = useState(entrant.players.length === 1 ? entrant.players[0]! : '');
  const [into, setInto] = useState('');
  const [reason, setReason] = useState('');
  const [override, setOverride] = useState(false);
  const [namesake, setNamesake] = useState(false);
  const command = useCommand();
  const fixed = override || (isHead() && refusedAs(command.error, 'replace.fixed'));
  const taken = namesake || refusedAs(command.error, 'entrant.player-taken');
  const submit = (submitted: Event) => {
    submitted.preventDefault();
    const body = { out, in: into.trim(), reason: reason.trim(), ...(override ? { override } : {}), ...(namesake ? { namesake } : {}) };
    void command
      .run(body, async (sent, key) => {
        await post('/api/v1/events/{id}/entrants/{entrant}/replace', { id: desk.id, entrant: entrant.id }, sent, { key });
        await desk.load();
      })
      .then((done) => done && close());
  };
  return (
    <Dialog title={t('page.replace.title', { Name: entrant.name })} close={close}>
      <form onSubmit={submit}>
        <h3>{t('page.replace.out')}</h3>
        <div class="choices two">
          {entrant.players.map((player) => (
            <button type="button" key={player} class="choice" data-player={player} aria-pressed={out === player} onClick={() => setOut(player)}>
              {player}
            </button>
          ))}
        </div>
        <label class="field">
          {t('page.replace.in')}
          <input name="in" maxLength={40} autocomplete="off" value={into} onInput={(event) => setInto(event.currentTarget.value)} />
        </label>
        <ReasonField value={reason} change={setReason} />
        <Trouble error={command.error} />
        {taken && (
          <label class="check">
            <input type="checkbox" name="namesake" checked={namesake} onChange={(event) => setNamesake(event.currentTarget.checked)} />
            {t('page.entrant.namesake')}
          </label>
        )}
        {fixed && (
          <label class="check">
            <input type="checkbox" name="override" checked={override} onChange={(event) => setOverride(event.currentTarget.checked)} />
            {t('page.replace.override')}
          </label>
        )}
        <button class={override ? 'danger big' : 'primary big'} data-do="replace-yes" disabled={command.busy || out === '' || into.trim() === '' || reason.trim() === ''}>
          {out !== '' && into.trim() !== '' ? t('page.replace.do', { Out: out, In: into.trim() }) : t('page.entrant.do.replace')}
        </button>
      </form>
    </Dialog>
  );
}
