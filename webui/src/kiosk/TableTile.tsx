import { levelWords, pointWords, tableWords } from '../parts/board';
import { SideMark } from '../parts/SideMark';
import type { MatchView } from '../shapes';
import { tableState } from '../staff/tableState';
import { t, tOf } from '../words/words';

/** One table in the room: its number, who plays, how it stands and what it needs. */
export function TableTile({ match, open }: { match: MatchView; open(): void }) {
  const state = tableState(match);
  const game = match.games[match.games.length - 1];
  return (
    <li>
      <button type="button" class={`tile tile-${state}`} data-table={match.table} data-state={state} onClick={open}>
        <span class="tile-head">
          <b class="tile-number">{tableWords(match)}</b>
          <span class="tile-state">{tOf('page.table.state', state)}</span>
        </span>
        <span class="tile-side">
          <SideMark side="A" /> <span>{match.sides.A.name}</span>
        </span>
        <span class="tile-side">
          <SideMark side="B" /> <span>{match.sides.B.name}</span>
        </span>
        <span class="tile-foot">
          <b>{game ? levelWords(game.levels) || pointWords(game.points) : ''}</b>
          {match.state === 'playing' && match.next && <span>{t('page.hand', { N: match.next.number })}</span>}
          {match.clock.extra_minutes > 0 && <span>{t('page.clock.extra', { N: match.clock.extra_minutes })}</span>}
        </span>
      </button>
    </li>
  );
}
