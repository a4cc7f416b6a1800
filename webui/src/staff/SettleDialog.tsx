import { useState } from 'preact/hooks';
import { type Board, boardOfHand, orderWords, sideName } from '../parts/board';
import { Dialog } from '../parts/Dialog';
import { isComplete, type Order } from '../parts/order';
import { OrderPad } from '../parts/OrderPad';
import { SideMark } from '../parts/SideMark';
import { sides, type Hand, type HandView, type MatchView } from '../shapes';
import { post } from '../wire/client';
import { t } from '../words/words';
import type { EventDesk } from './eventDesk';
import { RulingSteps } from './RulingSteps';

export interface HandDialogProps {
  desk: EventDesk;
  match: MatchView;
  board: Board;
  hand: HandView;
  close(): void;
}

/** Settles a hand: one of the two reports, or the order as the referee finds it. */
export function SettleDialog({ desk, match, board, hand, close }: HandDialogProps) {
  const [chosen, setChosen] = useState<'A' | 'B' | 'own' | null>(null);
  const [order, setOrder] = useState<Order>([]);
  const extra = hand.hand !== null && hand.hand.extra === true;
  const ruled = ((): Hand | null => {
    if (chosen === 'own') return isComplete(order, board.form) ? { finish: order.slice(), ...(extra ? { extra } : {}) } : null;
    const report = chosen === null ? undefined : hand.reports[chosen];
    return report === undefined ? null : report.hand;
  })();
  const body = ruled === null ? null : { game: hand.game, number: hand.number, hand: ruled, version: match.version };
  return (
    <Dialog title={t('page.settle.title', { N: hand.number })} close={close}>
      <div class="choices">
        {sides.map((side) => {
          const report = hand.reports[side];
          return (
            report && (
              <button type="button" key={side} class="choice" data-choose={side} aria-pressed={chosen === side} onClick={() => setChosen(side)}>
                <SideMark side={side} /> {t('page.settle.side', { Side: sideName(board, side) })}
                <b> {orderWords(board, report.hand.finish || [])}</b>
              </button>
            )
          );
        })}
        <button type="button" class="choice" data-choose="own" aria-pressed={chosen === 'own'} onClick={() => setChosen('own')}>
          {t('page.settle.own')}
        </button>
      </div>
      {chosen === 'own' && <OrderPad board={boardOfHand(board, hand)} match={match} order={order} change={setOrder} />}
      <RulingSteps
        desk={desk}
        about={body === null ? null : JSON.stringify(body)}
        send={(how, key) => post('/api/v1/matches/{id}/settle', { id: match.id }, { ...body!, ...how }, { key })}
        label={t('page.settle.do')}
        name="settle"
        close={close}
      />
    </Dialog>
  );
}
