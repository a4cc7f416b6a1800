import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { askedRound } from '../src/draw/ProjectorPage';
import { drawKey, listPages, lotsOf } from '../src/draw/lotsInOrder';
import { Reveal } from '../src/draw/Reveal';
import { draw, drawnPair, side } from './draws';
import { click, find, show, until } from './setup';

afterEach(() => vi.useRealTimers());
beforeEach(() => document.body.replaceChildren());

function press(key: string): void {
  document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
}

const stage = (root: ParentNode) => find(root, '.lot-stage').textContent || '';

it('has the numbers of the groups first, then pairs by tables, then who sits out', () => {
  const lots = lotsOf(draw({ groups: [{ name: 'A', order: [side('02'), side('01')] }] }));
  expect(lots.map((lot) => (lot.kind === 'number' ? `${lot.group}${lot.number} ${lot.side.name}` : lot.kind === 'pair' ? `${lot.pair.table}` : `bye ${lot.side.name}`))).toEqual([
    'A1 队02', 'A2 队01', '1', '2', 'bye 队05',
  ]);
});

it('tells a round that was drawn anew from the one before', () => {
  expect(drawKey(draw())).not.toBe(drawKey(draw({ seed: '5' })));
  expect(drawKey(draw())).not.toBe(drawKey(draw({ pairs: [drawnPair(3, '01', '02')] })));
  expect(drawKey(draw())).toBe(drawKey(draw()));
});

it('opens a lot at each press, and the whole list after the last', async () => {
  const root = show(<Reveal draw={draw()} />);
  expect(stage(root)).toContain('第 1 轮抽签');
  await until(() => {
    press('Home');
    press(' ');
    return stage(root).indexOf('队01') >= 0;
  });
  expect(stage(root)).toContain('1 桌');
  expect(stage(root)).toContain('抽签排出');
  press('ArrowRight');
  await until(() => stage(root).indexOf('队04') >= 0);
  expect(find(root, '.lot-recent').textContent).toContain('队01');
  press('Enter');
  await until(() => stage(root).indexOf('轮空') >= 0);
  expect(find(root, '.lot-count').textContent).toBe('3 / 3');
  press('ArrowLeft');
  await until(() => stage(root).indexOf('队04') >= 0);
  click(root, '[data-do=next]');
  click(root, '[data-do=next]');
  const list = await until(() => root.querySelector('.lot-list'));
  expect(list!.textContent).toContain('队03');
});

it('takes presses as fast as they come', async () => {
  const pairs = Array.from({ length: 40 }, (_, at) => drawnPair(at + 1, `a${at}`, `b${at}`));
  const root = show(<Reveal draw={draw({ pairs })} />);
  await until(() => {
    press('Home');
    press('ArrowRight');
    return find(root, '.lot-count').textContent === '1 / 41';
  });
  for (let at = 0; at < 6; at++) press(' ');
  await until(() => find(root, '.lot-count').textContent === '7 / 41');
  click(root, '[data-do=ten]');
  await until(() => find(root, '.lot-count').textContent === '17 / 41');
});

it('goes on by itself only once it is asked to, and stops at the last', async () => {
  vi.useFakeTimers();
  const root = show(<Reveal draw={draw()} />);
  await vi.advanceTimersByTimeAsync(60000);
  expect(stage(root)).toContain('第 1 轮抽签');
  click(root, '[data-do=auto]');
  await vi.advanceTimersByTimeAsync(4500);
  expect(find(root, '.lot-count').textContent).toBe('1 / 3');
  click(root, '[data-do=auto]');
  await vi.advanceTimersByTimeAsync(60000);
  expect(find(root, '.lot-count').textContent).toBe('1 / 3');
  click(root, '[data-do=auto]');
  await vi.advanceTimersByTimeAsync(60000);
  expect(find(root, '.lot-count').textContent).toBe('3 / 3');
  expect(root.querySelector('.lot-list')).toBeNull();
});

it.each([1, 2, 31, 32, 33, 500])('lists all of %d pairs in pages that a wall can hold', (count) => {
  const pairs = Array.from({ length: count }, (_, at) => drawnPair(at + 1, `a${at}`, `b${at}`));
  const pages = listPages(draw({ pairs, byes: [], through: [] }));
  expect(pages).toHaveLength(Math.ceil(count / 32));
  expect(pages.reduce((sum, page) => sum + (page.kind === 'pairs' ? page.pairs.length : 0), 0)).toBe(count);
});

it('has a page for a round in which nobody plays', () => {
  const root = show(<Reveal draw={draw({ pairs: [], byes: [] })} />);
  expect(stage(root)).toContain('这一轮没有对阵');
  expect(find<HTMLButtonElement>(root, '[data-do=auto]').disabled).toBe(true);
});

it('reads the round from the address', () => {
  expect(['?round=3', '', '?round=0', '?round=x', '?round=1.5'].map(askedRound)).toEqual([3, null, null, null, null]);
});
