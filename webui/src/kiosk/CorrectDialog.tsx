import { useState } from 'preact/hooks';
import { Dialog } from '../parts/Dialog';
import { Trouble } from '../parts/Trouble';
import { useCommand } from '../parts/useCommand';
import type { Entrant } from '../shapes';
import { post } from '../wire/client';
import type { EventDesk } from '../staff/eventDesk';
import { t } from '../words/words';

/** Corrects a spelling; the reason goes on record. */
export function CorrectDialog({ desk, entrant, close }: { desk: EventDesk; entrant: Entrant; close(): void }) {
  const [unit, setUnit] = useState(entrant.unit);
  const [team, setTeam] = useState(entrant.team);
  const [number, setNumber] = useState(entrant.number);
  const [players, setPlayers] = useState(entrant.players);
  const [note, setNote] = useState(entrant.note);
  const [reason, setReason] = useState('');
  const command = useCommand();
  const submit = (event: Event) => {
    event.preventDefault();
    void command
      .run({ unit, team, number, players, note, reason: reason.trim() }, async (body, key) => {
        await post('/api/v1/events/{id}/entrants/{entrant}/correct', { id: desk.id, entrant: entrant.id }, body, { key });
        await desk.load();
      })
      .then((done) => done && close());
  };
  return (
    <Dialog title={t('page.correct.title', { Name: entrant.name })} close={close}>
      <form onSubmit={submit}>
        <Field label={t('page.entrant.number')} value={number} change={setNumber} />
        <Field label={t('page.entrant.unit')} value={unit} change={setUnit} />
        <Field label={t('page.entrant.team')} value={team} change={setTeam} />
        {players.map((player, index) => (
          <Field
            key={index}
            label={t('page.entrant.player', { N: index + 1 })}
            value={player}
            change={(name) => setPlayers((before) => before.map((one, at) => (at === index ? name : one)))}
          />
        ))}
        <Field label={t('page.entrant.note')} value={note} change={setNote} />
        <Field label={t('page.reason')} value={reason} change={setReason} name="reason" />
        <Trouble error={command.error} />
        <button class="primary big" disabled={command.busy || reason.trim() === ''}>
          {t('page.save')}
        </button>
      </form>
    </Dialog>
  );
}

function Field({ label, value, change, name }: { label: string; value: string; change(value: string): void; name?: string }) {
  return (
    <label class="field">
      {label}
      <input name={name} value={value} maxLength={80} onInput={(event) => change(event.currentTarget.value)} />
    </label>
  );
}
