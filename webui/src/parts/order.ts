import { sideOfSeat } from '../shapes';

/** A finishing order as it is being entered: seats, first to last. */
export type Order = readonly number[];

/** What an order must have before it is complete. */
export interface OrderForm {
  seats: number;
  /** Two of one side in the first places end the hand (double-down). */
  shortForm: boolean;
}

export function orderForm(game: string): OrderForm {
  if (game === 'gouji') return { seats: 6, shortForm: false };
  return { seats: 4, shortForm: game === 'guandan' };
}

function doubleDown(order: Order): boolean {
  const [first, second] = order;
  return first !== undefined && second !== undefined && sideOfSeat(first) === sideOfSeat(second);
}

/** True when nothing is left to choose: the order decides every place. */
export function isComplete(order: Order, form: OrderForm): boolean {
  if (form.shortForm && order.length >= 2 && doubleDown(order)) return true;
  return order.length >= form.seats - 1;
}

/** The seat that is left for the last place, once all others are chosen; otherwise none. */
export function impliedLast(order: Order, form: OrderForm): number | null {
  if (order.length !== form.seats - 1) return null;
  for (let seat = 1; seat <= form.seats; seat++) if (order.indexOf(seat) < 0) return seat;
  return null;
}

/** The order with one seat more; unchanged where the seat stands there already or the order is complete. */
export function withSeat(order: Order, seat: number, form: OrderForm): Order {
  if (seat < 1 || seat > form.seats || order.indexOf(seat) >= 0 || isComplete(order, form)) return order;
  return order.concat(seat);
}

export function withoutLast(order: Order): Order {
  return order.slice(0, -1);
}

/** The places of an order as shown: those chosen and the one implied. */
export function shownOrder(order: Order, form: OrderForm): Order {
  const last = impliedLast(order, form);
  return last === null || (form.shortForm && doubleDown(order)) ? order : order.concat(last);
}

/** What a typed row of digits is: "13", "2143". Full-width digits are taken too. */
export interface Typed {
  order: Order;
  slip: 'none' | 'digit' | 'seat' | 'twice';
}

export function readDigits(text: string, form: OrderForm): Typed {
  const order: number[] = [];
  for (const character of text.normalize('NFKC').replace(/[\s,;、，-]/g, '').split('')) {
    if (character < '0' || character > '9') return { order, slip: 'digit' };
    const seat = Number(character);
    if (seat < 1 || seat > form.seats) return { order, slip: 'seat' };
    if (order.indexOf(seat) >= 0) return { order, slip: 'twice' };
    order.push(seat);
  }
  return { order, slip: 'none' };
}

/** True when two orders mean the same: [1,3] and [1,3,2,4], [2,1,4] and [2,1,4,3]. */
export function sameOrder(left: Order, right: Order, form: OrderForm): boolean {
  if (form.shortForm && doubleDown(left) && doubleDown(right)) return left[0] === right[0] && left[1] === right[1];
  const a = shownOrder(left, form);
  const b = shownOrder(right, form);
  return a.length === b.length && a.every((seat, place) => seat === b[place]);
}
