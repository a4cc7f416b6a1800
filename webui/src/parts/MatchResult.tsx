import { sides, type MatchView } from '../shapes';
import { hasWords, t, tOf } from '../words/words';
import { type Board, levelWords, pointWords, sideName } from './board';
import { SideMark } from './SideMark';

/** Who won a match, how it was decided, and what each side gets. */
export function MatchResult({ match, board }: { match: MatchView; board: Board }) {
  const result = match.result;
  if (result === null) return null;
  const last = match.games[match.games.length - 1];
  return (
    <div class="match-result">
      <p class="winner">
        {result.winner ? (
          <>
            <SideMark side={result.winner} /> {t('page.result.won', { Name: match.sides[result.winner].name })}
          </>
        ) : (
          t('page.result.draw')
        )}
      </p>
      {result.by && hasWords('page.by', result.by) && <p>{tOf('page.by', result.by)}</p>}
      {last && (last.levels || last.points) && (
        <p class="score">
          <SideMark side="A" /> {levelWords(last.levels) || pointWords(last.points)} <SideMark side="B" />
        </p>
      )}
      {result.points && (
        <p>
          {sides.map((side) => (
            <span key={side} class="match-points">
              <SideMark side={side} /> {t('page.result.points', { Side: sideName(board, side), N: result.points![side] })}
            </span>
          ))}
        </p>
      )}
      {result.provisional && <p class="note">{t('page.result.provisional')}</p>}
    </div>
  );
}
