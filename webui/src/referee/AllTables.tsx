import { useState } from 'preact/hooks';
import { levelWords, pointWords, tableWords } from '../parts/board';
import { inRange } from '../parts/tableRange';
import { SideMark } from '../parts/SideMark';
import { RoundChoice } from '../kiosk/RoundChoice';
import type { EventView } from '../shapes';
import type { EventDesk } from '../staff/eventDesk';
import { tableState } from '../staff/tableState';
import { myTables } from './MyTables';
import { t, tOf } from '../words/words';

/** All tables of the round; a number typed shows that table first. */
export function AllTables({ desk, event, open }: { desk: EventDesk; event: EventView; open(match: string): void }) {
  const [search, setSearch] = useState('');
  const wanted = search.normalize('NFKC').trim();
  // A table that is searched for is shown wherever it stands.
  const mine = wanted === '' ? inRange(myTables.value, desk.matches.value) : desk.matches.value;
  const found = mine.filter(
    (match) => wanted === '' || (match.tables || [match.table]).some((table) => String(table).indexOf(wanted) === 0) || (match.sides.A.name + match.sides.B.name).indexOf(wanted) >= 0,
  );
  return (
    <>
      {event.rounds.length > 1 && <RoundChoice desk={desk} event={event} />}
      <input class="table-search" name="search" inputMode="numeric" value={search} placeholder={t('page.referee.search')} onInput={(event) => setSearch(event.currentTarget.value)} />
      <ul class="all-tables">
        {found.map((match) => {
          const state = tableState(match);
          const game = match.games[match.games.length - 1];
          return (
            <li key={match.id}>
              <button type="button" class={`table-row row-${state}`} data-table={match.table} onClick={() => open(match.id)}>
                <b class="table-number">{tableWords(match)}</b>
                <span class="table-names">
                  <span>
                    <SideMark side="A" /> {match.sides.A.name}
                  </span>
                  <span>
                    <SideMark side="B" /> {match.sides.B.name}
                  </span>
                </span>
                <span class="table-state">
                  <b>{tOf('page.table.state', state)}</b>
                  <span>{game ? levelWords(game.levels) || pointWords(game.points) : ''}</span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
