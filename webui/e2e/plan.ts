import type { Side } from '../src/shapes';

/** How a match between two pairs is to end. */
export interface Planned {
  winner: string;
  /** Levels that the loser climbs on the way, hand by hand. */
  gains: readonly number[];
}

// The whole plan. A pair with a lower number beats one with a higher, by
// passing A (2 points) with the loser still at 2, except as listed here.
//
// Group A, worked out by hand. A05 beats A03, so A03, A04 and A05 have beaten
// each other in a ring; each has lost to A01 and A02 and beaten A06 to A12.
//
//   A01 11 wins 22 points    A02 10 wins 20    A03, A04, A05 8 wins 16 each
//   A06  6 wins 12           A07  5 wins 10    … A12 none
//
// So exactly three are level, and no two others. Three are ranked by the sum of
// level differences over all their matches. Passing A counts as level 15, one
// above A, and 2 is 2: a match is worth +13 or −13. Nine wins and losses stand
// against each other, 8 − 3 = 5, so each would have 5 × 13 = 65, but
//
//   A03 lets A06 climb one:             65 − 1 = 64
//   A04 lets A07 climb three:           65 − 3 = 62
//   A05                                        65
//
// The order is A05, A03, A04: A04 with the same points is fifth and out.
//
// Group B is ranked by points alone: B01 to B12.
//
// Places 1 to 4 are played by A01, A02, B01, B02, places 5 to 8 by A05, A03,
// B03, B04. The first list holds the order in which they finish.
const finalOrders = [
  ['B02', 'A01', 'B01', 'A02'],
  ['A03', 'B04', 'A05', 'B03'],
];

/** The eight who get a certificate, first to eighth. */
export const firstEight: readonly string[] = finalOrders.flat();

/** Group A after the last round: its first five, with points and, for the three that are level, the sum that decides. */
export const groupA = [
  { number: 'A01', points: '22', difference: null },
  { number: 'A02', points: '20', difference: null },
  { number: 'A05', points: '16', difference: 65 },
  { number: 'A03', points: '16', difference: 64 },
  { number: 'A04', points: '16', difference: 62 },
  { number: 'A06', points: '12', difference: null },
] as const;

export function planned(phase: string, one: string, other: string): Planned {
  const [low, high] = one < other ? [one, other] : [other, one];
  if (phase === 'final') {
    const order = finalOrders.find((numbers) => numbers.includes(low));
    if (order === undefined || !order.includes(high)) throw new Error(`${low} and ${high} do not meet in a final`);
    return { winner: order.indexOf(low) < order.indexOf(high) ? low : high, gains: [] };
  }
  if (low === 'A03' && high === 'A05') return { winner: 'A05', gains: [] };
  if (low === 'A03' && high === 'A06') return { winner: 'A03', gains: [1] };
  if (low === 'A04' && high === 'A07') return { winner: 'A04', gains: [3] };
  return { winner: low, gains: [] };
}

/** The order of finishing in which a side climbs by so many levels. */
export function climb(side: Side, levels: number): number[] {
  const [own, partner, other, last] = side === 'A' ? [1, 3, 2, 4] : [2, 4, 1, 3];
  if (levels === 3) return [own!, partner!];
  return levels === 2 ? [own!, other!, partner!, last!] : [own!, other!, last!, partner!];
}

/** The hands of a match that a side wins by passing A: 2, 5, 8, J, A and out; the loser's hands come after the first. */
export function straightWin(winner: Side, gains: readonly number[]): number[][] {
  const loser = winner === 'A' ? 'B' : 'A';
  const double = climb(winner, 3);
  return [double, ...gains.map((levels) => climb(loser, levels)), double, double, double, double];
}

/** The same with every kind of climb, for phones that are tapped: 2, 5, 7, 8, J, A, and past A with the partner second to last. */
export function variedWin(winner: Side, gains: readonly number[]): number[][] {
  const loser = winner === 'A' ? 'B' : 'A';
  return [climb(winner, 3), ...gains.map((levels) => climb(loser, levels)), climb(winner, 2), climb(winner, 1), climb(winner, 3), climb(winner, 3), climb(winner, 2)];
}
