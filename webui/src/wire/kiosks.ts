import { effect, signal } from '@preact/signals';
import { send } from './client';
import { lastContact } from './contact';
import { recall, remember } from './memory';

export interface KiosksOptions {
  /** Goes on at another kiosk, whose origin this is. */
  move(origin: string): void;
  /** Something waits to be sent, so nobody may choose to stay. */
  pressed(): boolean;
  /** Milliseconds; tests shorten them. Silence is how long nothing was heard before anybody is asked. */
  silence?: number;
  patience?: number;
  look?: number;
  learn?: number;
  answerWithin?: number;
}

const remembered = 'kiosk.others';
const origin = /^https?:\/\/[a-z0-9.:[\]-]{1,255}$/i;

/**
 * Kiosks knows the other kiosks that serve the same events, and goes on at one
 * of them when the own one is silent, or says that it cannot write, for longer
 * than an election among the servers behind it takes. It asks the own one once
 * more before it leaves, and goes only where somebody answers: a browser's page
 * about a lost line has no way back. A kiosk that is alone has no others, and
 * nobody is ever moved.
 */
export class Kiosks {
  private others: string[] = known();
  private timer: ReturnType<typeof setInterval> | null = null;
  private learned = 0;
  private unwellSince: number | null = null;
  private looking = false;
  private touched = 0;
  private started = 0;
  private readonly touch = () => {
    this.touched = Date.now();
  };

  constructor(private readonly options: KiosksOptions) {}

  start(): void {
    this.started = Date.now();
    window.addEventListener('pointerdown', this.touch);
    window.addEventListener('keydown', this.touch);
    this.timer = setInterval(() => void this.look(), this.options.look || 4000);
    void this.look();
  }

  stop(): void {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
    window.removeEventListener('pointerdown', this.touch);
    window.removeEventListener('keydown', this.touch);
  }

  private async look(): Promise<void> {
    if (this.looking || document.hidden) return;
    this.looking = true;
    try {
      // Whoever is suspicious does not first wait for a list from a kiosk that may be gone.
      const health = this.suspicious() ? await this.ask('') : 'well';
      if (health !== 'well') {
        await this.leave(health);
        return;
      }
      this.unwellSince = null;
      await this.learn();
    } finally {
      this.looking = false;
    }
  }

  private async learn(): Promise<void> {
    if (Date.now() - this.learned < (this.options.learn || 60000)) return;
    try {
      const answer = (await send({ method: 'GET', url: '/api/v1/kiosks' })) as { kiosks?: unknown };
      this.learned = Date.now();
      if (!Array.isArray(answer.kiosks)) return;
      this.others = othersOf(answer.kiosks);
      remember(remembered, JSON.stringify(this.others));
    } catch {
      // Those that were known stay known.
    }
  }

  /** When the kiosk was last heard; the page itself came from it. */
  private heardAt(): number {
    return Math.max(lastContact.peek(), this.started);
  }

  private suspicious(): boolean {
    if (this.others.length === 0) return false;
    return Date.now() - this.heardAt() > (this.options.silence || 15000) || this.options.pressed() || this.unwellSince !== null;
  }

  private async leave(health: 'unwell' | 'silent'): Promise<void> {
    const patience = this.options.patience || 12000;
    const now = Date.now();
    if (this.unwellSince === null) this.unwellSince = health === 'silent' ? Math.min(now, this.heardAt()) : now;
    if (now - this.unwellSince < patience) return;
    // Whoever is in the middle of choosing is let finish, unless that could not be sent anyway.
    if (!this.options.pressed() && now - this.touched < patience) return;
    const next = await this.firstWell();
    if (next === null || this.timer === null) return;
    this.unwellSince = null;
    this.options.move(next);
  }

  /** All are asked at once, and not always the same one is chosen: a hall that moves is spread over them. */
  private async firstWell(): Promise<string | null> {
    const answers = await Promise.all(this.others.map(async (other) => ((await this.ask(other)) === 'well' ? other : null)));
    const well = answers.filter((other): other is string => other !== null);
    return well.length === 0 ? null : well[Math.floor(Math.random() * well.length)]!;
  }

  private async ask(at: string): Promise<'well' | 'unwell' | 'silent'> {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), this.options.answerWithin || 4000);
    try {
      const response = await fetch(`${at}/healthz`, { method: 'GET', credentials: 'omit', cache: 'no-store', signal: abort.signal });
      return response.ok ? 'well' : 'unwell';
    } catch {
      return 'silent';
    } finally {
      clearTimeout(timer);
    }
  }
}

function known(): string[] {
  const text = recall(remembered);
  if (text === null) return [];
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? othersOf(list) : [];
  } catch {
    return [];
  }
}

function othersOf(list: unknown[]): string[] {
  return list.filter((one): one is string => typeof one === 'string' && origin.test(one) && one.toLowerCase() !== location.origin.toLowerCase()).slice(0, 32);
}

/** Keeps a page that nobody has to sign in for on a kiosk that answers: the same address at another one. Returns what ends that. */
export function stayServed(): () => void {
  return follow((to) => location.replace(to + location.pathname + location.search + location.hash));
}

/** The origin of a kiosk that answers while this page's own does not; null while all is well. */
export const elsewhere = signal<string | null>(null);

/** Offers another kiosk in `elsewhere` where moving means to sign in again. Returns what ends that. */
export function offerElsewhere(): () => void {
  const stop = follow((to) => (elsewhere.value = to));
  const back = effect(() => {
    if (lastContact.value > 0) elsewhere.value = null;
  });
  return () => {
    stop();
    back();
  };
}

function follow(move: (to: string) => void): () => void {
  const kiosks = new Kiosks({ move, pressed: () => false });
  kiosks.start();
  return () => kiosks.stop();
}
