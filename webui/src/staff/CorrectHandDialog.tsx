import { useState } from 'preact/hooks';
import { boardOfHand, orderWords } from '../parts/board';
import { Dialog } from '../parts/Dialog';
import { isComplete, type Order } from '../parts/order';
import { OrderPad } from '../parts/OrderPad';
import { post } from '../wire/client';
import { t } from '../words/words';
import { RulingSteps } from './RulingSteps';
import type { HandDialogProps } from './SettleDialog';

/** Corrects a hand that already counts, or makes it void; shows first what that changes. */
export function CorrectHandDialog({ desk, match, board, hand, close }: HandDialogProps) {
  const [order, setOrder] = useState<Order>([]);
  const [voided, setVoided] = useState(false);
  const complete = voided || isComplete(order, board.form);
  const extra = hand.hand !== null && hand.hand.extra === true;
  const ruled = voided ? null : { finish: order.slice(), ...(extra ? { extra } : {}) };
  const body = { game: hand.game, number: hand.number, hand: ruled, version: match.version };
  return (
    <Dialog title={t('page.correct.hand', { N: hand.number })} close={close}>
      {hand.hand && <p>{t('page.correct.now', { Order: orderWords(board, hand.hand.finish || []) })}</p>}
      {!voided && <OrderPad board={boardOfHand(board, hand)} match={match} order={order} change={setOrder} />}
      <label>
        <input type="checkbox" name="void" checked={voided} onChange={(event) => setVoided(event.currentTarget.checked)} />
        {t('page.correct.void')}
      </label>
      <RulingSteps
        desk={desk}
        about={complete ? JSON.stringify(body) : null}
        send={(how, key) => post('/api/v1/matches/{id}/corrections', { id: match.id }, { ...body, ...how }, { key })}
        label={t('page.correct.do')}
        name="correct"
        close={close}
      />
    </Dialog>
  );
}
