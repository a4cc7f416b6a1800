import type { Hand, HandForm, HandView, Incident, Next, Side } from '../shapes';
import { t, tOf } from '../words/words';
import { type Board, orderWords, seatName, sideName } from './board';
import { isComplete, type Order } from './order';

export type Throw = NonNullable<Hand['throws']>[number];
export type Camp = NonNullable<Hand['bottom']>['last'];
export type IncidentForm = NonNullable<HandForm['incidents']>[number];
export type PointsForm = NonNullable<HandForm['points']>;
export type IncidentField = IncidentForm['fields'][number];

/** A hand as it is being told; null is what nobody has chosen yet. */
export interface Draft {
  finish: Order;
  events: readonly Incident[];
  onStage: Side | null;
  tricks: number | null;
  /** Who took the last trick; the rest of it is asked only of the defenders. */
  last: Camp | null;
  bottom: number | null;
  /** The pairs in the play that took it, 0 for one without. */
  pairs: number | null;
  throws: readonly Throw[];
  /** The incident that is being told: a hand is not whole before it is told or given up. */
  telling: Telling | null;
  /** Whose failed throw is being told. */
  throwing: Side | null;
}

/** An incident with the seats that are chosen so far. */
export interface Telling {
  form: IncidentForm;
  seats: Partial<Record<IncidentField, number>>;
}

export const emptyDraft: Draft = { finish: [], events: [], onStage: null, tricks: null, last: null, bottom: null, pairs: null, throws: [], telling: null, throwing: null };

/** What is asked about a hand: whether it is the extra one, and who is on stage where that follows. */
export interface Asked {
  extra: boolean;
  /** Nobody knows yet who is on stage: the hand must say it. */
  asksStage: boolean;
  onStage: Side | null;
}

export function askedNext(board: Board, next: Next): Asked {
  const onStage = next.on_stage || null;
  return { extra: next.extra === true, asksStage: board.hand.points !== undefined && onStage === null, onStage };
}

/** What is asked when a hand on record is told anew. */
export function askedAgain(board: Board, hand: HandView): Asked {
  const told = hand.hand || (hand.reports.A && hand.reports.A.hand) || (hand.reports.B && hand.reports.B.hand);
  return { extra: told !== undefined && told.extra === true, asksStage: board.hand.points !== undefined && told !== undefined && told.on_stage !== undefined, onStage: null };
}

/** True when nothing is left to choose. */
export function isWhole(draft: Draft, board: Board, asked: Asked): boolean {
  if (draft.telling !== null || draft.throwing !== null) return false;
  if (board.hand.points === undefined) return isComplete(draft.finish, board.form);
  if (asked.asksStage && draft.onStage === null) return false;
  if (draft.tricks === null || draft.last === null) return false;
  return draft.last === 'declarers' || (draft.bottom !== null && draft.pairs !== null);
}

/** The hand of a whole draft. */
export function handOf(draft: Draft, board: Board, asked: Asked): Hand {
  const extra = asked.extra ? { extra: true } : {};
  if (board.hand.points === undefined) {
    const events = draft.events.length > 0 ? { events: draft.events.slice() } : {};
    return { finish: draft.finish.slice(), ...events, ...extra };
  }
  const hand: Hand = { tricks: draft.tricks || 0, ...extra };
  if (asked.asksStage && draft.onStage !== null) hand.on_stage = draft.onStage;
  if (draft.last === 'defenders') hand.bottom = bottomOf(draft.bottom || 0, draft.pairs || 0);
  if (draft.throws.length > 0) hand.throws = draft.throws.slice();
  return hand;
}

export function bottomOf(points: number, pairs: number): NonNullable<Hand['bottom']> {
  const won = { points, last: 'defenders' as const };
  return pairs > 0 ? { ...won, play: 'pairs', pairs } : { ...won, play: 'single' };
}

/** The incident that a form asks for, once all its seats are chosen; otherwise null. */
export function incidentOf(form: IncidentForm, seats: Partial<Record<IncidentField, number>>): Incident | null {
  const incident: Incident = { kind: form.kind };
  for (const field of form.fields) {
    const seat = seats[field];
    if (seat === undefined) return null;
    incident[field] = seat;
  }
  if (form.result !== undefined) incident.result = form.result;
  return incident;
}

/** True where the incident may name the seat next: nobody twice, and where the rulebook wants them apart no opposites. */
export function mayBe({ form, seats }: Telling, seat: number, ofSeats: number): boolean {
  if (form.fields.some((field) => seats[field] === seat)) return false;
  const befalls = seats.by !== undefined && seats.against === undefined;
  return !(form.apart === true && befalls && Math.abs(seats.by! - seat) === ofSeats / 2);
}

/** What an incident is called: 烧牌（反烧）. */
export function incidentName(incident: Pick<Incident, 'kind' | 'result'>): string {
  const kind = tOf('incident', incident.kind);
  return incident.result ? t('page.incident.what', { Kind: kind, Result: tOf('incident.result', incident.result) }) : kind;
}

/** An incident in one line, with who did what to whom. */
export function incidentWords(board: Board, incident: Incident): string {
  const what = incidentName(incident);
  const name = (seat: number | undefined) => (seat ? seatName(board, seat) : '');
  const to = incident.seat || incident.against;
  if (incident.counter_by) return t('page.incident.countered', { What: what, By: name(incident.by), Seat: name(to), Counter: name(incident.counter_by) });
  if (incident.by && to) return t('page.incident.by', { What: what, By: name(incident.by), Seat: name(to) });
  return t('page.incident.one', { What: what, Seat: name(incident.by || to) });
}

/** What a hand says beside its finishing order, a line each. */
export function handLines(board: Board, hand: Hand): string[] {
  const lines = (hand.events || []).map((incident) => incidentWords(board, incident));
  if (hand.on_stage) lines.push(t('page.stage.on', { Side: sideName(board, hand.on_stage) }));
  if (hand.tricks !== undefined) lines.push(t('page.stage.tricks.line', { N: hand.tricks }));
  if (hand.bottom && hand.bottom.last === 'defenders') {
    lines.push(t('page.stage.bottom.line', { N: hand.bottom.points, Play: pairWords(hand.bottom.pairs || 0) }));
  }
  (hand.throws || []).forEach((one) => lines.push(t('page.stage.throw.line', { Side: sideName(board, one.side), N: one.cards })));
  return lines;
}

export function pairWords(pairs: number): string {
  return pairs === 0 ? t('page.stage.single') : t('page.stage.pairs', { N: pairs });
}

/** A hand in one line, whatever game it is of. */
export function handText(board: Board, hand: Hand): string {
  const order = hand.finish && hand.finish.length > 0 ? [orderWords(board, hand.finish)] : [];
  return order.concat(handLines(board, hand)).join(' · ');
}
