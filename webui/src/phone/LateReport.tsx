import { useState } from 'preact/hooks';
import type { MatchView, Next, SideView } from '../shapes';
import type { Board } from '../parts/board';
import { t } from '../words/words';
import type { Desk } from './desk';
import { ReportPanel } from './ReportPanel';

/** The hand that may have been over before the bell and was not reported: one more after those on record, until both sides agree. */
export function lateHand(match: MatchView, meeting?: SideView['meeting']): Next | null {
  const game = match.games[match.games.length - 1];
  const going = match.state === 'playing' || match.state === 'over';
  if (!going || match.next !== null || game === undefined || !game.ended_by_bell || (match.agreed.A && match.agreed.B)) return null;
  if (game.hands.some((hand) => hand.state === 'disputed' || (hand.late && hand.state === 'reported'))) return null;
  if (meeting) return meeting.late;
  const last = game.hands.reduce((most, hand) => (hand.state === 'withdrawn' ? most : Math.max(most, hand.number)), 0);
  return { game: game.number, number: last + 1, ...(game.on_stage ? { on_stage: game.on_stage } : {}) };
}

interface LateReportProps {
  desk: Desk;
  match: MatchView;
  board: Board;
  next: Next;
}

/** Reports a hand after the bell. It is behind a question: most games have none. */
export function LateReport({ desk, match, board, next }: LateReportProps) {
  const [open, setOpen] = useState(false);
  if (open) return <ReportPanel desk={desk} match={match} board={board} next={next} />;
  return (
    <section class="card">
      <p>{t('page.late.help')}</p>
      <button type="button" class="medium" data-do="late-report" onClick={() => setOpen(true)}>
        {t('page.late.report', { N: next.number })}
      </button>
    </section>
  );
}
