import { useState } from 'preact/hooks';
import { type Board, seatName } from '../parts/board';
import { Clock } from '../parts/Clock';
import { HandRow } from '../parts/HandRow';
import { BothReports } from '../parts/BothReports';
import { MatchResult } from '../parts/MatchResult';
import { Dialog } from '../parts/Dialog';
import { PenaltyRow } from '../parts/PenaltyRow';
import { Rulings } from '../parts/RulingRow';
import { SideMark } from '../parts/SideMark';
import { Trouble } from '../parts/Trouble';
import { useCommand } from '../parts/useCommand';
import { sideOfSeat, sides, type HandView, type MatchView, type PenaltyView, type Side } from '../shapes';
import { post } from '../wire/client';
import { t, tOf } from '../words/words';
import { AbsentLine } from './AbsentLine';
import { CallLine } from './CallLine';
import { CardDesk } from './cards/CardDesk';
import { CancelPenaltyDialog } from './CancelPenaltyDialog';
import { CorrectHandDialog } from './CorrectHandDialog';
import type { EventDesk } from './eventDesk';
import { ExchangeDialog } from './ExchangeDialog';
import { ForfeitDialog } from './ForfeitDialog';
import { LateDialog } from './LateDialog';
import { LeaveDialog } from './LeaveDialog';
import { MoveTableDialog } from './MoveTableDialog';
import { PenaltyDialog } from './PenaltyDialog';
import { ReplayDialog } from './ReplayDialog';
import { SeatsDialog } from './SeatsDialog';
import { isHead } from './session';
import { SettleDialog } from './SettleDialog';
import { handsOf } from './tableState';
import { Names } from '../parts/Names';

interface MatchSheetProps {
  desk: EventDesk;
  match: MatchView;
  board: Board;
}

type Open =
  | { what: 'settle' | 'correct' | 'late'; hand: HandView }
  | { what: 'cancel'; penalty: PenaltyView }
  | { what: 'penalty' | 'seats' | 'forfeit' | 'cards' | 'exchange' | 'table' | 'replay' | 'withdraw' };

/** A match as a referee sees it: its hands with both reports, and all that can be ruled on. */
export function MatchSheet({ desk, match, board }: MatchSheetProps) {
  const [open, setOpen] = useState<Open | null>(null);
  const command = useCommand();
  const close = () => setOpen(null);
  const signOff = () =>
    void command.run({ match: match.id, version: match.version }, async (body, key) => {
      const ruling = await post('/api/v1/matches/{id}/sign-off', { id: match.id }, { version: body.version }, { key });
      desk.accept(ruling.match);
    });
  const props = { desk, match, board, close };
  const hands = handsOf(match);
  return (
    <div class="match-sheet">
      <div class="sheet-sides">
        {sides.map((side) => (
          <SideLine key={side} match={match} side={side} board={board} />
        ))}
        <p>
          {tOf('page.match.state', match.state)} {(match.state === 'drawn' || match.state === 'playing') && <Clock clock={match.clock} />}
          {match.clock.extra_minutes > 0 && <small> {t('page.clock.extra', { N: match.clock.extra_minutes })}</small>}
        </p>
      </div>
      {match.notices.map((notice) => <p class="note note-warn" key={notice.code + notice.message}>{notice.message}</p>)}
      {match.calls.filter((call) => call.state !== 'done').map((call) => <CallLine key={call.id} call={call} desk={desk} />)}
      {desk.queue.value.filter((item) => item.kind === 'absent' && item.match === match.id).map((item) => <AbsentLine key={item.since} item={item} match={match} desk={desk} />)}
      {match.result !== null && <MatchResult match={match} board={board} />}
      {hands
        .filter((hand) => hand.state === 'disputed')
        .map((hand) => (
          <section key={`d${hand.game}/${hand.number}`} class="card dispute">
            <h3>{t('page.dispute.title', { N: hand.number })}</h3>
            <BothReports hand={hand} match={match} board={board} />
            <button type="button" class="primary" data-do="settle" onClick={() => setOpen({ what: 'settle', hand })}>
              {t('page.settle')}
            </button>
          </section>
        ))}
      <ul class="hands">
        {hands
          .slice()
          .reverse()
          .map((hand) => (
            <HandRow key={`${hand.game}/${hand.number}`} hand={hand} board={board} games={match.games.length}>
              <span class="hand-actions">
                {hand.late && hand.state === 'reported' && (
                  <button type="button" class="small" data-do="late" onClick={() => setOpen({ what: 'late', hand })}>
                    {t('page.late.settle')}
                  </button>
                )}
                {hand.state === 'reported' && !hand.late && (
                  <button type="button" class="small" data-do="settle" onClick={() => setOpen({ what: 'settle', hand })}>
                    {t('page.settle')}
                  </button>
                )}
                {hand.state !== 'disputed' && hand.state !== 'reported' && hand.state !== 'withdrawn' && (
                  <button type="button" class="small" data-do="correct" onClick={() => setOpen({ what: 'correct', hand })}>
                    {t('page.correct')}
                  </button>
                )}
              </span>
            </HandRow>
          ))}
        {hands.length === 0 && <li class="muted">{t('page.history.none')}</li>}
      </ul>
      {match.penalties.length > 0 && (
        <>
          <h3>{t('page.penalties')}</h3>
          <ul class="penalties">
            {match.penalties.map((penalty) => (
              <PenaltyRow key={penalty.id} penalty={penalty} board={board}>
                {!penalty.cancelled && (
                  <button type="button" class="small" data-do="cancel-penalty" onClick={() => setOpen({ what: 'cancel', penalty })}>
                    {t('page.penalty.cancel')}
                  </button>
                )}
              </PenaltyRow>
            ))}
          </ul>
        </>
      )}
      <Rulings rulings={match.rulings} />
      <Trouble error={command.error} />
      <div class="row sheet-actions">
        <button type="button" data-do="penalty" onClick={() => setOpen({ what: 'penalty' })}>
          {t('page.penalty.give')}
        </button>
        <button type="button" data-do="cards" disabled={desk.rulebook.value === null} onClick={() => setOpen({ what: 'cards' })}>
          {t('page.cards.rule')}
        </button>
        <button type="button" class="danger" data-do="forfeit" onClick={() => setOpen({ what: 'forfeit' })}>
          {t('page.forfeit')}
        </button>
        {match.state === 'over' && (
          <button type="button" class="good" data-do="sign-off" disabled={command.busy} onClick={signOff}>
            {match.agreed.A && match.agreed.B ? t('page.signoff') : t('page.signoff.unagreed')}
          </button>
        )}
      </div>
      <details class="sheet-more">
        <summary data-do="more">{t('page.match.more')}</summary>
        <div class="row">
          <button type="button" data-do="seats" onClick={() => setOpen({ what: 'seats' })}>
            {t('page.seats.fix')}
          </button>
          <button type="button" data-do="exchange" onClick={() => setOpen({ what: 'exchange' })}>
            {t('page.exchange')}
          </button>
          <button type="button" data-do="table" onClick={() => setOpen({ what: 'table' })}>
            {t('page.move')}
          </button>
          {isHead() && (
            <>
              <button type="button" class="danger" data-do="replay" onClick={() => setOpen({ what: 'replay' })}>
                {t('page.replay')}
              </button>
              <button type="button" class="danger" data-do="withdraw" onClick={() => setOpen({ what: 'withdraw' })}>
                {t('page.leave.withdraw')}
              </button>
            </>
          )}
        </div>
      </details>
      {open !== null && open.what === 'settle' && <SettleDialog {...props} hand={open.hand} />}
      {open !== null && open.what === 'late' && <LateDialog {...props} hand={open.hand} />}
      {open !== null && open.what === 'correct' && <CorrectHandDialog {...props} hand={open.hand} />}
      {open !== null && open.what === 'cancel' && <CancelPenaltyDialog {...props} penalty={open.penalty} />}
      {open !== null && open.what === 'penalty' && <PenaltyDialog {...props} />}
      {open !== null && open.what === 'cards' && desk.rulebook.value !== null && (
        <Dialog wide title={t('page.cards.rule')} close={close}>
          <CardDesk desk={desk} rulebook={desk.rulebook.value} match={match} />
        </Dialog>
      )}
      {open !== null && open.what === 'seats' && <SeatsDialog {...props} />}
      {open !== null && open.what === 'forfeit' && <ForfeitDialog {...props} />}
      {open !== null && open.what === 'exchange' && <ExchangeDialog {...props} />}
      {open !== null && open.what === 'table' && <MoveTableDialog {...props} />}
      {open !== null && open.what === 'replay' && <ReplayDialog {...props} />}
      {open !== null && open.what === 'withdraw' && (
        <LeaveDialog desk={desk} kind="withdraw" who={sides.map((side) => ({ id: match.sides[side].entrant, name: match.sides[side].name }))} close={close} />
      )}
    </div>
  );
}

function SideLine({ match, side, board }: { match: MatchView; side: Side; board: Board }) {
  const info = match.sides[side];
  const seats: number[] = [];
  for (let seat = 1; seat <= board.form.seats; seat++) if (sideOfSeat(seat) === side) seats.push(seat);
  return (
    <p>
      <SideMark side={side} /> <b>{info.name}</b>{' '}
      <small>
        {info.seats === null
          ? <Names of={info.players} />
          : seats.map((seat) => `${seatName(board, seat)} ${(info.seats || {})[String(seat)] || ''}`).join(' · ')}
      </small>{' '}
      {match.state === 'over' && <small>{match.agreed[side] ? t('page.agreed.yes') : t('page.agreed.no')}</small>}
    </p>
  );
}
