import type { Lang3, Level, MatchView, RulebookView, Side, SideView } from '../shapes';
import { sideOfSeat } from '../shapes';
import { local, t } from '../words/words';
import { shownOrder, type Order, type OrderForm, orderForm } from './order';

/** Board is how a table is spoken of: the names of its seats, sides and places. */
export interface Board {
  form: OrderForm;
  seatNames: Record<string, Lang3>;
  sideNames: Record<Side, Lang3>;
  placeNames: Lang3[];
}

export function boardOfSide(view: SideView): Board {
  return { form: orderForm(view.event.game), seatNames: view.seat_names, sideNames: view.side_names, placeNames: view.place_names };
}

export function boardOfRulebook(rulebook: RulebookView): Board {
  return { form: orderForm(rulebook.game), seatNames: rulebook.seat_names, sideNames: rulebook.side_names, placeNames: rulebook.place_names };
}

export function seatName(board: Board, seat: number): string {
  const name = board.seatNames[String(seat)];
  return name ? local(name) : String(seat);
}

export function sideName(board: Board, side: Side): string {
  return local(board.sideNames[side]);
}

export function placeName(board: Board, place: number): string {
  const name = board.placeNames[place];
  return name ? local(name) : String(place + 1);
}

/** Who sits on a seat in a match, or nothing while nobody has said. */
export function sitter(match: MatchView, seat: number): string {
  const seats = match.sides[sideOfSeat(seat)].seats;
  return (seats && seats[String(seat)]) || '';
}

/** An order in one line: 南 西 东 北; a double-down names the two and says so. */
export function orderWords(board: Board, order: Order): string {
  const shown = shownOrder(order, board.form);
  const names = shown.map((seat) => seatName(board, seat)).join(' › ');
  return shown.length < board.form.seats ? t('page.order.double', { Order: names }) : names;
}

/** Two levels in the order A, B: 5 : 4. */
export function levelWords(levels: Record<Side, Level> | undefined): string {
  return levels ? `${levels.A} : ${levels.B}` : '';
}

export function pointWords(points: Record<Side, number> | undefined): string {
  return points ? `${points.A} : ${points.B}` : '';
}
