import { render } from 'preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { KiosksLine, KiosksPanel } from '../src/kiosk/KiosksPanel';
import type { PeerView } from '../src/shapes';
import { setWords } from '../src/words/words';
import { allWordsOf, answerFetch, find, until } from './setup';

function peer(name: string, changed: Partial<PeerView> = {}): PeerView {
  return {
    name,
    address: `http://${name}:8080`,
    version: 'test',
    here: false,
    well: true,
    started_at: '2026-12-05T01:00:00Z',
    gone_since: null,
    clock_ahead: 0,
    ...changed,
  };
}

let root: HTMLElement;

beforeEach(() => {
  setWords(allWordsOf('en'));
  root = document.createElement('div');
  document.body.replaceChildren(root);
});

afterEach(() => {
  render(null, root);
  vi.unstubAllGlobals();
});

it('says beside every page that all kiosks are well', async () => {
  answerFetch(() => ({ body: { kiosks: [peer('hall-1', { here: true }), peer('hall-2')] } }));
  render(<KiosksLine />, root);
  await until(() => root.textContent!.includes('All 2 kiosks are well'));
  expect(root.querySelector('[role=alert]')).toBeNull();
});

it('raises an alarm when one is not, and tells which, since when and what to do', async () => {
  const gone = peer('hall-2', { well: false, gone_since: '2026-12-05T02:00:00Z', trouble: 'see whether it is on' });
  answerFetch(() => ({ body: { kiosks: [peer('hall-1', { here: true }), gone] } }));
  render(<KiosksLine />, root);
  await until(() => find(root, '[role=alert]').textContent!.includes('1 of 2'));
  render(<KiosksPanel />, root);
  await until(() => root.textContent!.includes('see whether it is on'));
  const items = [...root.querySelectorAll('li')].map((item) => item.textContent!);
  expect(items[0]).toContain('✓ hall-1');
  expect(items[0]).toContain('this one');
  expect(items[1]).toContain('⚠ hall-2');
  expect(items[1]).toMatch(/silent since \d\d:\d\d/);
});

it('shows nothing where there is one kiosk', async () => {
  const asked = answerFetch(() => ({ body: { kiosks: [] } }));
  render(<KiosksPanel />, root);
  await until(() => asked.length > 0);
  expect(root.textContent).toBe('');
});
