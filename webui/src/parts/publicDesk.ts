import { signal } from '@preact/signals';
import type { PublicView } from '../shapes';
import { get, Refusal } from '../wire/client';
import { noteServerTime } from '../wire/contact';
import { Stream } from '../wire/stream';
import { followLanguageOf, streamAddress } from '../wire/streamAddress';
import { withChanges } from './publicChanges';

/**
 * PublicDesk is an event as everybody may see it, kept fresh by its stream. Once
 * it has a view, it asks for what changed since; the kiosk sends all of it where it
 * knows nothing of that view, as after a start, and then that is what is shown.
 */
export class PublicDesk {
  readonly view = signal<PublicView | null>(null);
  readonly error = signal<unknown>(null);
  private readonly stream: Stream;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private stopFollowing: () => void = () => undefined;
  /** One question at a time: changes belong to the view that was asked with. */
  private asking = false;
  private askAgain = false;
  private stopped = false;

  /** Readers may be two thousand phones instead of one screen that all look at: those wait longer. */
  constructor(
    readonly id: string,
    private readonly readers: 'wall' | 'phones' = 'wall',
  ) {
    this.stream = new Stream({
      url: (after) => streamAddress('/api/v1/events/{id}/stream', { id }, after),
      change: () => this.soon(),
      reload: () => this.soon(),
    });
  }

  start(): void {
    void this.load();
    this.stream.start();
    this.stopFollowing = followLanguageOf(this.stream, () => void this.load());
  }

  stop(): void {
    this.stopped = true;
    this.stopFollowing();
    this.stream.stop();
    if (this.timer !== null) clearTimeout(this.timer);
  }

  private soon(): void {
    // What nobody sees need not be fresh: the stream asks for all anew once it is seen.
    if (this.timer !== null || document.hidden) return;
    // Spread out: two thousand pages hear of a change in one instant.
    this.timer = setTimeout(
      () => {
        this.timer = null;
        void this.load();
      },
      300 + Math.random() * (this.readers === 'wall' ? 700 : 2200),
    );
  }

  private async load(): Promise<void> {
    this.askAgain = true;
    if (this.asking) return;
    this.asking = true;
    while (this.askAgain && !this.stopped) {
      this.askAgain = false;
      await this.ask();
    }
    this.asking = false;
  }

  private async ask(): Promise<void> {
    try {
      const view = await this.fetched(this.view.peek());
      noteServerTime(view.server_time);
      this.view.value = view;
      this.error.value = null;
    } catch (error) {
      if (error instanceof Refusal || this.view.peek() === null) this.error.value = error;
    }
  }

  private async fetched(before: PublicView | null): Promise<PublicView> {
    const answer = await get('/api/v1/events/{id}/public', { id: this.id }, { since: before === null ? undefined : before.edition });
    if (before === null || answer.since === undefined) return answer;
    return withChanges(before, answer) || this.fetched(null);
  }
}

/** What stands behind a page's own part of the address: "ev1" of /hall/ev1. */
export function lastPart(path: string): string {
  const parts = path.split('/').filter((part) => part !== '');
  return decodeURIComponent(parts[parts.length - 1] || '');
}
