import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { render, type ComponentChild } from 'preact';
import { vi } from 'vitest';
import type { Source } from '../src/wire/stream';
import { setWords } from '../src/words/words';

export function wordsOf(language: string): Record<string, string> {
  return JSON.parse(readFileSync(resolve(import.meta.dirname, `../../config/locales/pages.${language}.json`), 'utf8')) as Record<string, string>;
}

/** All words that the kiosk serves in a language: the pages' own and everybody else's. */
export function allWordsOf(language: string): Record<string, string> {
  const folder = resolve(import.meta.dirname, '../../config/locales');
  return readdirSync(folder)
    .filter((name) => name.endsWith(`.${language}.json`))
    .reduce<Record<string, string>>((all, name) => Object.assign(all, JSON.parse(readFileSync(resolve(folder, name), 'utf8'))), {});
}

/** Shows something with the simplified Chinese words. */
export function show(what: ComponentChild): HTMLElement {
  setWords(wordsOf('zh-Hans'));
  const root = document.createElement('div');
  document.body.replaceChildren(root);
  render(what, root);
  return root;
}

/** The one element that a selector finds, or a failure that names it. */
export function find<E extends HTMLElement = HTMLElement>(root: ParentNode, selector: string): E {
  const found = root.querySelector<E>(selector);
  if (found === null) throw new Error(`nothing is ${selector} in ${document.body.innerHTML}`);
  return found;
}

export function click(root: ParentNode, selector: string): void {
  find(root, selector).click();
}

export function type(input: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  input.value = text;
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Waits until a condition holds: signals reach the page after a frame. */
export function until<T>(condition: () => T): Promise<T> {
  return vi.waitFor(() => {
    const value = condition();
    if (!value) throw new Error(`not yet: ${condition.toString()}`);
    return value;
  });
}

export interface Asked {
  method: string;
  url: string;
  key: string | undefined;
  body: unknown;
}

/** Puts a kiosk of the test's own behind fetch; returns what it was asked, in order. */
export function answerFetch(respond: (asked: Asked) => { status?: number; body?: unknown } | 'lost'): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal('fetch', (url: string, init: { method?: string; headers?: Record<string, string>; body?: string }) => {
    const request = {
      method: init.method || 'GET',
      url,
      key: init.headers && init.headers['Idempotency-Key'],
      body: init.body === undefined ? undefined : (JSON.parse(init.body) as unknown),
    };
    asked.push(request);
    const response = respond(request);
    if (response === 'lost') return Promise.reject(new TypeError('network'));
    const status = response.status || 200;
    return Promise.resolve(new Response(response.body === undefined ? null : JSON.stringify(response.body), { status }));
  });
  return asked;
}

/** An EventSource of the test's own. */
export class FakeSource implements Source {
  static made: FakeSource[] = [];
  onerror: ((event: Event) => void) | null = null;
  onopen: ((event: Event) => void) | null = null;
  closed = false;
  private readonly listeners = new Map<string, (event: MessageEvent) => void>();

  constructor(readonly url: string) {
    FakeSource.made.push(this);
  }

  addEventListener(kind: string, listener: (event: MessageEvent) => void): void {
    this.listeners.set(kind, listener);
  }

  close(): void {
    this.closed = true;
  }

  emit(kind: string, data: unknown, lastEventId = ''): void {
    const listener = this.listeners.get(kind);
    if (listener) listener(new MessageEvent(kind, { data: JSON.stringify(data), lastEventId }));
  }

  fail(): void {
    if (this.onerror) this.onerror(new Event('error'));
  }
}
