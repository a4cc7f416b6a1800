import { levelWords, pointWords, tableWords } from '../parts/board';
import { publicState } from '../parts/publicState';
import { SideMark } from '../parts/SideMark';
import { sides, type PublicMatch } from '../shapes';
import { t, tOf } from '../words/words';
import { Names } from '../parts/Names';

export function PublicMatches({ matches }: { matches: readonly PublicMatch[] }) {
  if (matches.length === 0) return <p class="muted">{t('page.public.none')}</p>;
  return (
    <ul class="public-matches">
      {matches.map((match) => (
        <li key={match.id} class="card" data-table={match.table}>
          <b class="public-table">{match.table === null ? '' : t('page.table', { N: tableWords(match) })}</b>
          <span class="public-sides">
            {sides.map((side) => (
              <span key={side}>
                <SideMark side={side} /> <b class={match.result && match.result.winner === side ? 'won' : ''}>{match.sides[side].name}</b>{' '}
                <small><Names of={match.sides[side].players} /></small>
              </span>
            ))}
          </span>
          <span class="public-state">
            <b>{levelWords(match.levels) || pointWords(match.points)}</b>
            <small>{tOf('page.public.state', publicState(match))}</small>
          </span>
        </li>
      ))}
    </ul>
  );
}
