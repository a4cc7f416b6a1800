import { otherSide, type HandView, type MatchView, type Side, type SideView } from '../shapes';
import type { Board } from '../parts/board';
import { hasRung } from '../parts/Clock';
import { t } from '../words/words';
import { AnswerPanel } from './AnswerPanel';
import { handName, type Desk } from './desk';
import { DisputePanel } from './DisputePanel';
import { FinalPanel } from './FinalPanel';
import { lateHand, LateReport } from './LateReport';
import { MeetingPanel, mustMove } from './MeetingPanel';
import { OutgoingPanel } from './OutgoingPanel';
import { ReportPanel } from './ReportPanel';
import { SeatsPanel } from './SeatsPanel';
import { WithdrawPanel } from './WithdrawPanel';

interface MatchPanelProps {
  desk: Desk;
  view: SideView;
  match: MatchView;
  board: Board;
}

export function findHand(match: MatchView, game: number, number: number): HandView | null {
  for (const one of match.games) {
    for (const hand of one.hands) if (hand.game === game && hand.number === number) return hand;
  }
  return null;
}

/** The hands in dispute; in a team meeting those of this squad. */
function disputed(match: MatchView, squad: number | undefined): HandView[] {
  const found: HandView[] = [];
  for (const game of match.games) for (const hand of game.hands) if (hand.state === 'disputed' && hand.squad === squad) found.push(hand);
  return found;
}

/** What a side has reported of a game from a hand on, while nobody has answered: one confirmation agrees to all of it. */
function unanswered(match: MatchView, side: Side, first: HandView): HandView[] {
  const game = match.games.filter((one) => one.number === first.game)[0];
  const later = game
    ? game.hands.filter((hand) => hand.number > first.number && hand.squad === first.squad && hand.state === 'reported' && hand.reports[side] !== undefined)
    : [];
  return [first].concat(later);
}

/** What this side can do now, the most urgent first. */
export function MatchPanel({ desk, view, match, board }: MatchPanelProps) {
  const mine = view.hold === 'mine';
  const ended = match.state !== 'drawn' && match.state !== 'playing';
  const asked = view.answer && findHand(match, view.answer.game, view.answer.number);
  // A disputed hand has its own panel.
  const answer = asked && asked.state !== 'disputed' ? asked : null;
  const undo = view.undo && findHand(match, view.undo.game, view.undo.number);
  const next = desk.reportable.value;
  const late = mine ? lateHand(match, view.meeting) : null;
  const reporting = next || late;
  const outgoing = reporting === null ? undefined : desk.waitingFor('hands', handName(match.id, reporting.game, reporting.number));
  const meeting = ended ? undefined : view.meeting;
  const urgent = meeting !== undefined && mustMove(view, match, meeting);
  const needSeats = mine && !ended && match.sides[view.side].seats === null;
  return (
    <>
      {!ended && hasRung(match.clock) && <p class="note note-warn bell">{t('page.phone.bell')}</p>}
      {disputed(match, view.meeting && view.meeting.squad).map((hand) => (
        <DisputePanel key={`${hand.game}/${hand.number}`} desk={desk} view={view} hand={hand} match={match} board={board} />
      ))}
      {answer && <AnswerPanel desk={desk} view={view} match={match} board={board} hands={unanswered(match, otherSide(view.side), answer)} />}
      {urgent && meeting && <MeetingPanel view={view} match={match} meeting={meeting} />}
      {ended && <FinalPanel desk={desk} view={view} match={match} board={board} />}
      {needSeats && <SeatsPanel desk={desk} view={view} match={match} board={board} />}
      {undo && !answer && <WithdrawPanel desk={desk} hand={undo} match={match} board={board} mine={mine} />}
      {outgoing && <OutgoingPanel desk={desk} letter={outgoing} match={match} board={board} />}
      {!answer && !outgoing && late && <LateReport key={handName(match.id, late.game, late.number)} desk={desk} match={match} board={board} next={late} />}
      {!needSeats && !answer && !outgoing && next && match.open.state !== 'disputed' && (
        <ReportPanel key={handName(match.id, next.game, next.number)} desk={desk} match={match} board={board} next={next} />
      )}
      {!urgent && meeting && <MeetingPanel view={view} match={match} meeting={meeting} />}
    </>
  );
}
