import { useState } from 'preact/hooks';
import { StandingsTables } from '../parts/StandingsTables';
import { Trouble } from '../parts/Trouble';
import { useLoaded } from '../parts/useLoaded';
import type { EventView, LadderHolder, LadderTitle } from '../shapes';
import type { EventDesk } from '../staff/eventDesk';
import { isHead } from '../staff/session';
import { get } from '../wire/client';
import { language } from '../words/language';
import { t, tOf } from '../words/words';
import { Challengers } from './ladder/Challengers';
import { CloseDialog, GrantDialog, HolderDialog, RegisterDialog, ReopenDialog } from './ladder/dialogs';
import { LadderMatches } from './ladder/LadderMatches';
import { ClosedQuarter, Moves } from './ladder/Moves';
import { Pyramid } from './ladder/Pyramid';
import { sightOf, type Sight } from './ladder/sight';
import { href } from './route';

type Open = { what: 'register' | 'close' | 'reopen' } | { what: 'seat'; title: string; holder: string | null };

/** The challenge ladder: who holds which title, who challenges and how far it has come, what the quarter changes, and the year's points. */
export function LadderPage({ desk, event }: { desk: EventDesk; event: EventView }) {
  const [open, setOpen] = useState<Open | null>(null);
  const loaded = useLoaded(() => get('/api/v1/events/{id}/ladder', { id: event.id }), [event.version, language.value]);
  if (loaded.value === null) return loaded.error === null ? <p class="loading">···</p> : <Trouble error={loaded.error} />;
  const sight = sightOf(loaded.value);
  const { ladder } = sight.answer;
  const close = () => setOpen(null);
  const head = isHead();
  const ladderPhases = event.phases.filter((phase) => phase.kind === 'ladder').map((phase) => phase.id);
  return (
    <>
      <header class="head">
        <h1>{t('page.tab.ladder')}</h1>
        <span class="muted">{t('page.ladder.quarter', { N: ladder.quarter, Of: ladder.quarters })}</span>
      </header>
      <Trouble error={loaded.error} />
      <section class="card ladder-next">
        <p>
          <b>{tOf('page.ladder.next', ladder.next, { Title: sight.title(ladder.next_title) })}</b>
        </p>
        {head && (
          <div class="row">
            {(ladder.next === 'qualify' || ladder.next === 'challenge' || ladder.next === 'holders') && (
              <a class="button primary" href={href('e', event.id, 'draw')}>{t('page.tab.draw')}</a>
            )}
            {ladder.next !== 'over' && (
              <>
                <button type="button" data-do="register" onClick={() => setOpen({ what: 'register' })}>
                  {t('page.ladder.register')}
                </button>
                <button type="button" class={ladder.next === 'close' ? 'primary' : ''} data-do="close" onClick={() => setOpen({ what: 'close' })}>
                  {t('page.ladder.close', { N: ladder.quarter })}
                </button>
              </>
            )}
            {ladder.closed.length > 0 && (
              <button type="button" data-do="reopen" onClick={() => setOpen({ what: 'reopen' })}>
                {t('page.ladder.reopen', { N: ladder.closed.length })}
              </button>
            )}
          </div>
        )}
        <Undone sight={sight} />
      </section>
      <section class="card">
        <h2>{t('page.ladder.titles')}</h2>
        <Pyramid sight={sight} open={head && ladder.next !== 'over' ? (title, holder) => setOpen(seat(title, holder)) : null} />
      </section>
      {ladder.next !== 'over' && (
        <>
          <section class="card">
            <h2>{t('page.ladder.challengers')}</h2>
            <Challengers sight={sight} />
            <Asked sight={sight} />
          </section>
          {ladder.moves.length > 0 && (
            <section class="card">
              <h2>{t('page.ladder.moves')}</h2>
              <Moves sight={sight} moves={ladder.moves} />
            </section>
          )}
          <section class="card">
            <h2>{t('page.ladder.outcome')}</h2>
            {ladder.outcome.length === 0 ? <p class="muted">{t('page.ladder.nomoves')}</p> : <Moves sight={sight} moves={ladder.outcome} />}
          </section>
        </>
      )}
      <LadderMatches sight={sight} />
      {ladder.closed.length > 0 && (
        <section class="card">
          <h2>{t('page.ladder.closed')}</h2>
          {ladder.closed
            .slice()
            .reverse()
            .map((quarter) => <ClosedQuarter key={quarter.number} sight={sight} quarter={quarter} />)}
        </section>
      )}
      <StandingsTables standings={desk.standings.value.filter((phase) => ladderPhases.indexOf(phase.phase) >= 0)} />
      {open !== null && open.what === 'register' && <RegisterDialog desk={desk} sight={sight} event={event} close={close} />}
      {open !== null && open.what === 'close' && <CloseDialog desk={desk} sight={sight} close={close} />}
      {open !== null && open.what === 'reopen' && <ReopenDialog desk={desk} sight={sight} close={close} />}
      {open !== null && open.what === 'seat' && <Seat desk={desk} sight={sight} event={event} title={open.title} holder={open.holder} close={close} />}
    </>
  );
}

function seat(title: LadderTitle, holder: LadderHolder | null): Open {
  return { what: 'seat', title: title.title.id, holder: holder === null ? null : holder.entrant };
}

/** What can be decided of a seat, as it is now. */
function Seat({ desk, sight, event, title, holder, close }: { desk: EventDesk; sight: Sight; event: EventView; title: string; holder: string | null; close(): void }) {
  const found = sight.answer.ladder.titles.filter((one) => one.title.id === title)[0];
  if (found === undefined) return null;
  if (holder === null) return <GrantDialog desk={desk} sight={sight} event={event} title={found} close={close} />;
  const holds = found.holders.filter((one) => one.entrant === holder)[0];
  return holds === undefined ? null : <HolderDialog desk={desk} sight={sight} title={found} holder={holds} close={close} />;
}

/** Matches among holders that were asked for, and what has become of them. */
function Asked({ sight }: { sight: Sight }) {
  const asked = sight.answer.ladder.asked || [];
  if (asked.length === 0) return null;
  return (
    <>
      <h3>{t('page.ladder.asked')}</h3>
      <ul class="asked">
        {asked.map((one) => {
          const names = { challenger: sight.name(one.challenger), holder: sight.name(one.holder) };
          return (
            <li key={one.challenger + one.holder}>
              <b>{t('page.ladder.pair', { A: names.challenger, B: names.holder })}</b>{' '}
              {one.drawn ? t('page.ladder.asked.drawn') : one.refused ? <span class="late">{t(`problem.${one.refused}`, names)}</span> : t('page.ladder.asked.open')}
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** Decisions that a correction has overtaken: somebody has to decide anew. */
function Undone({ sight }: { sight: Sight }) {
  const undone = sight.answer.ladder.undone || [];
  if (undone.length === 0) return null;
  return (
    <ul class="note note-warn">
      {undone.map((act, at) => (
        <li key={at}>
          {tOf('page.ladder.undone', act.kind, {
            Name: act.entrant === undefined ? sight.names(act.entrants || []) : sight.name(act.entrant),
            Other: act.holder === undefined ? '' : sight.name(act.holder),
            Title: sight.title(act.title),
          })}
        </li>
      ))}
    </ul>
  );
}
