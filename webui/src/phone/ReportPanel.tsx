import { useEffect, useRef, useState } from 'preact/hooks';
import type { Hand, MatchView, Next, ReportAnswer } from '../shapes';
import type { Board } from '../parts/board';
import { isComplete, type Order } from '../parts/order';
import { OrderPad } from '../parts/OrderPad';
import { t } from '../words/words';
import type { Desk } from './desk';
import { Follows } from './Follows';
import { NextHand } from './NextHand';

interface ReportPanelProps {
  desk: Desk;
  match: MatchView;
  board: Board;
  next: Next;
}

export type Preview = { state: 'asking' } | { state: 'known'; answer: ReportAnswer } | { state: 'failed'; error: unknown };

export function handOf(order: Order, extra: boolean | undefined): Hand {
  return extra ? { finish: order.slice(), extra: true } : { finish: order.slice() };
}

/** The hand that is being played: what is played for, the order, what would follow, and sending it. */
export function ReportPanel({ desk, match, board, next }: ReportPanelProps) {
  const [order, setOrder] = useState<Order>([]);
  const [preview, setPreview] = useState<Preview>({ state: 'asking' });
  const complete = isComplete(order, board.form);
  useEffect(() => {
    if (!complete) return undefined;
    let wanted = true;
    setPreview({ state: 'asking' });
    desk.dryRun(next, handOf(order, next.extra)).then(
      (answer) => {
        if (wanted) setPreview({ state: 'known', answer });
      },
      (error: unknown) => {
        if (wanted) setPreview({ state: 'failed', error });
      },
    );
    return () => {
      wanted = false;
    };
  }, [complete, order.join(), match.version]);
  const end = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // What follows and the button to send it must not lie under the bar at the bottom.
    if (complete && preview.state !== 'asking' && end.current) end.current.scrollIntoView({ block: 'nearest' });
  }, [complete, preview.state]);
  return (
    <section class="card report">
      <NextHand next={next} />
      <OrderPad board={board} match={match} order={order} change={setOrder} />
      {complete && (
        <>
          <Follows preview={preview} />
          <button type="button" class="big primary" data-do="send" ref={end} disabled={preview.state === 'asking'} onClick={() => desk.report(next, handOf(order, next.extra))}>
            {t('page.report.send')}
          </button>
        </>
      )}
    </section>
  );
}
