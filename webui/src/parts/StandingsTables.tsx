import type { StandingsRow, StandingsView } from '../shapes';
import { local, t } from '../words/words';
import { Provisional } from './CrossTable';
import { Names } from './Names';

/** Ranks with the figures behind them, the latest phase first as the kiosk sends them, and for each rank that a tie-break decided, which one and why. */
export function StandingsTables({ standings, only }: { standings: readonly StandingsView[]; only?: string }) {
  if (standings.length === 0) return <p class="muted">{t('page.standings.none')}</p>;
  return (
    <>
      {standings.map((phase) => (
        <section key={phase.phase} class="standings">
          <h2>
            {local(phase.phase_name)} {!phase.complete && <span class="tag tag-ours">{t('page.standings.incomplete')}</span>}
          </h2>
          <div class="standings-groups">
            {phase.groups
              .filter((group) => only === undefined || group.name === only)
              .map((group) => (
                <div key={group.name} class="card">
                  <h3>
                    {group.name !== '' && t('page.group', { Name: group.name })} {group.provisional && <small>{t('page.standings.provisional')}</small>}
                  </h3>
                  <GroupTable group={group} />
                </div>
              ))}
          </div>
        </section>
      ))}
    </>
  );
}

/** The figures beside the points, which have their own column. */
function furtherFigures(row: StandingsRow): StandingsRow['figures'] {
  return row.figures.filter((figure) => figure.rule !== 'points');
}

/**
 * The columns of a group: each figure that any row has, once. Only those level
 * with others have figures of a tie-break, so the rows with most figures come first.
 */
function columnsOf(rows: readonly StandingsRow[]): StandingsRow['figures'] {
  const columns: StandingsRow['figures'] = [];
  const fullest = rows.slice().sort((a, b) => b.figures.length - a.figures.length);
  for (const row of fullest) {
    for (const figure of furtherFigures(row)) if (!columns.some((one) => one.rule === figure.rule)) columns.push(figure);
  }
  return columns;
}

function valueOf(row: StandingsRow, rule: string): string {
  return row.figures.filter((figure) => figure.rule === rule).map((figure) => figure.value)[0] || '';
}

/** A knockout is ranked by how far somebody came; it has no points of its own. */
function byCourse(rows: readonly StandingsRow[]): boolean {
  return rows.some((row) => row.figures.some((figure) => figure.rule === 'round-reached'));
}

function GroupTable({ group }: { group: StandingsView['groups'][number] }) {
  const columns = columnsOf(group.rows);
  const points = !byCourse(group.rows);
  return (
    <div class="scroll">
      <table class="list ranks">
        <thead>
          <tr>
            <th scope="col">{t('page.rank')}</th>
            <th scope="col">{t('page.entrant')}</th>
            {points && <th scope="col">{t('page.standings.points')}</th>}
            <th scope="col">{t('page.standings.played')}</th>
            <th scope="col">{t('page.standings.won')}</th>
            {columns.map((figure) => <th scope="col" key={figure.rule}>{local(figure.name)}</th>)}
          </tr>
        </thead>
        <tbody>
          {group.rows.map((row) => (
            <tr key={row.entrant} data-entrant={row.entrant}>
              <td class="rank">
                {row.rank}
                {row.provisional && <Provisional />}
                {row.shared && <small> {t('page.rank.shared')}</small>}
              </td>
              <td>
                <b>{row.name}</b> <small><Names of={row.players} /></small>
                {row.decided_by && <span class="why">{row.decided_by.text}</span>}
              </td>
              {points && (
                <td data-label={t('page.standings.points')}>
                  <b>{row.points}</b>
                </td>
              )}
              <td data-label={t('page.standings.played')}>{row.played}</td>
              <td data-label={t('page.standings.won')}>{row.won}</td>
              {columns.map(({ rule, name }) => <td key={rule} data-label={local(name)}>{valueOf(row, rule)}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
      {group.rows.some((row) => row.provisional) && (
        <p class="provisional-note">
          <Provisional /> {t('page.standings.mayChange')}
        </p>
      )}
    </div>
  );
}
