import { describe, expect, it } from 'vitest';
import { legendOf, readRow, type RowSlip, writeRow } from '../src/kiosk/notation';
import { orderForm } from '../src/parts/order';
import type { Hand, HandForm } from '../src/shapes';

const incidents: HandForm['incidents'] = [
  { kind: 'closed', fields: ['seat'] },
  { kind: 'stifle', fields: ['seat', 'by'] },
  { kind: 'burn', result: 'success', fields: ['by', 'against'] },
  { kind: 'burn', result: 'countered', fields: ['by', 'against', 'counter_by'] },
  { kind: 'burn', result: 'failed', fields: ['by', 'against'] },
  { kind: 'two-for-one', fields: ['by'] },
];
const guandan = { form: orderForm('guandan'), hand: {} };
const gouji = { form: orderForm('gouji'), hand: { incidents } };
const shuangsheng = { form: orderForm('shuangsheng'), hand: { points: { unit: 5, most: 200, most_bottom: 80, pairs: 3, cards: 24 } } };

describe('a hand typed in a row', () => {
  it.each<[string, typeof gouji | typeof guandan | typeof shuangsheng, Hand]>([
    ['13', guandan, { finish: [1, 3] }],
    ['2143+', guandan, { finish: [2, 1, 4, 3], extra: true }],
    ['135246', gouji, { finish: [1, 3, 5, 2, 4, 6] }],
    ['13524 c6', gouji, { finish: [1, 3, 5, 2, 4], events: [{ kind: 'closed', seat: 6 }] }],
    ['135246 s14 b16', gouji, { finish: [1, 3, 5, 2, 4, 6], events: [{ kind: 'stifle', by: 1, seat: 4 }, { kind: 'burn', by: 1, against: 6, result: 'success' }] }],
    ['135246 b16c3', gouji, { finish: [1, 3, 5, 2, 4, 6], events: [{ kind: 'burn', by: 1, against: 6, result: 'countered', counter_by: 3 }] }],
    ['135246 b61f t3', gouji, { finish: [1, 3, 5, 2, 4, 6], events: [{ kind: 'burn', by: 6, against: 1, result: 'failed' }, { kind: 'two-for-one', by: 3 }] }],
    ['a85', shuangsheng, { tricks: 85, on_stage: 'A' }],
    ['120 d10', shuangsheng, { tricks: 120, bottom: { points: 10, last: 'defenders', play: 'single' } }],
    ['b40 d15p2 ta2 tb1+', shuangsheng, { tricks: 40, on_stage: 'B', bottom: { points: 15, last: 'defenders', play: 'pairs', pairs: 2 }, throws: [{ side: 'A', cards: 2 }, { side: 'B', cards: 1 }], extra: true }],
  ])('%s is read, and written as it was', (text, told, hand) => {
    expect(readRow(text, told)).toEqual({ hand, slip: 'none' });
    expect(writeRow(hand)).toBe(text);
  });

  it('takes full-width and capital letters, and commas', () => {
    expect(readRow('１３５２４６，Ｃ６', gouji).hand.events).toEqual([{ kind: 'closed', seat: 6 }]);
    expect(readRow('A85，D10', shuangsheng).slip).toBe('none');
  });

  it.each<[string, typeof gouji | typeof guandan | typeof shuangsheng, RowSlip]>([
    ['', gouji, 'empty'],
    ['135', gouji, 'incomplete'],
    ['135246 c7', gouji, 'mark'],
    ['135246 c12', gouji, 'mark'],
    ['135246 s1', gouji, 'mark'],
    ['135246 b16k', gouji, 'mark'],
    ['135246 b16c', gouji, 'mark'],
    ['135246 b16f3', gouji, 'mark'],
    ['135246 c6r', gouji, 'mark'],
    ['135246 n5', gouji, 'mark'],
    ['135246 x5', gouji, 'mark'],
    ['13 c2', guandan, 'mark'],
    ['a', shuangsheng, 'incomplete'],
    ['a85 d10 d5', shuangsheng, 'mark'],
    ['a85 d10p0', shuangsheng, 'mark'],
    ['a85 tc1', shuangsheng, 'mark'],
    ['c85', shuangsheng, 'mark'],
  ])('%s is refused with why', (text, told, slip) => {
    expect(readRow(text, told).slip).toBe(slip);
  });

  it('must say who declares where nobody knows', () => {
    expect(readRow('85', shuangsheng, false).slip).toBe('stage');
    expect(readRow('a85', shuangsheng, false).slip).toBe('none');
    expect(readRow('85', shuangsheng).slip).toBe('none');
  });

  it('explains the marks that the rulebook has, and no others', () => {
    expect(legendOf(guandan)).toEqual([]);
    expect(legendOf(gouji)).toEqual(['closed', 'stifle', 'burn', 'two-for-one']);
    expect(legendOf(shuangsheng)).toEqual(['points']);
  });
});
