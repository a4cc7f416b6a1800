import { Clock } from '../parts/Clock';
import { LanguageSwitch } from '../parts/LanguageSwitch';
import type { EventView } from '../shapes';
import type { EventDesk } from '../staff/eventDesk';
import { person, signOut } from '../staff/session';
import { t, tOf } from '../words/words';
import { BackupLine } from './BackupPanel';
import { KiosksLine } from './KiosksPanel';
import { hasLadder } from './ladder/sight';
import { href, route } from './route';

export const eventTabs = ['round', 'type', 'entries', 'checkin', 'draw', 'ladder', 'standings', 'pictures', 'print', 'tables', 'journal', 'settings'] as const;
/** The tabs that an event has: a ladder only where its rulebook has one. */
function tabsOf(event: EventView): readonly (typeof eventTabs)[number][] {
  return eventTabs.filter((tab) => tab !== 'ladder' || hasLadder(event));
}

const kioskTabs = ['events', 'address', 'staff'] as const;

export function SideNav({ desk }: { desk: EventDesk | null }) {
  const [first, , tab] = route.value;
  const event = desk && desk.event.value;
  const round = desk && desk.currentRound.value;
  const who = person.value;
  return (
    <nav class="side-nav" aria-label={t('page.nav')}>
      {event && desk && (
        <>
          <p class="nav-event">{event.name}</p>
          {round && (
            <p class="nav-clock">
              {t('page.round', { N: round.number })} <Clock clock={round.clock} />
            </p>
          )}
          <ul>
            {tabsOf(event).map((one) => (
              <li key={one}>
                <a href={href('e', desk.id, one)} aria-current={(tab || 'round') === one ? 'page' : undefined}>
                  {tOf('page.tab', one)}
                  {one === 'round' && desk.queue.value.length > 0 && <b class="badge">{desk.queue.value.length}</b>}
                </a>
              </li>
            ))}
          </ul>
          <ul>
            <li>
              <a href={`/hall/${desk.id}`} target="_blank" rel="noreferrer">{t('page.open.hall')}</a>
            </li>
            <li>
              <a href={`/e/${desk.id}`} target="_blank" rel="noreferrer">{t('page.open.public')}</a>
            </li>
          </ul>
        </>
      )}
      <ul>
        {kioskTabs.map((one) => (
          <li key={one}>
            <a href={one === 'events' ? '#/' : href(one)} aria-current={(first || 'events') === one ? 'page' : undefined}>
              {tOf('page.tab', one)}
            </a>
          </li>
        ))}
      </ul>
      <div class="nav-foot">
        <BackupLine />
        <KiosksLine />
        {who && (
          <p>
            {who.name}
            <small> {tOf('page.role', who.role)}</small>
          </p>
        )}
        <button type="button" class="quiet small" onClick={() => void signOut()}>
          {t('page.signout')}
        </button>
        <LanguageSwitch />
      </div>
    </nav>
  );
}
