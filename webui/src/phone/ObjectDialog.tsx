import { useState } from 'preact/hooks';
import type { HandView, MatchView } from '../shapes';
import { type Board, boardOfHand } from '../parts/board';
import { Dialog } from '../parts/Dialog';
import { isComplete, type Order } from '../parts/order';
import { OrderPad } from '../parts/OrderPad';
import { t } from '../words/words';
import type { Desk } from './desk';
import { handOf } from './ReportPanel';

interface ObjectDialogProps {
  desk: Desk;
  match: MatchView;
  board: Board;
  hand: HandView;
  close(): void;
}

/** Two ways to disagree: the order as this side has it, or a reason in words. */
export function ObjectDialog({ desk, match, board, hand, close }: ObjectDialogProps) {
  const [order, setOrder] = useState<Order>([]);
  const [way, setWay] = useState<'order' | 'reason'>('order');
  const [reason, setReason] = useState('');
  const reasons = [t('page.objection.unfinished'), t('page.objection.seats'), t('page.objection.tribute')];
  const extra = hand.hand !== null && hand.hand.extra === true;
  return (
    <Dialog title={t('page.objection.title', { N: hand.number })} close={close}>
      <div class="choices two">
        <button type="button" class="choice" aria-pressed={way === 'order'} onClick={() => setWay('order')}>
          {t('page.objection.order')}
        </button>
        <button type="button" class="choice" aria-pressed={way === 'reason'} onClick={() => setWay('reason')}>
          {t('page.objection.reason')}
        </button>
      </div>
      {way === 'order' ? (
        <>
          <OrderPad board={boardOfHand(board, hand)} match={match} order={order} change={setOrder} />
          <button
            type="button"
            class="big primary"
            data-do="send-own"
            disabled={!isComplete(order, board.form)}
            onClick={() => {
              desk.reportOpen(hand.game, hand.number, handOf(order, extra));
              close();
            }}
          >
            {t('page.objection.send.order')}
          </button>
        </>
      ) : (
        <>
          <div class="choices">
            {reasons.map((one) => (
              <button type="button" key={one} class="choice" aria-pressed={reason === one} onClick={() => setReason(one)}>
                {one}
              </button>
            ))}
          </div>
          <label class="field">
            {t('page.objection.words')}
            <textarea name="reason" rows={2} maxLength={200} value={reason} onInput={(event) => setReason(event.currentTarget.value)} />
          </label>
          <button
            type="button"
            class="big primary"
            data-do="send-objection"
            disabled={reason.trim() === ''}
            onClick={() => {
              desk.object(reason.trim(), hand.game, hand.number);
              close();
            }}
          >
            {t('page.objection.send.reason')}
          </button>
        </>
      )}
    </Dialog>
  );
}
