import type { Kind, Letter } from '../wire/outbox';
import { recall, remember } from '../wire/memory';
import { deviceId } from '../wire/random';

/**
 * What a phone takes along to another kiosk: who it is, since that one holds the
 * side, and what was not answered yet. It travels behind the # of the address,
 * which no browser sends to anybody.
 */
export interface Luggage {
  device: string;
  letters: Letter[];
}

const mark = '#luggage=';
const kinds: Kind[] = ['hands', 'confirm', 'object', 'calls'];
const most = { letters: 30, body: 20000, text: 200 };

export function pack(luggage: Luggage): string {
  return mark + encodeURIComponent(JSON.stringify(luggage));
}

/** What the address of a page brings along for this place; null if nothing, or nothing that a phone of ours would pack. */
export function unpack(token: string, hash: string): Luggage | null {
  if (hash.indexOf(mark) !== 0) return null;
  try {
    const read = JSON.parse(decodeURIComponent(hash.slice(mark.length))) as Partial<Luggage>;
    if (typeof read.device !== 'string' || !/^[A-Z0-9]{8,40}$/.test(read.device) || !Array.isArray(read.letters)) return null;
    const letters = read.letters as unknown[];
    if (letters.length > most.letters || !letters.every((letter) => isLetter(letter, token))) return null;
    return { device: read.device, letters: letters as Letter[] };
  } catch {
    return null;
  }
}

function isLetter(letter: unknown, token: string): letter is Letter {
  if (letter === null || typeof letter !== 'object') return false;
  const { key, kind, about, url, body, written } = letter as Partial<Letter>;
  return (
    isText(key, most.text) &&
    kinds.indexOf(kind as Kind) >= 0 &&
    isText(about, most.text) &&
    url === `/api/v1/t/${encodeURIComponent(token)}/${kind}` &&
    isText(body, most.body) &&
    typeof written === 'number'
  );
}

function isText(value: unknown, longest: number): boolean {
  return typeof value === 'string' && value.length > 0 && value.length <= longest;
}

const deviceName = (token: string) => `kiosk.device.${token}`;

/** The device that speaks for a place: this browser, or the one that it was at the kiosk it came from. */
export function deviceAt(token: string): string {
  const moved = recall(deviceName(token));
  return moved === null ? deviceId() : moved;
}

/**
 * Takes in what the page's address brings along, and cleans the address. The
 * letters come before those that wait here already; returns how many came, null
 * if the page did not come from another kiosk.
 */
export function arrive(token: string, outbox: string): number | null {
  const luggage = unpack(token, location.hash);
  if (luggage === null) return null;
  remember(deviceName(token), luggage.device);
  const here = lettersIn(outbox).filter((letter) => !luggage.letters.some((brought) => brought.key === letter.key));
  if (luggage.letters.length > 0) remember(outbox, JSON.stringify(luggage.letters.concat(here)));
  history.replaceState(null, '', location.pathname + location.search);
  return luggage.letters.length;
}

function lettersIn(outbox: string): Letter[] {
  try {
    const read: unknown = JSON.parse(recall(outbox) || '[]');
    return Array.isArray(read) ? (read as Letter[]) : [];
  } catch {
    return [];
  }
}
