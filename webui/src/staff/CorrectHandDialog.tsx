import { useState } from 'preact/hooks';
import { boardOfHand, orderWords } from '../parts/board';
import { Dialog } from '../parts/Dialog';
import { isComplete, type Order } from '../parts/order';
import { OrderPad } from '../parts/OrderPad';
import { Trouble } from '../parts/Trouble';
import { useCommand } from '../parts/useCommand';
import { post } from '../wire/client';
import { t } from '../words/words';
import { Consequences } from './Consequences';
import { ReasonField } from './ReasonField';
import type { HandDialogProps } from './SettleDialog';

/** Corrects a hand that already counts, or makes it void; shows first what that changes. */
export function CorrectHandDialog({ desk, match, board, hand, close }: HandDialogProps) {
  const [order, setOrder] = useState<Order>([]);
  const [voided, setVoided] = useState(false);
  const [reason, setReason] = useState('');
  const command = useCommand();
  const complete = voided || isComplete(order, board.form);
  const extra = hand.hand !== null && hand.hand.extra === true;
  const ruled = voided ? null : { finish: order.slice(), ...(extra ? { extra } : {}) };
  const body = { game: hand.game, number: hand.number, hand: ruled, reason: reason.trim(), version: match.version };
  const ask = complete ? () => post('/api/v1/matches/{id}/corrections', { id: match.id }, { ...body, reason: body.reason || '-', dry_run: true }) : null;
  const correct = () =>
    void command
      .run(body, async (sent, key) => {
        const ruling = await post('/api/v1/matches/{id}/corrections', { id: match.id }, sent, { key });
        desk.accept(ruling.match);
        await desk.load();
      })
      .then((done) => done && close());
  return (
    <Dialog title={t('page.correct.hand', { N: hand.number })} close={close}>
      {hand.hand && <p>{t('page.correct.now', { Order: orderWords(board, hand.hand.finish || []) })}</p>}
      {!voided && <OrderPad board={boardOfHand(board, hand)} match={match} order={order} change={setOrder} />}
      <label>
        <input type="checkbox" name="void" checked={voided} onChange={(event) => setVoided(event.currentTarget.checked)} />
        {t('page.correct.void')}
      </label>
      <Consequences ask={ask} about={complete ? JSON.stringify(ruled) : ''} />
      <ReasonField value={reason} change={setReason} />
      <Trouble error={command.error} />
      <button type="button" class="primary big" data-do="correct-yes" disabled={command.busy || !complete || reason.trim() === ''} onClick={correct}>
        {t('page.correct.do')}
      </button>
    </Dialog>
  );
}
