import type { MatchView, MeetingTable, SideView, SquadView } from '../shapes';
import { seatNumbers } from '../parts/board';
import { t, tOf } from '../words/words';

interface MeetingPanelProps {
  view: SideView;
  match: MatchView;
  meeting: SquadView;
}

/** True where a squad must not play now but wait, or change tables: before it has said who sits where. */
export function mustMove(view: SideView, match: MatchView, meeting: SquadView): boolean {
  const here = match.next !== null && match.next.table === view.table;
  return meeting.waits_for.length > 0 || (meeting.sitting > 1 && here && match.sides[view.side].seats === null);
}

/** Where a squad of a team meeting sits now, with whom, whom it waits for, and where it goes next. */
export function MeetingPanel({ view, match, meeting }: MeetingPanelProps) {
  const tables = match.meeting ? match.meeting.tables : [];
  const waits = meeting.waits_for.length > 0;
  const moved = !waits && mustMove(view, match, meeting);
  return (
    <section class={waits ? 'card meeting meeting-waits' : 'card meeting'} data-sitting={meeting.sitting} aria-live="polite">
      <h2>
        {t('page.meeting.title', { Table: view.table, Sitting: meeting.sitting })} <small>{t('page.meeting.of', { Of: meeting.sittings })}</small>
      </h2>
      {waits && (
        <div class="meeting-wait">
          <b>{t('page.meeting.wait')}</b>
          <p>{t('page.meeting.wait.help', { Tables: meeting.waits_for.join(t('page.listcomma')) })}</p>
        </div>
      )}
      {moved && (
        <div class="meeting-change">
          <b>{t('page.meeting.change', { Table: view.table, Seats: seatNumbers(view.seats) })}</b>
          <p>{t('page.meeting.change.help')}</p>
        </div>
      )}
      <p class="muted">{t('page.meeting.squad', { N: meeting.squad, Players: meeting.players.join(t('page.listcomma')) })}</p>
      <ul class="meeting-tables">
        {tables.map((table) => (
          <TableLine key={table.table} table={table} />
        ))}
      </ul>
      <p class="meeting-then">
        {meeting.then
          ? t('page.meeting.then', { Table: meeting.then.table, Seats: seatNumbers(meeting.then.seats), Sitting: meeting.then.sitting })
          : t('page.meeting.end')}
      </p>
    </section>
  );
}

function TableLine({ table }: { table: MeetingTable }) {
  return (
    <li class={`meeting-table meeting-${table.state}`} data-table={table.table}>
      <b>{t('page.table', { N: table.table })}</b> {tOf('page.meeting.table', table.state)}
    </li>
  );
}
