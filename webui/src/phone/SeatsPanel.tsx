import { useState } from 'preact/hooks';
import type { MatchView, SideView } from '../shapes';
import { type Board, seatName } from '../parts/board';
import { SideMark } from '../parts/SideMark';
import { Trouble } from '../parts/Trouble';
import { useCommand } from '../parts/useCommand';
import { t } from '../words/words';
import type { Desk } from './desk';

interface SeatsPanelProps {
  desk: Desk;
  view: SideView;
  match: MatchView;
  board: Board;
}

/** Asks once who sits on which seat. Nothing is chosen beforehand; the last one left follows. */
export function SeatsPanel({ desk, view, match, board }: SeatsPanelProps) {
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const command = useCommand();
  const players = view.meeting ? view.meeting.players : match.sides[view.side].players;
  const choose = (seat: number, player: string) => {
    const seats: Record<string, string> = {};
    for (const other of view.seats) {
      const name = chosen[String(other)];
      if (other !== seat && name !== undefined && name !== player) seats[String(other)] = name;
    }
    seats[String(seat)] = player;
    const open = view.seats.filter((one) => seats[String(one)] === undefined);
    const left = players.filter((name) => Object.keys(seats).every((one) => seats[one] !== name));
    if (open.length === 1 && left.length === 1) seats[String(open[0])] = left[0]!;
    setChosen(seats);
  };
  const complete = view.seats.every((seat) => chosen[String(seat)] !== undefined);
  return (
    <section class="card seats">
      <h2>{t('page.seats.title')}</h2>
      {view.seats.map((seat) => (
        <fieldset key={seat}>
          <legend>
            <SideMark side={view.side} /> {seatName(board, seat)}
          </legend>
          <div class="choices">
            {players.map((player) => (
              <button
                type="button"
                key={player}
                class="choice"
                data-seat={seat}
                data-player={player}
                aria-pressed={chosen[String(seat)] === player}
                onClick={() => choose(seat, player)}
              >
                {player}
              </button>
            ))}
          </div>
        </fieldset>
      ))}
      <Trouble error={command.error} />
      <button
        type="button"
        class="big primary"
        data-do="seats"
        disabled={!complete || command.busy}
        onClick={() => void command.run(chosen, (seats, key) => desk.seat(seats, key))}
      >
        {t('page.seats.save')}
      </button>
    </section>
  );
}
