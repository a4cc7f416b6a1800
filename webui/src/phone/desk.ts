import { computed, signal } from '@preact/signals';
import type { Hand, Next, ReportAnswer, SideView } from '../shapes';
import { get, fill, post, Refusal, Unreachable } from '../wire/client';
import { noteServerTime } from '../wire/contact';
import { Outbox, type Kind, type Letter } from '../wire/outbox';
import { Kiosks } from '../wire/kiosks';
import { Stream } from '../wire/stream';
import { followLanguageOf, streamAddress } from '../wire/streamAddress';
import { Drafts } from './drafts';
import { arrive, deviceAt, pack } from './luggage';

/** What the phone says about its last report, until the next one. */
export interface Saved {
  game: number;
  number: number;
  at: number;
  state: ReportAnswer['state'];
}

/**
 * Desk is one side's place at one table, seen and spoken for from this phone.
 * It holds the view that the kiosk gave last, and what still waits to be sent.
 */
export class Desk {
  readonly device: string;
  /** How many letters came along from another kiosk; null if the page was opened here. */
  readonly moved: number | null;
  readonly view = signal<SideView | null>(null);
  /** The kiosk does not know this code. */
  readonly unknown = signal<Refusal | null>(null);
  readonly reachable = signal(true);
  readonly saved = signal<Saved | null>(null);
  readonly refused = signal<Refusal | null>(null);
  readonly outbox: Outbox;
  readonly drafts: Drafts;
  private readonly stream: Stream;
  private readonly kiosks: Kiosks;
  private asking: Promise<void> | null = null;
  private stopFollowing: () => void = () => undefined;

  constructor(readonly token: string) {
    const name = `kiosk.outbox.${token}`;
    this.moved = arrive(token, name);
    this.device = deviceAt(token);
    this.drafts = new Drafts(`kiosk.draft.${token}`);
    this.outbox = new Outbox({
      name,
      device: this.device,
      sent: (letter, answer) => this.sent(letter, answer),
      refused: (_letter, refusal) => this.refuse(refusal),
    });
    this.stream = new Stream({
      url: (after) => streamAddress('/api/v1/t/{token}/stream', { token }, after, { device: this.device }),
      change: (text) => this.changed(text),
      reload: () => {
        void this.load();
      },
    });
    this.kiosks = new Kiosks({
      move: (origin) => this.move(origin),
      pressed: () => this.outbox.waiting.peek().length > 0,
    });
  }

  /** Goes on at another kiosk, with what was not answered yet. */
  private move(origin: string): void {
    location.replace(`${origin}/t/${this.token}${pack({ device: this.device, letters: this.outbox.waiting.peek() })}`);
  }

  start(): void {
    void this.load();
    this.stream.start();
    this.outbox.start();
    this.kiosks.start();
    this.stopFollowing = followLanguageOf(this.stream, () => void this.load());
  }

  stop(): void {
    this.stopFollowing();
    this.stream.stop();
    this.outbox.stop();
    this.kiosks.stop();
  }

  /** The hand that is being played, and whether this phone may report it. */
  readonly reportable = computed(() => {
    const view = this.view.value;
    const match = view && view.match;
    if (!view || !match || view.hold !== 'mine') return null;
    if (match.state !== 'drawn' && match.state !== 'playing') return null;
    return match.next;
  });

  waitingFor(kind: Kind, about: string): Letter | undefined {
    return this.outbox.waiting.value.filter((letter) => letter.kind === kind && letter.about === about)[0];
  }

  load(): Promise<void> {
    if (this.asking === null) {
      this.asking = this.ask().then(() => {
        this.asking = null;
      });
    }
    return this.asking;
  }

  private async ask(): Promise<void> {
    try {
      this.accept(await get('/api/v1/t/{token}', { token: this.token }, { device: this.device }));
      this.unknown.value = null;
    } catch (error) {
      if (error instanceof Refusal) this.unknown.value = error;
      else this.reachable.value = false;
    }
  }

  /** Takes a view unless a later one is already shown: answers can overtake each other. */
  accept(view: SideView): void {
    this.reachable.value = true;
    noteServerTime(view.server_time);
    const shown = this.view.peek();
    const older = shown !== null && Date.parse(view.server_time) < Date.parse(shown.server_time);
    const sameMatch = shown !== null && shown.match !== null && view.match !== null && shown.match.id === view.match.id;
    if (older && !(sameMatch && view.match!.version > shown.match!.version)) return;
    this.view.value = view;
  }

  private changed(text: string): void {
    let change: { view?: SideView };
    try {
      change = JSON.parse(text) as { view?: SideView };
    } catch {
      void this.load();
      return;
    }
    if (change.view === undefined) {
      void this.load();
      return;
    }
    this.accept(change.view);
    // A line that carries changes carries what waits as well.
    if (this.outbox.waiting.peek().length > 0) this.outbox.now();
  }

  private url(kind: Kind): string {
    return fill(`/api/v1/t/{token}/${kind}` as '/api/v1/t/{token}/hands', { token: this.token });
  }

  /** What a hand would do, from the kiosk's own judge. */
  dryRun(next: Next, hand: Hand): Promise<ReportAnswer> {
    const match = this.match();
    const body = { device: this.device, game: next.game, number: next.number, version: match.version, hand, dry_run: true };
    return post('/api/v1/t/{token}/hands', { token: this.token }, body, { device: this.device });
  }

  /** Reports a hand; it waits on this phone until the kiosk has it. */
  report(next: Next, hand: Hand): void {
    const match = this.match();
    this.refused.value = null;
    this.saved.value = null;
    const body = { device: this.device, game: next.game, number: next.number, version: match.version, hand };
    this.outbox.write('hands', handName(match.id, next.game, next.number), this.url('hands'), body);
  }

  /** Reports the open hand differently from the other side. */
  reportOpen(game: number, number: number, hand: Hand): void {
    const match = this.match();
    this.refused.value = null;
    this.outbox.write('hands', handName(match.id, game, number), this.url('hands'), { device: this.device, game, number, version: match.version, hand });
  }

  /** Agrees to the other side's report, or to the finished match. */
  confirm(): void {
    const match = this.match();
    this.refused.value = null;
    this.outbox.write('confirm', `${match.id}/${match.version}`, this.url('confirm'), { device: this.device, version: match.version });
  }

  object(reason: string, game?: number, number?: number): void {
    this.refused.value = null;
    this.outbox.write('object', handName(this.match().id, game || 0, number || 0), this.url('object'), { device: this.device, reason, game, number });
  }

  call(code: string, reason: string): void {
    this.refused.value = null;
    const body = reason === '' ? { device: this.device, reason_code: code } : { device: this.device, reason_code: code, reason };
    this.outbox.write('calls', code, this.url('calls'), body);
  }

  async cancelCall(id: string): Promise<void> {
    const answer = await post('/api/v1/t/{token}/calls/{call}/cancel', { token: this.token, call: id }, { device: this.device }, { device: this.device });
    this.accept(answer.view);
  }

  async withdraw(key: string): Promise<void> {
    const answer = await post('/api/v1/t/{token}/withdraw', { token: this.token }, { device: this.device }, { key, device: this.device });
    this.saved.value = null;
    this.accept(answer.view);
  }

  async hold(takeOver: boolean, key: string): Promise<void> {
    const body = takeOver ? { device: this.device, take_over: true } : { device: this.device };
    this.accept(await post('/api/v1/t/{token}/hold', { token: this.token }, body, { key, device: this.device }));
  }

  async release(key: string): Promise<void> {
    this.accept(await post('/api/v1/t/{token}/release', { token: this.token }, { device: this.device }, { key, device: this.device }));
  }

  async seat(seats: Record<string, string>, key: string): Promise<void> {
    this.accept(await post('/api/v1/t/{token}/seats', { token: this.token }, { device: this.device, seats }, { key, device: this.device }));
  }

  private match() {
    const view = this.view.peek();
    if (view === null || view.match === null) throw new Unreachable();
    return view.match;
  }

  private sent(letter: Letter, answer: unknown): void {
    if (letter.kind === 'hands') this.drafts.drop(letter.about);
    const { view, state } = answer as { view?: SideView; state?: ReportAnswer['state'] };
    if (letter.kind === 'hands' && state !== undefined) {
      const { game, number } = JSON.parse(letter.body) as { game: number; number: number };
      this.saved.value = { game, number, at: Date.now(), state };
    }
    if (view !== undefined) this.accept(view);
    else void this.load();
  }

  private refuse(refusal: Refusal): void {
    this.refused.value = refusal;
    void this.load();
  }
}

/** A hand's name among what waits to be sent. */
export function handName(match: string, game: number, number: number): string {
  return `${match}/${game}/${number}`;
}
