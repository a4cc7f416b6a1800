import { useState } from 'preact/hooks';
import { tableWords } from '../parts/board';
import { Clock } from '../parts/Clock';
import { LanguageSwitch } from '../parts/LanguageSwitch';
import { RulebookLink } from '../parts/RulebookLink';
import { Trouble } from '../parts/Trouble';
import { Refusal } from '../wire/client';
import { CardDesk } from '../staff/cards/CardDesk';
import type { EventDesk } from '../staff/eventDesk';
import { MatchSheet } from '../staff/MatchSheet';
import { inRange } from '../parts/tableRange';
import { person, signOut } from '../staff/session';
import { myTables, MyTables } from './MyTables';
import { useMatch } from '../staff/useMatch';
import { t, tOf } from '../words/words';
import { AllTables } from './AllTables';
import { PlayTimer } from './PlayTimer';
import { Queue } from './Queue';

const tabs = ['queue', 'tables', 'cards', 'timer', 'more'] as const;
type Tab = (typeof tabs)[number];

/** A referee's walk: what needs somebody, all tables, rulings on cards, the timer for one play. */
export function Rounds({ desk, leave }: { desk: EventDesk; leave(): void }) {
  const [tab, setTab] = useState<Tab>('queue');
  const [open, setOpen] = useState<string | null>(null);
  const event = desk.event.value;
  const board = desk.board.value;
  const round = desk.currentRound.value;
  const match = useMatch(desk, open);
  const waiting = inRange(myTables.value, desk.queue.value).length;
  if (desk.error.value instanceof Refusal && event === null) {
    return (
      <main class="referee">
        <div class="referee-body">
          <Trouble error={desk.error.value} />
          <button type="button" class="big" onClick={leave}>
            {t('page.tab.events')}
          </button>
        </div>
      </main>
    );
  }
  return (
    <main class="referee">
      <header class="referee-head">
        {match ? (
          <button type="button" class="quiet back" data-do="back" onClick={() => setOpen(null)}>
            ‹ {t('page.referee.back')}
          </button>
        ) : (
          <b class="referee-title">{event ? event.name : '···'}</b>
        )}
        {match ? <b>{match.table === null ? t('page.match', { N: match.number }) : t('page.table', { N: tableWords(match) })}</b> : round && <Clock clock={round.clock} />}
      </header>
      <div class="referee-body">
        {desk.error.value !== null && <Trouble error={desk.error.value} />}
        {board !== null && match && <MatchSheet key={match.id} desk={desk} match={match} board={board} />}
        {board !== null && !match && tab === 'queue' && <Queue desk={desk} open={setOpen} />}
        {board !== null && event !== null && !match && tab === 'tables' && <AllTables desk={desk} event={event} open={setOpen} />}
        {desk.rulebook.value !== null && (
          <div hidden={match !== undefined || tab !== 'cards'}>
            <CardDesk desk={desk} rulebook={desk.rulebook.value} match={null} />
          </div>
        )}
        <div hidden={match !== undefined || tab !== 'timer'}>
          <PlayTimer rulebook={desk.rulebook.value} />
        </div>
        {!match && tab === 'more' && (
          <div class="stack">
            <p>
              {person.value && person.value.name} <small>{person.value && tOf('page.role', person.value.role)}</small>
            </p>
            <MyTables />
            <LanguageSwitch />
            <RulebookLink />
            <button type="button" onClick={leave}>
              {t('page.referee.otherevent')}
            </button>
            <button type="button" onClick={() => void signOut()}>
              {t('page.signout')}
            </button>
          </div>
        )}
      </div>
      <nav class="referee-tabs">
        {tabs.map((one) => (
          <button
            type="button"
            key={one}
            data-tab={one}
            aria-pressed={tab === one && !match}
            onClick={() => {
              setTab(one);
              setOpen(null);
            }}
          >
            {tOf('page.referee.tab', one)}
            {one === 'queue' && waiting > 0 && <b class="badge">{waiting}</b>}
          </button>
        ))}
      </nav>
    </main>
  );
}
