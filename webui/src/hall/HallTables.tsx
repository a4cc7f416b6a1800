import { levelWords, pointWords, tableWords } from '../parts/board';
import { publicState } from '../parts/publicState';
import { SideMark } from '../parts/SideMark';
import { sides, type PublicMatch } from '../shapes';
import { t, tOf } from '../words/words';

/** Some tables of a round: what one screen holds. */
export function HallTables({ matches, page = '' }: { matches: readonly PublicMatch[]; page?: string }) {
  return (
    <section class="hall-tables">
      {page !== '' && <p class="hall-page">{page}</p>}
      <ul class={matches.length > 6 ? 'more' : ''}>
        {matches.map((match) => {
          const state = publicState(match);
          return (
            <li key={match.id} class={`hall-table state-${state}`}>
              <b class={(match.tables || []).length > 1 ? 'number several' : 'number'}>{tableWords(match)}</b>
              <span class="pair">
                {sides.map((side) => (
                  <span key={side} class={match.result && match.result.winner === side ? 'won' : ''}>
                    <SideMark side={side} /> {match.sides[side].name}
                  </span>
                ))}
              </span>
              <span class="stand">
                <b>{levelWords(match.levels) || pointWords(match.points)}</b>
                <small>
                  {tOf('page.public.state', state)}
                  {match.extra_minutes > 0 && ` ${t('page.clock.extra', { N: match.extra_minutes })}`}
                </small>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
