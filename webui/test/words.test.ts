import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { t } from '../src/words/words';
import { setWords } from '../src/words/words';
import { allWordsOf, wordsOf } from './setup';

const root = resolve(import.meta.dirname, '../src');

function sources(folder: string): string[] {
  return readdirSync(folder).reduce<string[]>((all, name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return all.concat(sources(path));
    return /\.tsx?$/.test(name) && name !== 'api-types.ts' ? all.concat(path) : all;
  }, []);
}

const code = sources(root).map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const all = code.map((file) => file.text).join('\n');
const single = new Set(Array.from(all.matchAll(/\bt\(\s*'([^']+)'/g), (found) => found[1]!).concat(Array.from(all.matchAll(/[?:]\s*t\('([^']+)'/g), (found) => found[1]!)));
const families = new Set(Array.from(all.matchAll(/\b(?:tOf|hasWords)\(\s*'([^']+)'/g), (found) => found[1]!));
const keys = Object.keys(wordsOf('zh-Hans'));

describe('the words of the pages', () => {
  it.each(['zh-Hant', 'en'])('%s has the keys of zh-Hans', (language) => {
    expect(Object.keys(wordsOf(language)).sort()).toEqual(keys.slice().sort());
  });

  it.each(['zh-Hant', 'en'])('%s has the placeholders of zh-Hans', (language) => {
    const other = wordsOf(language);
    const places = (text: string) => Array.from(text.matchAll(/\{\{\.(\w+)\}\}/g), (found) => found[1]).sort().join();
    const differing = Object.entries(wordsOf('zh-Hans')).filter(([key, text]) => places(text) !== places(other[key] || ''));
    expect(differing).toEqual([]);
  });

  it('has no empty text', () => {
    for (const language of ['zh-Hans', 'zh-Hant', 'en']) {
      expect(Object.entries(wordsOf(language)).filter(([, text]) => text === '')).toEqual([]);
    }
  });

  it('are there for every key that a page names', () => {
    const served = Object.keys(allWordsOf('zh-Hans'));
    expect(Array.from(single).filter((key) => served.indexOf(key) < 0)).toEqual([]);
    expect(Array.from(families).filter((family) => !served.some((key) => key.indexOf(`${family}.`) === 0))).toEqual([]);
  });

  it('are all used', () => {
    const used = (key: string) => single.has(key) || Array.from(families).some((family) => key.indexOf(`${family}.`) === 0);
    expect(keys.filter((key) => !used(key))).toEqual([]);
  });

  it('stand in the locale files only', () => {
    const literal = code.filter((file) => /[㐀-鿿]/.test(file.text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')) && !file.path.endsWith('language.ts'));
    const punctuationOnly = literal.filter((file) => /[一-鿿]/.test(file.text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')));
    expect(punctuationOnly.map((file) => file.path)).toEqual([]);
  });
});

describe('filling in', () => {
  beforeEach(() => setWords({ a: '第 {{.N}} 副，{{ .N }}，{{.Other}}' }));

  it('puts values in place and leaves what it does not know', () => {
    expect(t('a', { N: 3 })).toBe('第 3 副，3，{{.Other}}');
  });

  it('shows a key that has no words', () => {
    expect(t('no.such')).toBe('no.such');
  });
});
