import { sideOfSeat, type MatchView } from '../shapes';
import { t } from '../words/words';
import { type Board, placeName, seatName, sitter } from './board';
import { impliedLast, isComplete, type Order, withoutLast, withSeat } from './order';
import { SideMark } from './SideMark';

interface OrderPadProps {
  board: Board;
  match: MatchView;
  order: Order;
  change(order: Order): void;
}

/** The table from above: seats are tapped in the order in which their players finished. */
export function OrderPad({ board, match, order, change }: OrderPadProps) {
  const seats: number[] = [];
  for (let seat = 1; seat <= board.form.seats; seat++) seats.push(seat);
  const complete = isComplete(order, board.form);
  const last = complete ? impliedLast(order, board.form) : null;
  return (
    <div class="order-pad">
      <div class={`round round-${board.form.seats}`}>
        {seats.map((seat) => {
          const at = order.indexOf(seat);
          const place = at >= 0 ? at : seat === last ? order.length : -1;
          const side = sideOfSeat(seat, board.sitting);
          return (
            <button
              type="button"
              key={seat}
              class={`seat at-${seat} seat-${side}`}
              data-seat={seat}
              aria-pressed={at >= 0}
              disabled={at >= 0 || complete}
              onClick={() => change(withSeat(order, seat, board.form))}
            >
              <span class="seat-name">
                <SideMark side={side} /> {seatName(board, seat)}
              </span>
              <span class="seat-sitter">{sitter(match, seat, board)}</span>
              {place >= 0 && <span class={at >= 0 ? 'seat-place' : 'seat-place implied'}>{placeName(board, place)}</span>}
            </button>
          );
        })}
        <span class="round-middle" aria-live="polite">
          {complete ? t('page.order.complete') : t('page.order.tap', { Place: placeName(board, order.length) })}
        </span>
      </div>
      <div class="order-tools">
        <button type="button" class="quiet" data-do="undo" disabled={order.length === 0} onClick={() => change(withoutLast(order))}>
          {t('page.order.undo')}
        </button>
        <button type="button" class="quiet" data-do="clear" disabled={order.length === 0} onClick={() => change([])}>
          {t('page.order.clear')}
        </button>
      </div>
    </div>
  );
}
