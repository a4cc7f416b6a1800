import { computed, signal } from '@preact/signals';
import type { Board } from '../parts/board';
import { boardOfRulebook } from '../parts/board';
import { placeRules } from '../parts/rules';
import type { EventView, MatchView, QueueItem, RulebookView, StandingsView } from '../shapes';
import { get } from '../wire/client';
import { noteServerTime } from '../wire/contact';
import { Stream } from '../wire/stream';
import { followLanguageOf, streamAddress } from '../wire/streamAddress';

interface Change {
  matches?: string[];
}

/** More changed matches than this at once are fetched as a whole round. */
const fewMatches = 6;
const pause = 400;

/** EventDesk is an event as staff see it, kept fresh by its stream. */
export class EventDesk {
  readonly event = signal<EventView | null>(null);
  readonly rulebook = signal<RulebookView | null>(null);
  readonly matches = signal<MatchView[]>([]);
  readonly queue = signal<QueueItem[]>([]);
  readonly standings = signal<StandingsView[]>([]);
  readonly error = signal<unknown>(null);
  /** The round that is shown; null is the latest. */
  readonly round = signal<number | null>(null);
  readonly board = computed<Board | null>(() => (this.rulebook.value === null ? null : boardOfRulebook(this.rulebook.value)));
  readonly currentRound = computed(() => {
    const event = this.event.value;
    if (event === null || event.rounds.length === 0) return null;
    const wanted = this.round.value;
    return event.rounds.filter((round) => round.number === wanted)[0] || event.rounds[event.rounds.length - 1]!;
  });
  private readonly stream: Stream;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private stopFollowing: () => void = () => undefined;
  private pending: { all: boolean; ids: string[] } = { all: false, ids: [] };

  constructor(readonly id: string) {
    this.stream = new Stream({
      url: (after) => streamAddress('/api/v1/events/{id}/stream', { id }, after),
      change: (text) => this.changed(text),
      reload: () => this.soon({ all: true, ids: [] }),
    });
  }

  start(): void {
    void this.load();
    this.stream.start();
    this.stopFollowing = followLanguageOf(this.stream, () => void this.load());
  }

  stop(): void {
    this.stopFollowing();
    this.stream.stop();
    if (this.timer !== null) clearTimeout(this.timer);
  }

  /** Shows another round. */
  choose(round: number | null): void {
    this.round.value = round;
    void this.load();
  }

  async load(): Promise<void> {
    const names = { id: this.id };
    try {
      const event = await get('/api/v1/events/{id}', names);
      noteServerTime(event.server_time);
      if (this.rulebook.peek() === null) this.rulebook.value = await get('/api/v1/events/{id}/rulebook', names);
      placeRules({ rulebook: event.rulebook, event: event.id });
      this.event.value = event;
      const round = this.round.peek();
      const drawn = event.rounds.length > 0;
      const [matches, queue, standings] = await Promise.all([
        drawn ? get('/api/v1/events/{id}/matches', names, { round: round === null ? undefined : round }) : [],
        get('/api/v1/events/{id}/queue', names),
        drawn ? get('/api/v1/events/{id}/standings', names) : [],
      ]);
      this.matches.value = matches;
      this.queue.value = queue;
      this.standings.value = standings;
      this.error.value = null;
    } catch (error) {
      this.error.value = error;
    }
  }

  /** Takes a match that a command gave back, so that its effect shows at once. */
  accept(match: MatchView): void {
    this.matches.value = this.matches.peek().map((one) => (one.id === match.id && one.version <= match.version ? match : one));
  }

  private changed(text: string): void {
    let change: Change = {};
    try {
      change = JSON.parse(text) as Change;
    } catch {
      // Unreadable: load everything.
    }
    const ids = change.matches || [];
    const few = ids.length > 0 && ids.length <= fewMatches;
    this.soon(few ? { all: false, ids } : { all: true, ids: [] });
  }

  /** Gathers changes for a moment, then fetches once. */
  private soon(what: { all: boolean; ids: string[] }): void {
    const ids = this.pending.ids.concat(what.ids.filter((id) => this.pending.ids.indexOf(id) < 0));
    this.pending = { all: this.pending.all || what.all || ids.length > fewMatches, ids };
    if (this.timer !== null) return;
    this.timer = setTimeout(() => {
      const { all, ids: changed } = this.pending;
      this.pending = { all: false, ids: [] };
      this.timer = null;
      if (all) void this.load();
      else void this.loadMatches(changed);
    }, pause);
  }

  private async loadMatches(ids: string[]): Promise<void> {
    const names = { id: this.id };
    try {
      const [fresh, queue, event] = await Promise.all([
        Promise.all(ids.map((id) => get('/api/v1/matches/{id}', { id }))),
        get('/api/v1/events/{id}/queue', names),
        get('/api/v1/events/{id}', names),
      ]);
      fresh.forEach((match) => this.accept(match));
      this.queue.value = queue;
      this.event.value = event;
      this.standings.value = await get('/api/v1/events/{id}/standings', names);
      this.error.value = null;
    } catch (error) {
      this.error.value = error;
    }
  }
}
