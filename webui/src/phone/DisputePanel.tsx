import type { HandView, MatchView, SideView } from '../shapes';
import type { Board } from '../parts/board';
import { BothReports } from '../parts/BothReports';
import { t } from '../words/words';
import type { Desk } from './desk';

interface DisputePanelProps {
  desk: Desk;
  view: SideView;
  hand: HandView;
  match: MatchView;
  board: Board;
}

/** Two reports that differ: a referee settles it, or this side sees that the other one is right. */
export function DisputePanel({ desk, view, hand, match, board }: DisputePanelProps) {
  const answerable = view.hold === 'mine' && view.answer !== null && view.answer.game === hand.game && view.answer.number === hand.number;
  const waiting = desk.waitingFor('confirm', `${match.id}/${match.version}`) !== undefined;
  return (
    <section class="card dispute">
      <h2>{t('page.dispute.title', { N: hand.number })}</h2>
      <BothReports hand={hand} match={match} board={board} mine={view.side} />
      <p>{t('page.dispute.help')}</p>
      {answerable && (
        <button type="button" class="medium" data-do="concede" disabled={waiting} onClick={() => desk.confirm()}>
          {waiting ? t('page.answer.confirming') : t('page.dispute.concede')}
        </button>
      )}
    </section>
  );
}
