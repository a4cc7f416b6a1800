import type { LadderMove, LadderQuarter } from '../../shapes';
import { t } from '../../words/words';
import { moveWords, type Sight } from './sight';

/** Changes of titles, each with its reason. */
export function Moves({ sight, moves }: { sight: Sight; moves: readonly LadderMove[] }) {
  return (
    <ul class="moves">
      {moves.map((move, at) => (
        <li key={at} data-entrant={move.entrant} data-why={move.why}>
          <b>{sight.name(move.entrant)}</b> <span class="shift">{t('page.ladder.moved', { From: sight.title(move.from), To: sight.title(move.to) })}</span>
          <small>{moveWords(sight, move)}</small>
        </li>
      ))}
    </ul>
  );
}

/** A quarter that is over: what it changed, from which seed lots were drawn, and what corrections would make of it now. */
export function ClosedQuarter({ sight, quarter }: { sight: Sight; quarter: LadderQuarter }) {
  const { titles } = sight.answer.ladder;
  // Lists of holders are in the order of the rules, lowest title first.
  const now = quarter.now;
  return (
    <details class="closed-quarter" open={now !== undefined}>
      <summary>
        {t('page.ladder.quarter.closed', { N: quarter.number })}
        {quarter.seed && <small> {t('page.ladder.lotseed', { Seed: quarter.seed })}</small>}
      </summary>
      {quarter.moves.length === 0 ? <p class="muted">{t('page.ladder.nomoves')}</p> : <Moves sight={sight} moves={quarter.moves} />}
      {now !== undefined && (
        <div class="note note-warn">
          <p>{t('page.ladder.now')}</p>
          <ul>
            {titles.map((title, step) => {
              const place = titles.length - 1 - step;
              return (
                <li key={title.title.id}>
                  {sight.title(title.title.id)}: {sight.names(now[place] || []) || '—'}
                </li>
              );
            })}
          </ul>
        </div>
      )}
    </details>
  );
}
