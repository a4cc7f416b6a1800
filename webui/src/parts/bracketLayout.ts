import type { BracketMatch, BracketPlace, BracketView } from '../shapes';

/** Where everything of a bracket stands, in pixels of a picture in its natural size. */
export interface BracketLayout {
  width: number;
  height: number;
  boxWidth: number;
  heads: readonly { x: number; text: string; current: boolean }[];
  boxes: readonly BracketBox[];
  lines: readonly BracketLine[];
  /** The match for third place, with where its heading stands. */
  third: BracketBox | null;
  champion: { x: number; y: number; place: BracketPlace | null } | null;
}

export interface BracketBox {
  column: number;
  match: BracketMatch;
  x: number;
  y: number;
  height: number;
}

export interface BracketLine {
  path: string;
  /** going: somebody has gone this way; to-come: somebody will. */
  kind: 'going' | 'to-come';
}

export const rowHeight = 34;
export const headHeight = 34;
const labelHeight = 17;
const gap = 13;

/** Somebody who is there alone, and needs one row. */
export function standsAlone(match: BracketMatch): boolean {
  return match.state === 'passed' && match.places.filter((place) => place.kind === 'entrant').length === 1;
}

function boxHeight(match: BracketMatch): number {
  return standsAlone(match) ? rowHeight : 2 * rowHeight;
}

interface Widths {
  boxWidth: number;
  between: number;
}

/** Wider boxes where there are few columns. */
function widths(columns: number): Widths {
  if (columns <= 3) return { boxWidth: 236, between: 44 };
  if (columns === 4) return { boxWidth: 208, between: 36 };
  if (columns === 5) return { boxWidth: 182, between: 28 };
  return { boxWidth: 168, between: 26 };
}

/** Boxes as wide as fill a screen, where the picture is so high. */
function widthsOf(columns: number, height: number, aspect: number): Widths {
  const between = 40;
  return { boxWidth: Math.round(Math.min(430, Math.max(190, (height * aspect - between * (columns - 1)) / columns))), between };
}

/** The column that is being played: the last that is drawn. */
export function currentColumn(bracket: BracketView): number {
  return bracket.columns.reduce((last, column, at) => (column.round > 0 ? at : last), -1);
}

/** True where the last column is one match, whose winner is the champion. */
function leadsToChampion(bracket: BracketView): boolean {
  const last = bracket.columns[bracket.columns.length - 1];
  return last !== undefined && (bracket.champion !== null || (bracket.fixed && last.matches.length === 1));
}

/** Where everything stands; for a screen, in about its proportion of width to height. */
export function layoutBracket(bracket: BracketView, aspect?: number): BracketLayout {
  const ending = leadsToChampion(bracket);
  const count = bracket.columns.length + (ending ? 1 : 0);
  const first = layoutIn(bracket, ending, widths(count));
  return aspect === undefined ? first : layoutIn(bracket, ending, widthsOf(count, first.height, aspect));
}

function layoutIn(bracket: BracketView, ending: boolean, { boxWidth, between }: Widths): BracketLayout {
  const step = boxWidth + between;
  const columns: BracketBox[][] = [];
  bracket.columns.forEach((column, at) => {
    const before = at > 0 ? bracket.columns[at - 1]!.matches : [];
    columns.push(stack(column.matches, at, at * step, canHaveLines(column.matches, before) ? columns[at - 1] || [] : []));
  });
  const boxes = columns.reduce<BracketBox[]>((all, column) => all.concat(column), []);
  const current = currentColumn(bracket);
  const last = columns[columns.length - 1] || [];
  const lowest = last.reduce((bottom, box) => Math.max(bottom, box.y + box.height), headHeight);
  const third = bracket.third && {
    column: columns.length - 1,
    match: bracket.third,
    x: (columns.length - 1) * step,
    y: lowest + headHeight + labelHeight + gap,
    height: boxHeight(bracket.third),
  };
  const final = last[0];
  const champion = ending && final !== undefined ? { x: columns.length * step, y: final.y + final.height / 2 - rowHeight, place: bracket.champion } : null;
  return {
    boxWidth,
    width: (columns.length + (champion ? 1 : 0)) * step - between,
    height: boxes.concat(third ? [third] : []).reduce((bottom, box) => Math.max(bottom, box.y + box.height), headHeight + (champion ? 2 * rowHeight : 0)) + 4,
    heads: bracket.columns.map((column, at) => ({ x: at * step, text: column.name, current: at === current && !bracket.over })),
    boxes: boxes.filter((box) => box.match.state !== 'empty'),
    lines: linesOf(columns, boxWidth, between).concat(champion && final ? [championLine(final, champion.x, boxWidth)] : []),
    third,
    champion,
  };
}

/** A column: each match in the middle of those that lead to it, and none over another. */
function stack(matches: readonly BracketMatch[], column: number, x: number, before: readonly BracketBox[]): BracketBox[] {
  let free = headHeight + labelHeight;
  return matches.map((match) => {
    const height = boxHeight(match);
    const from = match.places
      .map((place) => before[place.from - 1])
      .filter((box): box is BracketBox => box !== undefined)
      .map((box) => box.y + box.height / 2);
    const wanted = from.length > 0 ? from.reduce((sum, y) => sum + y, 0) / from.length - height / 2 : free;
    const y = Math.max(free, wanted);
    free = y + height + labelHeight + gap;
    return { column, match, x, y, height };
  });
}

/** Lines would only confuse where they cross, or lead from those who lost. */
function canHaveLines(matches: readonly BracketMatch[], before: readonly BracketMatch[]): boolean {
  let last = 0;
  return matches.every((match) =>
    match.places.every((place) => {
      const from = before[place.from - 1];
      if (from === undefined) return true;
      const ordered = place.from > last;
      last = place.from;
      return ordered && (place.kind !== 'entrant' || from.places.some((one) => one.won && one.entrant === place.entrant));
    }),
  );
}

function linesOf(columns: readonly BracketBox[][], boxWidth: number, between: number): BracketLine[] {
  const lines: BracketLine[] = [];
  columns.forEach((column, at) => {
    const before = at > 0 ? columns[at - 1]! : [];
    if (!canHaveLines(column.map((box) => box.match), before.map((box) => box.match))) return;
    for (const box of column) {
      box.match.places.forEach((place, row) => {
        const from = before[place.from - 1];
        if (from === undefined || from.match.state === 'empty' || place.kind === 'empty' || place.kind === 'loser') return;
        const y = standsAlone(box.match) ? box.y + rowHeight / 2 : box.y + rowHeight * (row + 0.5);
        lines.push({ path: elbow(from, box.x, y, boxWidth, between), kind: place.kind === 'entrant' ? 'going' : 'to-come' });
      });
    }
  });
  return lines;
}

function elbow(from: BracketBox, x: number, y: number, boxWidth: number, between: number): string {
  const start = from.x + boxWidth;
  const middle = from.y + from.height / 2;
  return middle === y ? `M${start} ${middle}H${x}` : `M${start} ${middle}H${x - between / 2}V${y}H${x}`;
}

function championLine(final: BracketBox, x: number, boxWidth: number): BracketLine {
  const decided = final.match.places.some((place) => place.won);
  return { path: `M${final.x + boxWidth} ${final.y + final.height / 2}H${x}`, kind: decided ? 'going' : 'to-come' };
}

/**
 * The part of a bracket from a column on, its first column cut to a stretch of
 * its matches with what follows from them. All links stay true.
 */
export function partOf(bracket: BracketView, column: number, start: number, count: number, atMost = bracket.columns.length): BracketView {
  let slots = bracket.columns[column] === undefined ? [] : bracket.columns[column]!.matches.slice(start, start + count).map((match) => match.slot);
  const columns = bracket.columns.slice(column, column + atMost).map((one, at) => {
    if (at > 0) {
      const led = slots;
      slots = one.matches.filter((match) => match.places.some((place) => led.indexOf(place.from) >= 0)).map((match) => match.slot);
    }
    return one.matches.filter((match) => slots.indexOf(match.slot) >= 0);
  });
  const whole = columns.length === bracket.columns.length - column;
  return {
    ...bracket,
    third: whole ? bracket.third : null,
    champion: whole ? bracket.champion : null,
    columns: columns.map((matches, at) => ({
      ...bracket.columns[column + at]!,
      matches: matches.map((match) => ({
        ...match,
        places: match.places.map((place) => ({ ...place, from: at === 0 ? 0 : 1 + columns[at - 1]!.map((one) => one.slot).indexOf(place.from) })),
      })),
    })),
  };
}
