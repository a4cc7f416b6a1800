import { sides, type HandView, type MatchView, type Side } from '../shapes';
import { timeWithSeconds } from '../words/time';
import { t } from '../words/words';
import { type Board, sideName } from './board';
import { HandShown } from './HandShown';
import { OutcomeLine } from './OutcomeLine';
import { SideMark } from './SideMark';

interface BothReportsProps {
  hand: HandView;
  match: MatchView;
  board: Board;
  mine?: Side;
}

/** What the two sides say of a hand, beside each other, A always left. */
export function BothReports({ hand, match, board, mine }: BothReportsProps) {
  return (
    <div class="both">
      {sides.map((side) => {
        const report = hand.reports[side];
        return (
          <div key={side} class={`report-of side-box-${side}`}>
            <h3>
              <SideMark side={side} /> {sideName(board, side)}
              {mine === side && <small> {t('page.mine')}</small>}
            </h3>
            {report ? (
              <>
                <HandShown board={board} match={match} hand={report.hand} of={hand} />
                <OutcomeLine board={board} outcome={report.outcome} />
                <small>
                  {timeWithSeconds(report.at)} · {report.device}
                  {report.late && <b class="late"> {t('page.late')}</b>}
                </small>
              </>
            ) : hand.objection && hand.objection.by === side ? (
              <p class="objection">{t('page.objects', { Reason: hand.objection.reason })}</p>
            ) : (
              <p class="muted">{t('page.dispute.none')}</p>
            )}
          </div>
        );
      })}
    </div>
  );
}
