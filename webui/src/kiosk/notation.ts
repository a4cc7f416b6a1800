import type { Hand, Incident, Side } from '../shapes';
import type { Board } from '../parts/board';
import { bottomOf, type IncidentField } from '../parts/hand';
import { isComplete, readDigits } from '../parts/order';

// How a hand is typed from paper, in one row, with the keyboard alone:
//
//   Guandan       13          the finishing order by seats
//   Gouji         135246 b16  the order, and what happened besides: a letter for
//                             what, then who did it, then to whom
//   Shuangsheng   a85 d10p2   who is on stage (where nobody knows yet), the
//                             defenders' points, the bottom, failed throws
//
// A plus sign at the end marks the extra hand.

export type RowSlip = 'none' | 'empty' | 'digit' | 'seat' | 'twice' | 'incomplete' | 'mark' | 'stage';

/** What a row says, as far as it can be read. */
export interface Row {
  hand: Hand;
  slip: RowSlip;
}

type Told = Pick<Board, 'form' | 'hand'>;

/** The letters of incidents, with the seats that follow. */
const letters: readonly { letter: string; kind: Incident['kind']; fields: readonly IncidentField[] }[] = [
  { letter: 'c', kind: 'closed', fields: ['seat'] },
  { letter: 'o', kind: 'opened', fields: ['seat'] },
  { letter: 's', kind: 'stifle', fields: ['by', 'seat'] },
  { letter: 'b', kind: 'burn', fields: ['by', 'against'] },
  { letter: 'n', kind: 'no-three', fields: ['seat'] },
  { letter: 't', kind: 'two-for-one', fields: ['by'] },
];

/** The letters of a burn's results; none is a success. */
const results: readonly { letter: string; result: NonNullable<Incident['result']> }[] = [
  { letter: '', result: 'success' },
  { letter: 'r', result: 'relieved' },
  { letter: 'c', result: 'countered' },
  { letter: 'k', result: 'killed' },
  { letter: 'f', result: 'failed' },
];

/** Reads a row. `staged` says that it is known who is on stage, so the row need not. */
export function readRow(text: string, told: Told, staged = true): Row {
  const plain = text.normalize('NFKC').toLowerCase();
  const extra = /\+\s*$/.test(plain) ? { extra: true } : {};
  const body = plain.replace(/\+/g, ' ').trim();
  if (body === '') return { hand: told.hand.points === undefined ? { finish: [], ...extra } : { ...extra }, slip: 'empty' };
  const row = told.hand.points === undefined ? readOrder(body, told) : readPoints(body, staged);
  return { hand: { ...row.hand, ...extra }, slip: row.slip };
}

function readOrder(body: string, told: Told): Row {
  const marks = /^([^a-z]*)([a-z].*)?$/.exec(body);
  const { order, slip } = readDigits((marks && marks[1]) || '', told.form);
  const hand: Hand = { finish: order.slice() };
  if (slip !== 'none') return { hand, slip };
  if (marks && marks[2] !== undefined) {
    const events = readIncidents(marks[2], told);
    if (events === null) return { hand, slip: 'mark' };
    hand.events = events;
  }
  return { hand, slip: isComplete(order, told.form) ? 'none' : 'incomplete' };
}

function readIncidents(text: string, told: Told): Incident[] | null {
  const incidents: Incident[] = [];
  for (const mark of text.split(/[\s,;、，]+/)) {
    const incident = readIncident(mark, told);
    if (incident === null) return null;
    incidents.push(incident);
  }
  return incidents;
}

function readIncident(mark: string, told: Told): Incident | null {
  const parts = /^([a-z])(\d+)(?:([a-z])(\d)?)?$/.exec(mark);
  if (parts === null) return null;
  const letter = letters.filter((one) => one.letter === parts[1])[0];
  if (letter === undefined || parts[2]!.length !== letter.fields.length) return null;
  const incident: Incident = { kind: letter.kind };
  letter.fields.forEach((field, at) => {
    incident[field] = Number(parts[2]!.charAt(at));
  });
  if (letter.kind === 'burn') {
    const result = results.filter((one) => one.letter === (parts[3] || ''))[0];
    if (result === undefined || (result.result === 'countered') !== (parts[4] !== undefined)) return null;
    incident.result = result.result;
    if (parts[4] !== undefined) incident.counter_by = Number(parts[4]);
  } else if (parts[3] !== undefined) {
    return null;
  }
  const known = (told.hand.incidents || []).some((form) => form.kind === incident.kind && form.result === incident.result);
  const seated = [incident.seat, incident.by, incident.against, incident.counter_by].every((seat) => seat === undefined || (seat >= 1 && seat <= told.form.seats));
  return known && seated ? incident : null;
}

function readPoints(body: string, staged: boolean): Row {
  const [first, ...marks] = body.split(/[\s,;、，]+/);
  const points = /^([ab])?(\d{1,3})$/.exec(first!);
  if (points === null) return { hand: {}, slip: /^[ab]$/.test(first!) ? 'incomplete' : 'mark' };
  const hand: Hand = { tricks: Number(points[2]) };
  if (points[1] !== undefined) hand.on_stage = sideOf(points[1]);
  for (const mark of marks) if (!readMark(mark, hand)) return { hand, slip: 'mark' };
  return { hand, slip: points[1] === undefined && !staged ? 'stage' : 'none' };
}

function readMark(mark: string, hand: Hand): boolean {
  const bottom = /^d(\d{1,2})(?:p([1-9]))?$/.exec(mark);
  if (bottom !== null && hand.bottom === undefined) {
    hand.bottom = bottomOf(Number(bottom[1]), Number(bottom[2] || 0));
    return true;
  }
  const thrown = /^t([ab])(\d{1,2})$/.exec(mark);
  if (thrown === null) return false;
  hand.throws = (hand.throws || []).concat({ side: sideOf(thrown[1]!), cards: Number(thrown[2]) });
  return true;
}

function sideOf(letter: string): Side {
  return letter === 'a' ? 'A' : 'B';
}

/** A hand as somebody would have typed it. */
export function writeRow(hand: Hand): string {
  const words = hand.tricks === undefined ? [(hand.finish || []).join('')] : [(hand.on_stage || '').toLowerCase() + String(hand.tricks)];
  (hand.events || []).forEach((incident) => words.push(writeIncident(incident)));
  if (hand.bottom && hand.bottom.last === 'defenders') words.push(`d${hand.bottom.points}${hand.bottom.pairs ? `p${hand.bottom.pairs}` : ''}`);
  (hand.throws || []).forEach((one) => words.push(`t${one.side.toLowerCase()}${one.cards}`));
  return words.join(' ') + (hand.extra ? '+' : '');
}

function writeIncident(incident: Incident): string {
  const letter = letters.filter((one) => one.kind === incident.kind)[0]!;
  const seats = letter.fields.map((field) => incident[field]).join('');
  const result = incident.result === undefined ? '' : results.filter((one) => one.result === incident.result)[0]!.letter;
  return letter.letter + seats + result + (incident.counter_by === undefined ? '' : String(incident.counter_by));
}

/** The marks that a rulebook has use for, for the legend. */
export function legendOf(told: Told): string[] {
  if (told.hand.points !== undefined) return ['points'];
  const kinds = (told.hand.incidents || []).map((form) => form.kind);
  return letters.filter((one) => kinds.indexOf(one.kind) >= 0).map((one) => one.kind);
}
