import { signal } from '@preact/signals';
import type { PublicView } from '../shapes';
import { get, Refusal } from '../wire/client';
import { noteServerTime } from '../wire/contact';
import { Stream } from '../wire/stream';
import { followLanguageOf, streamAddress } from '../wire/streamAddress';

/** PublicDesk is an event as everybody may see it, kept fresh by its stream. */
export class PublicDesk {
  readonly view = signal<PublicView | null>(null);
  readonly error = signal<unknown>(null);
  private readonly stream: Stream;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private stopFollowing: () => void = () => undefined;

  constructor(readonly id: string) {
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
    this.stopFollowing();
    this.stream.stop();
    if (this.timer !== null) clearTimeout(this.timer);
  }

  private soon(): void {
    if (this.timer !== null) return;
    // Spread out: two thousand pages hear of a change in one instant.
    this.timer = setTimeout(() => {
      this.timer = null;
      void this.load();
    }, 300 + Math.random() * 700);
  }

  private async load(): Promise<void> {
    try {
      const view = await get('/api/v1/events/{id}/public', { id: this.id });
      noteServerTime(view.server_time);
      this.view.value = view;
      this.error.value = null;
    } catch (error) {
      if (error instanceof Refusal || this.view.peek() === null) this.error.value = error;
    }
  }
}

/** What stands behind a page's own part of the address: "ev1" of /hall/ev1. */
export function lastPart(path: string): string {
  const parts = path.split('/').filter((part) => part !== '');
  return decodeURIComponent(parts[parts.length - 1] || '');
}
