import { useState } from 'preact/hooks';
import { otherSide, type HandView, type MatchView, type SideView } from '../shapes';
import { type Board, sideName } from '../parts/board';
import { OrderList } from '../parts/OrderList';
import { OutcomeLine } from '../parts/OutcomeLine';
import { SideMark } from '../parts/SideMark';
import { t } from '../words/words';
import type { Desk } from './desk';
import { ObjectDialog } from './ObjectDialog';

interface AnswerPanelProps {
  desk: Desk;
  view: SideView;
  match: MatchView;
  board: Board;
  hand: HandView;
}

/** The other side's report: confirm it with one touch, or disagree. */
export function AnswerPanel({ desk, view, match, board, hand }: AnswerPanelProps) {
  const [objecting, setObjecting] = useState(false);
  const other = otherSide(view.side);
  const report = hand.reports[other];
  if (report === undefined) return null;
  const waiting = desk.waitingFor('confirm', `${match.id}/${match.version}`) !== undefined;
  return (
    <section class="card answer">
      <h2>
        <SideMark side={other} /> {t('page.answer.title', { Side: sideName(board, other), N: hand.number })}
      </h2>
      <OrderList board={board} match={match} order={report.hand.finish || []} />
      <OutcomeLine board={board} outcome={report.outcome} />
      {report.late && <p class="note note-warn">{t('page.answer.late')}</p>}
      {view.hold === 'mine' && (
        <>
          <button type="button" class="big good" data-do="confirm" disabled={waiting} onClick={() => desk.confirm()}>
            {waiting ? t('page.answer.confirming') : t('page.answer.confirm')}
          </button>
          <button type="button" class="medium" data-do="object" disabled={waiting} onClick={() => setObjecting(true)}>
            {t('page.answer.object')}
          </button>
        </>
      )}
      {objecting && <ObjectDialog desk={desk} match={match} board={board} hand={hand} close={() => setObjecting(false)} />}
    </section>
  );
}
