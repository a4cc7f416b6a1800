import { effect, signal } from '@preact/signals';
import type { Lang3 } from '../shapes';
import { get } from '../wire/client';
import { recall, remember } from '../wire/memory';
import { language, type Language } from './language';

type Table = Record<string, string>;

const table = signal<Table | null>(null);

/** True once there are words to show. */
export function haveWords(): boolean {
  return table.value !== null;
}

/** Puts words in place without asking the kiosk. */
export function setWords(words: Table): void {
  table.value = words;
}

/** The words of a key, with {{.Name}} filled in. A key without words shows itself. */
export function t(key: string, values: Record<string, string | number> = {}): string {
  const words = table.value && table.value[key];
  if (words === null || words === undefined) return key;
  return words.replace(/\{\{\s*\.(\w+)\s*\}\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : String(value);
  });
}

/** The words of one of a family of keys, chosen by a value that the kiosk sent. */
export function tOf(family: string, value: string, values: Record<string, string | number> = {}): string {
  return t(`${family}.${value}`, values);
}

/** True where a family of keys has words for a value. */
export function hasWords(family: string, value: string): boolean {
  return table.value !== null && table.value[`${family}.${value}`] !== undefined;
}

/** A text that came in three languages. */
export function local(text: Lang3): string {
  return text[language.value] || text['zh-Hans'];
}

function cached(chosen: Language): Table | null {
  const text = recall(`kiosk.words.${chosen}`);
  if (text === null) return null;
  try {
    return JSON.parse(text) as Table;
  } catch {
    return null;
  }
}

async function load(chosen: Language): Promise<void> {
  const words: Table = await get('/api/v1/locales/{lang}', { lang: chosen });
  remember(`kiosk.words.${chosen}`, JSON.stringify(words));
  if (language.peek() === chosen) table.value = words;
}

/** Shows the stored words at once and the kiosk's as soon as they come, at the start and at each change of language. */
export function followLanguage(): void {
  effect(() => {
    const chosen = language.value;
    document.documentElement.lang = chosen;
    const stored = cached(chosen);
    if (stored !== null) table.value = stored;
    const attempt = (wait: number) => {
      load(chosen).catch(() => {
        setTimeout(() => {
          if (language.peek() === chosen) attempt(Math.min(wait * 2, 15000));
        }, wait);
      });
    };
    attempt(1000);
  });
}
