import { useState } from 'preact/hooks';
import { type Board, seatName } from '../parts/board';
import { Dialog } from '../parts/Dialog';
import { SideMark } from '../parts/SideMark';
import { Trouble } from '../parts/Trouble';
import { useCommand } from '../parts/useCommand';
import { sideOfSeat, type MatchView } from '../shapes';
import { post } from '../wire/client';
import { t } from '../words/words';
import { Consequences } from './Consequences';
import type { EventDesk } from './eventDesk';
import { ReasonField } from './ReasonField';

interface SeatsDialogProps {
  desk: EventDesk;
  match: MatchView;
  board: Board;
  close(): void;
}

/** Players took wrong seats: say who sits where, or swap the sides with all that is recorded. */
export function SeatsDialog({ desk, match, board, close }: SeatsDialogProps) {
  const [swap, setSwap] = useState(false);
  const [seats, setSeats] = useState<Record<string, string>>({ ...(match.sides.A.seats || {}), ...(match.sides.B.seats || {}) });
  const [reason, setReason] = useState('');
  const command = useCommand();
  const all: number[] = [];
  for (let seat = 1; seat <= board.form.seats; seat++) all.push(seat);
  const change = swap ? { swap: true } : { seats };
  const complete = swap || all.every((seat) => (seats[String(seat)] || '') !== '');
  const save = () =>
    void command
      .run({ ...change, reason: reason.trim() }, async (body, key) => {
        const ruling = await post('/api/v1/matches/{id}/seats', { id: match.id }, body, { key });
        desk.accept(ruling.match);
        await desk.load();
      })
      .then((done) => done && close());
  const ask = complete ? () => post('/api/v1/matches/{id}/seats', { id: match.id }, { ...change, reason: reason.trim() || '-', dry_run: true }) : null;
  return (
    <Dialog title={t('page.seats.fix')} close={close}>
      <label>
        <input type="checkbox" name="swap" checked={swap} onChange={(event) => setSwap(event.currentTarget.checked)} />
        {t('page.seats.swap')}
      </label>
      {!swap &&
        all.map((seat) => (
          <label class="field" key={seat}>
            <span>
              <SideMark side={sideOfSeat(seat)} /> {seatName(board, seat)}
            </span>
            <select value={seats[String(seat)] || ''} onChange={(event) => setSeats({ ...seats, [String(seat)]: event.currentTarget.value })}>
              <option value="">—</option>
              {match.sides[sideOfSeat(seat)].players.map((player) => (
                <option key={player} value={player} selected={seats[String(seat)] === player}>
                  {player}
                </option>
              ))}
            </select>
          </label>
        ))}
      <Consequences ask={ask} about={complete ? JSON.stringify(change) : ''} />
      <ReasonField value={reason} change={setReason} />
      <Trouble error={command.error} />
      <button type="button" class="primary big" disabled={command.busy || !complete || reason.trim() === ''} onClick={save}>
        {t('page.save')}
      </button>
    </Dialog>
  );
}
