import type { HandView, MatchView, Side } from '../shapes';
import type { Board } from '../parts/board';
import { BothReports } from '../parts/BothReports';
import { t } from '../words/words';

interface DisputePanelProps {
  hand: HandView;
  match: MatchView;
  board: Board;
  side: Side;
}

export function DisputePanel({ hand, match, board, side }: DisputePanelProps) {
  return (
    <section class="card dispute">
      <h2>{t('page.dispute.title', { N: hand.number })}</h2>
      <BothReports hand={hand} match={match} board={board} mine={side} />
      <p>{t('page.dispute.help')}</p>
    </section>
  );
}
