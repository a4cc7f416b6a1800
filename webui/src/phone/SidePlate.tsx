import { otherSide, type SideView } from '../shapes';
import { boardOfSide, levelWords, pointWords, seatNumbers, sideName } from '../parts/board';
import { Clock } from '../parts/Clock';
import { SideMark } from '../parts/SideMark';
import { t } from '../words/words';

/** Top of the phone: my side's sign and name, the table, the opponents, the score and the time left. */
export function SidePlate({ view }: { view: SideView }) {
  const board = boardOfSide(view);
  const match = view.match;
  const game = match && match.games[match.games.length - 1];
  const mine = match && match.sides[view.side];
  const theirs = match && match.sides[otherSide(view.side)];
  return (
    <header class={`plate plate-${view.side}`}>
      <div class="plate-top">
        <span class="plate-side">
          <SideMark side={view.side} /> {sideName(board, view.side)}
        </span>
        <span class="plate-table">
          {t('page.table', { N: view.table })}
          {view.meeting && <small class="plate-seats"> {t('page.meeting.seats', { Seats: seatNumbers(view.seats) })}</small>}
        </span>
        {match && <Clock clock={match.clock} />}
      </div>
      {mine && theirs && (
        <div class="plate-names">
          <b>{mine.name}</b>
          <span class="versus">
            {t('page.against')} <SideMark side={otherSide(view.side)} /> {theirs.name}
          </span>
        </div>
      )}
      {game && (game.levels || game.points) && (
        <div class="plate-score">
          <SideMark side="A" /> <b>{levelWords(game.levels) || pointWords(game.points)}</b> <SideMark side="B" />
        </div>
      )}
    </header>
  );
}
