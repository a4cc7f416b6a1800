import { useState } from 'preact/hooks';
import { type Board, seatName } from '../parts/board';
import { Dialog } from '../parts/Dialog';
import { SideMark } from '../parts/SideMark';
import { sideOfSeat, type MatchView } from '../shapes';
import { post } from '../wire/client';
import { t } from '../words/words';
import type { EventDesk } from './eventDesk';
import { RulingSteps } from './RulingSteps';

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
  const all: number[] = [];
  for (let seat = 1; seat <= board.form.seats; seat++) all.push(seat);
  const change = swap ? { swap: true } : { seats };
  const complete = swap || all.every((seat) => (seats[String(seat)] || '') !== '');
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
      <RulingSteps
        desk={desk}
        about={complete ? JSON.stringify(change) : null}
        send={(how, key) => post('/api/v1/matches/{id}/seats', { id: match.id }, { ...change, ...how }, { key })}
        label={t('page.save')}
        name="seats"
        close={close}
      />
    </Dialog>
  );
}
