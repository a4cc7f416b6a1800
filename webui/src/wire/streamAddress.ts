import { effect } from '@preact/signals';
import { language } from '../words/language';
import { fill, type Names, type Query } from './client';
import type { Stream } from './stream';

/** A stream's address. An EventSource sends no header of ours, so the language travels as a query. */
export function streamAddress(path: '/api/v1/t/{token}/stream' | '/api/v1/events/{id}/stream', names: Names, after: string | null, query: Query = {}): string {
  return fill(path, names, { ...query, lang: language.peek(), after: after === null ? undefined : after });
}

/** Opens a stream anew and loads everything whenever the reader chooses another language; returns what ends that. */
export function followLanguageOf(stream: Stream, load: () => void): () => void {
  let first = true;
  return effect(() => {
    void language.value;
    if (first) {
      first = false;
      return;
    }
    stream.reopen();
    load();
  });
}
