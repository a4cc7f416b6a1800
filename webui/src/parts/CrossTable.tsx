import type { CrossView } from '../shapes';
import { hasWords, t, tOf } from '../words/words';

type Cell = CrossView['rows'][number]['cells'][number];

/** A group as everybody against everybody: what the entrant of a row did against that of a column. */
export function CrossTable({ cross }: { cross: CrossView }) {
  return (
    <div class="scroll">
      <table class="cross">
        <thead>
          <tr>
            <th scope="col" class="cross-name">
              {t('page.entrant')}
            </th>
            {cross.rows.map((row, at) => (
              <th scope="col" key={row.entrant} title={row.name}>
                {row.number || at + 1}
              </th>
            ))}
            <th scope="col">{t('page.standings.points')}</th>
            <th scope="col">{t('page.rank')}</th>
          </tr>
        </thead>
        <tbody>
          {cross.rows.map((row) => (
            <tr key={row.entrant} data-entrant={row.entrant}>
              <th scope="row" class="cross-name">
                <small>{row.number}</small> <span title={row.name}>{row.name}</span>
              </th>
              {row.cells.map((cell, at) => <td key={at} class={`cross-${cell.outcome}`}>{<Result cell={cell} />}</td>)}
              <td class="cross-points">{row.points}</td>
              <td class="cross-rank">
                {row.rank}
                {row.provisional && <Provisional />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A rank that may still change. */
export function Provisional() {
  return (
    <abbr class="provisional" title={t('page.standings.provisional')}>
      *
    </abbr>
  );
}

function Result({ cell }: { cell: Cell }) {
  if (cell.outcome === 'self') return null;
  if (cell.outcome === 'playing') return <small>{t('page.cross.round', { N: cell.round })}</small>;
  return (
    <>
      {hasWords('page.cross', cell.outcome) && <b>{tOf('page.cross', cell.outcome)}</b>}
      {cell.score !== '' && <span class="cross-score">{cell.score}</span>}
      {(cell.outcome === 'walkover' || cell.outcome === 'forfeited') && <span class="cross-score">{t('page.cross.unplayed')}</span>}
    </>
  );
}
