import { heard } from './contact';

/** The part of EventSource that is used, so that tests can hand in their own. */
export interface Source {
  onerror: ((event: Event) => void) | null;
  onopen: ((event: Event) => void) | null;
  addEventListener(kind: string, listener: (event: MessageEvent) => void): void;
  close(): void;
}

export interface StreamOptions {
  /** Address of the stream; `after` is the id of the last event seen, if any. */
  url(after: string | null): string;
  /** A change came; the text is its JSON. */
  change(text: string): void;
  /** Load everything anew: at every opening, when told to, and while there is no stream. */
  reload(): void;
  open?: (url: string) => Source;
  /** Milliseconds; tests shorten them. */
  firstRetry?: number;
  longestRetry?: number;
  poll?: number;
}

/**
 * Stream listens to server-sent events and never gives up. An EventSource that
 * once got 503 stays dead, so this one is thrown away at each error and a new one
 * opened by a timer. While none is open, and when an open one has been silent
 * for long, the page loads anew by itself.
 */
export class Stream {
  private source: Source | null = null;
  private retryTimer: ReturnType<typeof setTimeout> | null = null;
  private pollTimer: ReturnType<typeof setInterval> | null = null;
  private failures = 0;
  private after: string | null = null;
  private lastWord = 0;
  private ended = false;
  private readonly wake = () => this.awake();

  constructor(private readonly options: StreamOptions) {}

  start(): void {
    this.connect();
    const poll = this.options.poll || 5000;
    this.pollTimer = setInterval(() => this.fallBack(poll), poll);
    window.addEventListener('online', this.wake);
    window.addEventListener('pageshow', this.wake);
    document.addEventListener('visibilitychange', this.wake);
  }

  stop(): void {
    this.ended = true;
    this.drop();
    if (this.retryTimer !== null) clearTimeout(this.retryTimer);
    if (this.pollTimer !== null) clearInterval(this.pollTimer);
    window.removeEventListener('online', this.wake);
    window.removeEventListener('pageshow', this.wake);
    document.removeEventListener('visibilitychange', this.wake);
  }

  /** Opens anew, because what the address depends on has changed. */
  reopen(): void {
    if (this.ended) return;
    this.failures = 0;
    if (this.retryTimer !== null) clearTimeout(this.retryTimer);
    this.retryTimer = null;
    this.connect();
  }

  private connect(): void {
    if (this.ended) return;
    this.drop();
    const open = this.options.open || ((url: string): Source => new EventSource(url));
    let source: Source;
    try {
      source = open(this.options.url(this.after));
    } catch {
      this.later();
      return;
    }
    this.source = source;
    source.onopen = () => this.note();
    source.onerror = () => {
      if (this.source !== source) return;
      this.drop();
      this.later();
    };
    source.addEventListener('hello', () => {
      this.note();
      this.failures = 0;
      this.options.reload();
    });
    source.addEventListener('change', (event) => {
      this.note();
      if (event.lastEventId) this.after = event.lastEventId;
      this.options.change(String(event.data));
    });
    source.addEventListener('reload', () => {
      this.note();
      this.options.reload();
    });
    source.addEventListener('beat', () => this.note());
  }

  private note(): void {
    this.lastWord = Date.now();
    heard();
  }

  private drop(): void {
    const source = this.source;
    this.source = null;
    if (source === null) return;
    source.onerror = null;
    source.onopen = null;
    source.close();
  }

  private later(): void {
    if (this.ended || this.retryTimer !== null) return;
    const first = this.options.firstRetry || 1000;
    const longest = this.options.longestRetry || 15000;
    const wait = Math.min(longest, first * Math.pow(2, this.failures));
    this.failures += 1;
    // A hall full of phones must not come back in one instant.
    const spread = wait * (0.75 + Math.random() * 0.5);
    this.retryTimer = setTimeout(() => {
      this.retryTimer = null;
      this.connect();
    }, spread);
  }

  private fallBack(poll: number): void {
    if (document.hidden) return;
    const silent = Date.now() - this.lastWord;
    if (this.source === null || silent > poll * 8) {
      // An open stream may be dead without having said so; asking tells.
      this.lastWord = Date.now();
      this.options.reload();
    }
  }

  private awake(): void {
    if (this.ended || document.hidden) return;
    this.options.reload();
    if (this.source !== null && Date.now() - this.lastWord < 20000) return;
    if (this.retryTimer !== null) {
      clearTimeout(this.retryTimer);
      this.retryTimer = null;
    }
    this.failures = 0;
    this.connect();
  }
}
