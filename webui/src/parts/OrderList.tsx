import { sideOfSeat, type HandView, type MatchView } from '../shapes';
import { t } from '../words/words';
import { type Board, boardOfHand, placeName, seatName, sitter } from './board';
import { type Order, shownOrder } from './order';
import { SideMark } from './SideMark';

/** A finishing order, one place a line, as large as it must be to be read across a table. */
export function OrderList({ board, match, order, hand }: { board: Board; match: MatchView; order: Order; hand?: HandView }) {
  const shown = shownOrder(order, board.form);
  const { sitting } = hand === undefined ? board : boardOfHand(board, hand);
  return (
    <ol class="order-list">
      {shown.map((seat, place) => (
        <li key={seat} class={`line-${sideOfSeat(seat, sitting)}`}>
          <span class="place">{placeName(board, place)}</span>
          <SideMark side={sideOfSeat(seat, sitting)} />
          <b>{seatName(board, seat)}</b>
          <span class="who">{sitter(match, seat, board, hand)}</span>
        </li>
      ))}
      {shown.length < board.form.seats && <li class="rest">{t('page.order.double.note')}</li>}
    </ol>
  );
}
