import type { Outcome, Side } from '../shapes';
import { t } from '../words/words';
import { type Board, levelWords, pointWords, sideName } from './board';
import { SideMark } from './SideMark';

/** What a hand gave, in one line: the winner, its climb, and where both sides stand. */
export function OutcomeLine({ board, outcome }: { board: Board; outcome: Outcome }) {
  const climb = outcome.winner && outcome.upgrade ? outcome.upgrade[outcome.winner] : undefined;
  const won = (side: Side) => {
    const Side = sideName(board, side);
    if (climb === undefined) return t('page.outcome.won', { Side });
    if (climb > 0) return t('page.outcome.climb', { Side, N: climb });
    // The stage may be all that is won.
    return outcome.on_stage ? t('page.outcome.stage', { Side }) : t('page.outcome.no-climb', { Side });
  };
  return (
    <p class="outcome">
      {outcome.winner ? (
        <span>
          <SideMark side={outcome.winner} /> {won(outcome.winner)}
        </span>
      ) : (
        <span>{t('page.outcome.none')}</span>
      )}
      {outcome.levels && <span class="after">{t('page.outcome.levels', { Levels: levelWords(outcome.levels) })}</span>}
      {outcome.points && <span class="after">{t('page.outcome.points', { Points: pointWords(outcome.points) })}</span>}
    </p>
  );
}
