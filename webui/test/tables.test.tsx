import { signal } from '@preact/signals';
import { beforeEach, describe, expect, it } from 'vitest';
import { inRange, rangeOf, readRange } from '../src/parts/tableRange';
import { myTables, MyTables } from '../src/referee/MyTables';
import { Queue } from '../src/referee/Queue';
import type { QueueItem } from '../src/shapes';
import type { EventDesk } from '../src/staff/eventDesk';
import { find, show, type, until } from './setup';

beforeEach(() => {
  localStorage.clear();
  myTables.value = readRange('')!;
});

describe('tables of a hall, or of a referee', () => {
  it('are numbers and ranges, however they are typed', () => {
    for (const text of ['1-12, 25', '１－１２、25', ' 1 ~ 12 25 ', '1至12，25']) {
      const range = readRange(text)!;
      expect(range.text, text).toBe('1-12, 25');
      expect([1, 12, 13, 25, 26].map((table) => range.holds([table]))).toEqual([true, true, false, true, false]);
    }
    expect(readRange('')!.holds([null])).toBe(true);
    for (const wrong of ['x', '12-1', '0', '1-', '-', '1--2', '1.5']) expect(readRange(wrong), wrong).toBeNull();
  });

  it('hold a meeting that has one of its tables there, and what has no table', () => {
    const range = readRange('3')!;
    const list = [{ table: 2, tables: [2, 3] }, { table: 4 }, { table: null }, { table: 3 }];
    expect(inRange(range, list).map(({ table }) => table)).toEqual([2, null, 3]);
  });

  it('come from the address of a hall, and a bad one is all', () => {
    expect(rangeOf('?tables=5-7').text).toBe('5-7');
    expect(rangeOf('?tables=%3Cscript%3E').text).toBe('');
    expect(rangeOf('').holds([99])).toBe(true);
  });
});

it('a referee sees the own tables in the queue, and that others wait', async () => {
  const item = (table: number) => ({ kind: 'waiting', match: `m${table}`, table, since: '2026-12-05T02:00:00Z', text: '' }) as unknown as QueueItem;
  const desk = { queue: signal([item(3), item(40)]), matches: signal([]) } as unknown as EventDesk;
  const root = show(
    <>
      <MyTables />
      <Queue desk={desk} open={() => undefined} />
    </>,
  );
  expect(root.querySelectorAll('[data-table]')).toHaveLength(2);
  type(find<HTMLInputElement>(root, '[name=my-tables]'), '1-12');
  await until(() => root.querySelectorAll('[data-table]').length === 1);
  expect(root.textContent).toContain('其他桌还有 1 件事在等');
  expect(localStorage.getItem('kiosk.referee.tables')).toBe('1-12');
  type(find<HTMLInputElement>(root, '[name=my-tables]'), '1-');
  await until(() => find(root, '[name=my-tables]').getAttribute('aria-invalid') === 'true');
  expect(root.querySelectorAll('[data-table]')).toHaveLength(1);
});
