import { Trouble } from '../parts/Trouble';
import type { EventDesk } from '../staff/eventDesk';
import { BracketPage } from './BracketPage';
import { CheckInPage } from './CheckInPage';
import { DrawPage } from './DrawPage';
import { EntriesPage } from './EntriesPage';
import { JournalPage } from './JournalPage';
import { LadderPage } from './LadderPage';
import { PrintPage } from './PrintPage';
import { route } from './route';
import { RoundPage } from './RoundPage';
import { SettingsPage } from './SettingsPage';
import { StandingsPage } from './StandingsPage';
import { TablesPage } from './TablesPage';
import { TypePage } from './TypePage';

export function EventPage({ desk }: { desk: EventDesk }) {
  const event = desk.event.value;
  const board = desk.board.value;
  if (event === null || board === null) return desk.error.value === null ? <p class="loading">···</p> : <Trouble error={desk.error.value} />;
  const tab = route.value[2] || 'round';
  return (
    <>
      {desk.error.value !== null && <Trouble error={desk.error.value} />}
      {tab === 'round' && <RoundPage desk={desk} event={event} board={board} />}
      {tab === 'type' && <TypePage desk={desk} event={event} board={board} first={route.value[3]} />}
      {tab === 'entries' && <EntriesPage desk={desk} event={event} />}
      {tab === 'checkin' && <CheckInPage desk={desk} event={event} />}
      {tab === 'draw' && <DrawPage desk={desk} event={event} />}
      {tab === 'ladder' && <LadderPage desk={desk} event={event} />}
      {tab === 'standings' && <StandingsPage desk={desk} event={event} />}
      {tab === 'pictures' && <BracketPage event={event} />}
      {tab === 'print' && <PrintPage event={event} />}
      {tab === 'tables' && <TablesPage desk={desk} />}
      {tab === 'journal' && <JournalPage desk={desk} />}
      {tab === 'settings' && <SettingsPage desk={desk} event={event} />}
    </>
  );
}
