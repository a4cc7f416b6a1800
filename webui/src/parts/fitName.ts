/** A name as it is set into a box: one line, somewhat smaller if need be, or two small ones; cut where it is longer still. */
export interface FittedName {
  lines: string[];
  /** Of the full size. */
  scale: number;
  cut: boolean;
}

/** One line is set no smaller than this before there are two. */
const smallestLine = 0.82;

const narrow = 'iljtfrI.,:;·\'|!()[] ';
const wide = 'mwMW@%—';

/** About how wide a character is, in ems: scripts of full width take one. */
function charWidth(char: string): number {
  const code = char.codePointAt(0) || 0;
  if (code >= 0x1100) return 1;
  if (narrow.indexOf(char) >= 0) return 0.34;
  if (wide.indexOf(char) >= 0) return 0.9;
  return char >= 'A' && char <= 'Z' ? 0.7 : 0.58;
}

export function textWidth(text: string): number {
  return Array.from(text).reduce((sum, char) => sum + charWidth(char), 0);
}

/** As many characters as fit, cut before a word in letters rather than within it where that leaves anything. */
function take(chars: readonly string[], ems: number): number {
  let width = 0;
  let count = 0;
  while (count < chars.length && width + charWidth(chars[count]!) <= ems) {
    width += charWidth(chars[count]!);
    count++;
  }
  if (count === chars.length) return count;
  const letter = /[A-Za-z0-9À-ÿ]/;
  let at = count;
  while (at > 0 && letter.test(chars[at]!) && letter.test(chars[at - 1]!)) at--;
  return at > count / 3 ? at : Math.max(1, count);
}

/** Sets a name into a width given in ems of its full size; two lines are as small as they have to be. */
export function fitName(name: string, ems: number, twoLines = 0.8): FittedName {
  const width = textWidth(name);
  if (width <= ems) return { lines: [name], scale: 1, cut: false };
  if (width * smallestLine <= ems) return { lines: [name], scale: ems / width, cut: false };
  const room = ems / twoLines;
  const chars = Array.from(name);
  const first = take(chars, room);
  const head = chars.slice(0, first).join('').trim();
  const rest = chars.slice(first).join('').trim();
  const lines = rest === '' ? [head] : [head, rest];
  if (textWidth(rest) <= room) return { lines, scale: twoLines, cut: false };
  const left = Array.from(rest);
  let count = 0;
  for (let used = 1; count < left.length && used + charWidth(left[count]!) <= room; count++) used += charWidth(left[count]!);
  return { lines: [head, `${left.slice(0, count).join('')}…`], scale: twoLines, cut: true };
}
