import type { Outcome } from '../shapes';
import { t } from '../words/words';
import { type Board, levelWords, pointWords, sideName } from './board';
import { SideMark } from './SideMark';

/** What a hand gave, in one line: the winner, its climb, and where both sides stand. */
export function OutcomeLine({ board, outcome }: { board: Board; outcome: Outcome }) {
  const climb = outcome.winner && outcome.upgrade ? outcome.upgrade[outcome.winner] : undefined;
  return (
    <p class="outcome">
      {outcome.winner ? (
        <span>
          <SideMark side={outcome.winner} />{' '}
          {climb === undefined ? t('page.outcome.won', { Side: sideName(board, outcome.winner) }) : t('page.outcome.climb', { Side: sideName(board, outcome.winner), N: climb })}
        </span>
      ) : (
        <span>{t('page.outcome.none')}</span>
      )}
      {outcome.levels && <span class="after">{t('page.outcome.levels', { Levels: levelWords(outcome.levels) })}</span>}
      {outcome.points && <span class="after">{t('page.outcome.points', { Points: pointWords(outcome.points) })}</span>}
    </p>
  );
}
