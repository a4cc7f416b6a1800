// @vitest-environment node
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse } from 'acorn';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';

let out = '';

beforeAll(async () => {
  out = mkdtempSync(join(tmpdir(), 'pages-'));
  await build({ root: resolve(import.meta.dirname, '..'), logLevel: 'error', build: { outDir: out, emptyOutDir: true } });
}, 60000);
afterAll(() => rmSync(out, { recursive: true, force: true }));

it('builds scripts that a browser of 2017 can read', () => {
  const scripts = readdirSync(join(out, 'assets')).filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThanOrEqual(8);
  for (const name of scripts) {
    parse(readFileSync(join(out, 'assets', name), 'utf8'), { ecmaVersion: 2017, sourceType: 'module' });
  }
});

it('names only what a browser without a secure context has', () => {
  const all = readdirSync(join(out, 'assets'))
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(out, 'assets', name), 'utf8'))
    .join('\n');
  for (const missing of ['randomUUID', 'serviceWorker', 'navigator.clipboard', 'wakeLock', 'crypto.subtle', 'structuredClone', 'getUserMedia']) {
    expect(all.indexOf(missing), missing).toBe(-1);
  }
});

it('builds pages without script or style inside, and keeps the folder', () => {
  const pages = readdirSync(out).filter((name) => name.endsWith('.html'));
  expect(pages.sort()).toEqual(['check.html', 'draw.html', 'hall.html', 'index.html', 'match.html', 'phone.html', 'public.html', 'referee.html', 'rules.html', 'signin.html']);
  for (const page of pages) {
    expect(readFileSync(join(out, page), 'utf8')).not.toMatch(/<script[^>]*>[^<]|<style|\sstyle=|\son\w+=/);
  }
  expect(readdirSync(out)).toContain('.gitkeep');
});
