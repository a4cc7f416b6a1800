import { useState } from 'preact/hooks';
import { type Board, boardOfHand, orderWords, sideName } from '../parts/board';
import { Dialog } from '../parts/Dialog';
import { isComplete, type Order } from '../parts/order';
import { OrderPad } from '../parts/OrderPad';
import { SideMark } from '../parts/SideMark';
import { Trouble } from '../parts/Trouble';
import { useCommand } from '../parts/useCommand';
import { sides, type Hand, type HandView, type MatchView } from '../shapes';
import { post } from '../wire/client';
import { t } from '../words/words';
import { Consequences } from './Consequences';
import type { EventDesk } from './eventDesk';
import { ReasonField } from './ReasonField';

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
  const [reason, setReason] = useState('');
  const command = useCommand();
  const extra = hand.hand !== null && hand.hand.extra === true;
  const ruled = ((): Hand | null => {
    if (chosen === 'own') return isComplete(order, board.form) ? { finish: order.slice(), ...(extra ? { extra } : {}) } : null;
    const report = chosen === null ? undefined : hand.reports[chosen];
    return report === undefined ? null : report.hand;
  })();
  const body = ruled === null ? null : { game: hand.game, number: hand.number, hand: ruled, reason: reason.trim(), version: match.version };
  const ask = body === null ? null : () => post('/api/v1/matches/{id}/settle', { id: match.id }, { ...body, reason: body.reason || '-', dry_run: true });
  const settle = () => {
    if (body === null) return;
    void command
      .run(body, async (sent, key) => {
        const ruling = await post('/api/v1/matches/{id}/settle', { id: match.id }, sent, { key });
        desk.accept(ruling.match);
        await desk.load();
      })
      .then((done) => done && close());
  };
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
      <Consequences ask={ask} about={JSON.stringify(ruled)} />
      <ReasonField value={reason} change={setReason} />
      <Trouble error={command.error} />
      <button type="button" class="primary big" data-do="settle-yes" disabled={command.busy || body === null || reason.trim() === ''} onClick={settle}>
        {t('page.settle.do')}
      </button>
    </Dialog>
  );
}
