import { useState } from 'preact/hooks';
import type { Board } from '../parts/board';
import { Trouble } from '../parts/Trouble';
import { useCommand } from '../parts/useCommand';
import type { EventView } from '../shapes';
import { post } from '../wire/client';
import type { EventDesk } from '../staff/eventDesk';
import { AbsentLine } from '../staff/AbsentLine';
import { MatchDialog } from '../staff/MatchDialog';
import { useMatch } from '../staff/useMatch';
import { tableState, type TableState } from '../staff/tableState';
import { t, tOf } from '../words/words';
import { hasTime } from '../parts/Clock';
import { ClockControls } from './ClockControls';
import { go, href } from './route';
import { RoundChoice } from './RoundChoice';
import { TableTile } from './TableTile';

const legend: readonly TableState[] = ['call', 'disputed', 'late', 'reported', 'playing', 'drawn', 'agree', 'agreed', 'signed-off', 'forfeited'];

/** The whole room at a glance, with the clock. */
export function RoundPage({ desk, event, board }: { desk: EventDesk; event: EventView; board: Board }) {
  const [open, setOpen] = useState<string | null>(null);
  const shown = useMatch(desk, open);
  const command = useCommand();
  const round = desk.currentRound.value;
  if (round === null) {
    return (
      <section class="card empty">
        <h2>{t('page.round.none')}</h2>
        <p>{event.next_round.why}</p>
        <a class="button primary" href={href('e', event.id, event.entrants.length === 0 ? 'entries' : 'draw')}>
          {event.entrants.length === 0 ? t('page.tab.entries') : t('page.tab.draw')}
        </a>
      </section>
    );
  }
  const absent = desk.queue.value.filter((item) => item.kind === 'absent');
  const signOff = () =>
    void command.run({ round: round.number, version: event.version }, async (_, key) => {
      await post('/api/v1/events/{id}/rounds/{n}/sign-off', { id: event.id, n: round.number }, {}, { key });
      await desk.load();
    });
  return (
    <>
      <header class="head">
        <h1>{t('page.round', { N: round.number })}</h1>
        <RoundChoice desk={desk} event={event} />
        <span class="muted">{t('page.round.done', { Done: round.done, All: round.matches })}</span>
      </header>
      {hasTime(round.clock) && <ClockControls desk={desk} event={event} round={round} />}
      <Trouble error={command.error} />
      <ul class="legend">
        {legend
          .map((state) => ({ state, count: desk.matches.value.filter((match) => tableState(match) === state).length }))
          .filter((entry) => entry.count > 0)
          .map((entry) => (
            <li key={entry.state} class={`tile-${entry.state}`}>
              {tOf('page.table.state', entry.state)} <b>{entry.count}</b>
            </li>
          ))}
      </ul>
      {absent.length > 0 && (
        <section class="card absent">
          <h2>{tOf('page.queue.kind', 'absent')}</h2>
          {absent.map((item) => (
            <div key={item.match} class="absent-table" data-table={item.table}>
              <b>{item.table === null ? '' : t('page.table', { N: item.table })}</b>
              <AbsentLine item={item} match={desk.matches.value.filter((match) => match.id === item.match)[0]} desk={desk} />
            </div>
          ))}
        </section>
      )}
      <ul class="tiles">
        {desk.matches.value.map((match) => (
          <TableTile key={match.id} match={match} open={() => setOpen(match.id)} />
        ))}
      </ul>
      <div class="row">
        <button type="button" data-do="sign-off-round" disabled={command.busy} onClick={signOff}>
          {t('page.round.signoff')}
        </button>
        <a class="button" href={href('e', event.id, 'type')}>{t('page.tab.type')}</a>
      </div>
      {shown && (
        <MatchDialog
          desk={desk}
          match={shown}
          board={board}
          close={() => setOpen(null)}
          type={() => {
            setOpen(null);
            go('e', event.id, 'type', shown.id);
          }}
        />
      )}
    </>
  );
}
