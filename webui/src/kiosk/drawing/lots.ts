import type { DrawnSide, NextField, Problem } from '../../shapes';

/** What somebody typed for an entrant: the one it means, or why that is not clear. */
export type Typed = { side: DrawnSide } | { side: null; why: 'empty' | 'unknown' | 'several' };

function plain(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}

/** A number as it is spoken: A03 and a3 are the same. */
function spoken(number: string): string {
  return plain(number).replace(/\s+/g, '').replace(/(^|\D)0+(?=\d)/g, '$1');
}

/**
 * The entrant that is meant: by its number, which need not have its zeros, by
 * its whole name, or by a part of its name, unit that only it has.
 */
export function readEntrant(sides: readonly DrawnSide[], text: string): Typed {
  const wanted = plain(text);
  if (wanted === '') return { side: null, why: 'empty' };
  const tries: ((side: DrawnSide) => boolean)[] = [
    (side) => plain(side.number) === wanted,
    (side) => side.number !== '' && spoken(side.number) === spoken(wanted),
    (side) => plain(side.name) === wanted,
    (side) => plain(`${side.name} ${side.unit}`).indexOf(wanted) >= 0,
  ];
  for (const fits of tries) {
    const found = sides.filter(fits);
    if (found.length === 1) return { side: found[0]! };
    if (found.length > 1) return { side: null, why: 'several' };
  }
  return { side: null, why: 'unknown' };
}

export interface PaperPair {
  home: string;
  away: string;
}

/** Everybody whom a round can name, group by group. */
export function everybody(field: NextField): DrawnSide[] {
  return field.groups.reduce<DrawnSide[]>((all, group) => all.concat(group.order), []);
}

/** Who is named in no pair yet. Those who are through or meet for third place alone do not sit out. */
export function unpaired(field: NextField, pairs: readonly PaperPair[]): DrawnSide[] {
  const named = pairs.reduce<string[]>((all, pair) => all.concat(pair.home, pair.away), []).concat(field.through.map((side) => side.entrant));
  return everybody(field).filter((side) => named.indexOf(side.entrant) < 0);
}

/** Who sits out if the pairs are all: whoever is left, apart from the two for third place. */
export function byesOf(field: NextField, pairs: readonly PaperPair[]): DrawnSide[] {
  const third = field.third.map((side) => side.entrant);
  return unpaired(field, pairs).filter((side) => third.indexOf(side.entrant) < 0);
}

export function groupOf(field: NextField, entrant: string): string {
  return field.groups.filter((group) => group.order.some((side) => side.entrant === entrant)).map((group) => group.name)[0] || '';
}

/** The number that each entrant drew, as it is typed, by entrant. */
export type Numbers = Record<string, string>;

export type NumberTrouble = 'range' | 'twice' | '';

/** What is wrong with a number that was typed, in a group. */
export function numberTrouble(order: readonly DrawnSide[], numbers: Numbers, entrant: string): NumberTrouble {
  const text = (numbers[entrant] || '').normalize('NFKC').trim();
  if (text === '') return '';
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < 1 || number > order.length) return 'range';
  return order.some((side) => side.entrant !== entrant && Number((numbers[side.entrant] || '').normalize('NFKC').trim()) === number) ? 'twice' : '';
}

/** A group in the order of its numbers, null until everybody has one. */
export function orderOf(order: readonly DrawnSide[], numbers: Numbers): string[] | null {
  const ids: string[] = [];
  for (const side of order) {
    if (numberTrouble(order, numbers, side.entrant) !== '' || (numbers[side.entrant] || '').trim() === '') return null;
    ids[Number(numbers[side.entrant]!.normalize('NFKC').trim()) - 1] = side.entrant;
  }
  return ids;
}

/** The refusals that belong to a place: a pair, somebody who sits out, a number of a group. */
export function faultsAt(problem: Problem | null, place: string): string[] {
  return ((problem && problem.faults) || []).filter((fault) => fault.at.indexOf(place) >= 0 && endsPlace(fault.at, place)).map((fault) => fault.message);
}

function endsPlace(at: string, place: string): boolean {
  const rest = at.slice(at.indexOf(place) + place.length);
  return rest === '' || rest[0] === '/';
}

/** The refusals that belong to no line that is shown. */
export function faultsElsewhere(problem: Problem | null): string[] {
  return ((problem && problem.faults) || []).filter((fault) => !/\/(pairings|byes)\/\d+|\/orders\/[^/]*\/\d+/.test(fault.at)).map((fault) => fault.message);
}
