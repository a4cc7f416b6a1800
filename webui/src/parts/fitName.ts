/** A name as it is set into a box: one line of full size, or two smaller ones; cut where it is longer still. */
export interface FittedName {
  lines: string[];
  small: boolean;
  cut: boolean;
}

/** How much smaller two lines are set. */
export const smallSize = 0.8;

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

export function fitName(name: string, ems: number): FittedName {
  if (textWidth(name) <= ems) return { lines: [name], small: false, cut: false };
  const room = ems / smallSize;
  const chars = Array.from(name);
  const first = take(chars, room);
  const rest = chars.slice(first).join('').trim();
  const head = chars.slice(0, first).join('').trim();
  if (textWidth(rest) <= room) return { lines: rest === '' ? [head] : [head, rest], small: true, cut: false };
  const left = Array.from(rest);
  let count = 0;
  let width = 0;
  while (width + charWidth(left[count]!) <= room - 1) {
    width += charWidth(left[count]!);
    count++;
  }
  return { lines: [head, `${left.slice(0, count).join('')}…`], small: true, cut: true };
}
