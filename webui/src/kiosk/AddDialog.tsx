import { useState } from 'preact/hooks';
import { Dialog } from '../parts/Dialog';
import { Trouble } from '../parts/Trouble';
import { useCommand } from '../parts/useCommand';
import type { Entrant, EventView } from '../shapes';
import type { EventDesk } from '../staff/eventDesk';
import { ReasonField } from '../staff/ReasonField';
import { post, Refusal } from '../wire/client';
import { t } from '../words/words';

interface AddDialogProps {
  desk: EventDesk;
  event: EventView;
  /** Somebody of the list who was missing when the draw was made. */
  known?: Entrant;
  close(): void;
}

/** The phase that a late entry would join, if it is played by a schedule. */
function scheduled(event: EventView): boolean {
  const first = event.rounds[0];
  return event.phases.some((phase) => first !== undefined && phase.id === first.phase && phase.kind === 'round-robin');
}

/** A single entry after the list was read, also into a phase that is being played. Where there is no place for it the kiosk says why. */
export function AddDialog({ desk, event, known, close }: AddDialogProps) {
  const drawn = event.rounds.length > 0;
  const { entry } = event;
  const single = !drawn && entry.partners !== '';
  const [number, setNumber] = useState('');
  const [unit, setUnit] = useState('');
  const [team, setTeam] = useState('');
  const [group, setGroup] = useState(entry.groups.length === 1 ? entry.groups[0]! : '');
  const [players, setPlayers] = useState<string[]>(new Array<string>(entry.players).fill(''));
  const [reason, setReason] = useState('');
  const [namesake, setNamesake] = useState(false);
  const [keep, setKeep] = useState(false);
  const command = useCommand();
  const named = players.map((player) => player.trim()).filter((player) => player !== '');
  const complete = known !== undefined || named.length === entry.players || (single && named.length === 1);
  const taken = namesake || (command.error instanceof Refusal && command.error.problem.code === 'entrant.player-taken');
  const submit = (submitted: Event) => {
    submitted.preventDefault();
    const who = known !== undefined ? { id: known.id } : { number: number.trim(), unit: unit.trim(), team: team.trim(), group, players: named };
    const body = { ...who, reason: reason.trim(), ...(namesake ? { namesake } : {}), ...(keep ? { keep_drawn: true } : {}) };
    void command
      .run(body, async (sent, key) => {
        desk.event.value = await post('/api/v1/events/{id}/entrants', { id: desk.id }, sent, { key });
        await desk.load();
      })
      .then((done) => done && close());
  };
  return (
    <Dialog title={known === undefined ? t('page.add') : t('page.add.known', { Name: known.name })} close={close}>
      <form onSubmit={submit}>
        <p class="muted">{drawn ? t('page.add.help') : t('page.add.help.before')}</p>
        {known === undefined && (
          <>
            <Field label={t('page.entrant.number')} name="number" value={number} change={setNumber} />
            <Field label={t('page.entrant.unit')} name="unit" value={unit} change={setUnit} />
            <Field label={t('page.entrant.team')} name="team" value={team} change={setTeam} />
            {entry.groups.length > 0 && (
              <label class="field">
                {t('page.entrant.group')}
                <select name="group" value={group} onChange={(change) => setGroup(change.currentTarget.value)}>
                  <option value="">—</option>
                  {entry.groups.map((one) => (
                    <option key={one} value={one} selected={one === group}>
                      {one}
                    </option>
                  ))}
                </select>
              </label>
            )}
            {players.map((player, at) => (
              <Field
                key={at}
                label={t('page.entrant.player', { N: at + 1 })}
                name={`player-${at + 1}`}
                value={player}
                change={(name) => setPlayers((before) => before.map((one, index) => (index === at ? name : one)))}
              />
            ))}
            {single && <p class="muted">{t('page.add.single')}</p>}
          </>
        )}
        <ReasonField value={reason} change={setReason} label={drawn ? t('page.reason') : t('page.reason.optional')} />
        {drawn && scheduled(event) && (
          <label class="check">
            <input type="checkbox" name="keep" checked={keep} onChange={(change) => setKeep(change.currentTarget.checked)} />
            {t('page.add.keep')}
          </label>
        )}
        <Trouble error={command.error} />
        {taken && (
          <label class="check">
            <input type="checkbox" name="namesake" checked={namesake} onChange={(change) => setNamesake(change.currentTarget.checked)} />
            {t('page.entrant.namesake')}
          </label>
        )}
        <button class="primary big" data-do="add-yes" disabled={command.busy || !complete || (drawn && reason.trim() === '')}>
          {t('page.add.do')}
        </button>
      </form>
    </Dialog>
  );
}

function Field({ label, name, value, change }: { label: string; name: string; value: string; change(value: string): void }) {
  return (
    <label class="field">
      {label}
      <input name={name} value={value} maxLength={80} autocomplete="off" onInput={(event) => change(event.currentTarget.value)} />
    </label>
  );
}
