import { computed, signal } from '@preact/signals';
import { Refusal, send, Unreachable } from './client';
import { forget, recall, remember } from './memory';
import { newKey } from './random';

/** What a phone can say and have sent later by itself. */
export type Kind = 'hands' | 'confirm' | 'object' | 'calls';

export interface Letter {
  key: string;
  kind: Kind;
  /** What it is about ("1/3", a game and hand): one letter of a kind about a thing. */
  about: string;
  url: string;
  /** The body as text, never built anew: the same key must carry the same body. */
  body: string;
  written: number;
}

export interface OutboxOptions {
  name: string;
  device: string;
  /** An answer came; it is on the kiosk's disk. */
  sent(letter: Letter, answer: unknown): void;
  /** The kiosk refused for good. */
  refused(letter: Letter, refusal: Refusal): void;
  transmit?: typeof send;
  firstRetry?: number;
  longestRetry?: number;
}

/**
 * Outbox keeps what was not answered yet, also over a reload, and sends it in
 * order with the key that it got when it was written, until the kiosk answers.
 * The kiosk takes a key once, so a letter that is sent twice counts once.
 */
export class Outbox {
  private readonly letters = signal<Letter[]>([]);
  readonly waiting = computed(() => this.letters.value);
  readonly sending = signal(false);
  private timer: ReturnType<typeof setTimeout> | null = null;
  private failures = 0;
  private readonly kick = () => {
    if (!document.hidden) this.now();
  };
  private readonly elsewhere = (event: StorageEvent) => {
    if (event.key === this.options.name) this.letters.value = this.stored();
  };

  constructor(private readonly options: OutboxOptions) {
    this.letters.value = this.stored();
  }

  start(): void {
    window.addEventListener('online', this.kick);
    window.addEventListener('pageshow', this.kick);
    window.addEventListener('storage', this.elsewhere);
    document.addEventListener('visibilitychange', this.kick);
    this.now();
  }

  stop(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    window.removeEventListener('online', this.kick);
    window.removeEventListener('pageshow', this.kick);
    window.removeEventListener('storage', this.elsewhere);
    document.removeEventListener('visibilitychange', this.kick);
  }

  /** Takes a letter and sends it. One about the same thing that still waits is kept, and this one dropped. */
  write(kind: Kind, about: string, url: string, body: unknown): void {
    const letters = this.stored();
    if (letters.some((letter) => letter.kind === kind && letter.about === about)) return;
    letters.push({ key: newKey(), kind, about, url, body: JSON.stringify(body), written: Date.now() });
    this.store(letters);
    this.now();
  }

  /** Takes back a letter that has not been answered. It may have arrived all the same. */
  discard(key: string): void {
    this.store(this.stored().filter((letter) => letter.key !== key));
  }

  /** Tries at once: the line seems to be back. */
  now(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.failures = 0;
    void this.deliver();
  }

  private async deliver(): Promise<void> {
    if (this.sending.peek()) return;
    this.sending.value = true;
    try {
      for (let next = this.stored()[0]; next !== undefined; next = this.stored()[0]) {
        await this.deliverOne(next);
      }
      this.failures = 0;
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      this.later(error.retryAfterSeconds);
    } finally {
      this.sending.value = false;
    }
  }

  private async deliverOne(letter: Letter): Promise<void> {
    const transmit = this.options.transmit || send;
    let answer: unknown;
    try {
      answer = await transmit({ method: 'POST', url: letter.url, body: letter.body, key: letter.key, device: this.options.device });
    } catch (error) {
      if (!(error instanceof Refusal) || error.status === 429) throw error instanceof Refusal ? new Unreachable() : error;
      this.discard(letter.key);
      this.options.refused(letter, error);
      return;
    }
    this.discard(letter.key);
    this.options.sent(letter, answer);
  }

  private later(seconds: number | null): void {
    const first = this.options.firstRetry || 1000;
    const longest = this.options.longestRetry || 20000;
    const wait = Math.max(Math.min(longest, first * Math.pow(2, this.failures)), (seconds || 0) * 1000);
    this.failures += 1;
    this.timer = setTimeout(() => {
      this.timer = null;
      void this.deliver();
    }, wait * (0.75 + Math.random() * 0.5));
  }

  private stored(): Letter[] {
    const text = recall(this.options.name);
    if (text === null) return [];
    try {
      const letters: unknown = JSON.parse(text);
      return Array.isArray(letters) ? (letters as Letter[]) : [];
    } catch {
      return [];
    }
  }

  private store(letters: Letter[]): void {
    if (letters.length === 0) forget(this.options.name);
    else remember(this.options.name, JSON.stringify(letters));
    this.letters.value = letters;
  }
}
