import type { DrawView, DrawnPair, DrawnSide } from '../shapes';

/** One lot as it is shown to the audience. */
export type Lot = { kind: 'number'; group: string; number: number; side: DrawnSide } | { kind: 'pair'; pair: DrawnPair } | { kind: 'bye'; side: DrawnSide };

/** The lots of a round in the order in which they are drawn: numbers group by group, then pairs by tables, then who sits out. */
export function lotsOf(draw: DrawView): Lot[] {
  const numbers = draw.groups.reduce<Lot[]>(
    (all, group) => all.concat(group.order.map((side, at): Lot => ({ kind: 'number', group: group.name, number: at + 1, side }))),
    [],
  );
  const pairs = draw.pairs.map((pair): Lot => ({ kind: 'pair', pair }));
  const byes = draw.byes.map((side): Lot => ({ kind: 'bye', side }));
  return numbers.concat(pairs, byes);
}

/** What tells a draw from another one of the same round. */
export function drawKey(draw: DrawView): string {
  const first = draw.pairs[0];
  return `${draw.round}/${draw.seed}/${first === undefined ? '' : first.match}`;
}

/** A page of the whole list at the end. */
export type ListPage = { kind: 'numbers'; group: string; from: number; sides: DrawnSide[] } | { kind: 'pairs'; pairs: DrawnPair[] } | { kind: 'rest'; sides: { side: DrawnSide; through: boolean }[] };

/** Four columns of eight. */
const onPage = 32;

function cut<T>(list: readonly T[], size: number): T[][] {
  const pages: T[][] = [];
  for (let at = 0; at < list.length; at += size) pages.push(list.slice(at, at + size));
  return pages;
}

/** The whole list in pages that a wall can show: pairs first, since everybody looks for a table, then who sits out, then the numbers. */
export function listPages(draw: DrawView): ListPage[] {
  const pages = cut(draw.pairs, onPage).map((pairs): ListPage => ({ kind: 'pairs', pairs }));
  const rest = draw.byes.map((side) => ({ side, through: false })).concat(draw.through.map((side) => ({ side, through: true })));
  cut(rest, onPage).forEach((sides) => pages.push({ kind: 'rest', sides }));
  for (const group of draw.groups) {
    cut(group.order, onPage).forEach((sides, at) => pages.push({ kind: 'numbers', group: group.name, from: at * onPage, sides }));
  }
  return pages;
}
