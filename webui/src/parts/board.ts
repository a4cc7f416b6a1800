import type { HandForm, HandView, Lang3, Level, MatchView, PublicMatch, RulebookView, Side, SideView } from '../shapes';
import { sideOfSeat } from '../shapes';
import { local, t } from '../words/words';
import { shownOrder, type Order, type OrderForm, orderForm } from './order';

/** Board is how a table is spoken of: the names of its seats, sides and places. */
export interface Board {
  form: OrderForm;
  /** What a hand is told by beside its order. */
  hand: HandForm;
  seatNames: Record<string, Lang3>;
  sideNames: Record<Side, Lang3>;
  placeNames: Lang3[];
  /** The sitting of a team meeting that is spoken of: it says whose the seats are. */
  sitting?: number | undefined;
}

export function boardOfSide(view: SideView): Board {
  const sitting = view.meeting ? view.meeting.sitting : undefined;
  return { form: orderForm(view.event.game), hand: view.hand_form || {}, seatNames: view.seat_names, sideNames: view.side_names, placeNames: view.place_names, sitting };
}

/** The board as it was when a hand was played. */
export function boardOfHand(board: Board, hand: HandView): Board {
  return hand.sitting === undefined ? board : { ...board, sitting: hand.sitting };
}

export function boardOfRulebook(rulebook: RulebookView): Board {
  return { form: orderForm(rulebook.game), hand: rulebook.hand_form || {}, seatNames: rulebook.seat_names, sideNames: rulebook.side_names, placeNames: rulebook.place_names };
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

/** Who sits on a seat in a match, or nothing while nobody has said. In a team meeting that may have been somebody else when a hand was played. */
export function sitter(match: MatchView, seat: number, board?: Board, hand?: HandView): string {
  const played = hand !== undefined && hand.sitting !== undefined;
  const seats = played ? hand!.seats : match.sides[sideOfSeat(seat, board && board.sitting)].seats;
  return (seats && seats[String(seat)]) || '';
}

/** A hand's name: its number, in a team meeting with its table and sitting, and with the game where there are several. */
export function handWords(hand: HandView, games = 1): string {
  const args = { Game: hand.game, N: hand.number, Table: hand.table || '', Sitting: hand.sitting || '' };
  if (hand.sitting === undefined) return games > 1 ? t('page.hand.game', args) : t('page.hand', args);
  return games > 1 ? t('page.meeting.hand.game', args) : t('page.meeting.hand', args);
}

/** The tables of a match: one, or the first and the last of those side by side. */
export function tableWords(match: Pick<MatchView | PublicMatch, 'table' | 'tables'>): string {
  const tables = match.tables || [];
  if (tables.length > 1) return `${tables[0]}–${tables[tables.length - 1]}`;
  return match.table === null ? '' : String(match.table);
}

/** True if the match sits at the table. */
export function sitsAt(match: Pick<MatchView | PublicMatch, 'table' | 'tables'>, table: number): boolean {
  return match.table === table || (match.tables || []).indexOf(table) >= 0;
}

/** Seats as they are spoken of: 1·3·5. */
export function seatNumbers(seats: readonly number[]): string {
  return seats.join('·');
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
