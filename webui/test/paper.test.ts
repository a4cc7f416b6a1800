import { describe, expect, it } from 'vitest';
import { readRow } from '../src/kiosk/notation';
import { contradicts, paperOf, readTarget, sheetOf } from '../src/kiosk/paper';
import { orderForm } from '../src/parts/order';
import { hand, match } from './fixtures';

const form = { form: orderForm('guandan'), hand: {} };
const recorded = match({ games: [{ number: 1, state: 'playing', ended_by_bell: false, hands: [hand(), hand({ number: 2, hand: { finish: [2, 1, 4] } })] }] });

describe('a sheet typed from paper', () => {
  it('leaves out empty rows at its end and carries the bell', () => {
    expect(sheetOf([{ rows: ['13', '2143', ''], bell: true }], form)).toEqual([{ hands: [{ finish: [1, 3] }, { finish: [2, 1, 4, 3] }], end: 'time' }]);
  });

  it('is not sent while a row cannot be read', () => {
    expect(sheetOf([{ rows: ['12'], bell: false }], form)).toBeNull();
    expect(sheetOf([{ rows: ['', '13'], bell: false }], form)).toBeNull();
  });

  it('marks the extra hand with a plus sign', () => {
    expect(readRow('13+', form)).toEqual({ hand: { finish: [1, 3], extra: true }, slip: 'none' });
    expect(readRow('13＋', form).hand.extra).toBe(true);
  });

  it('starts from what is recorded', () => {
    expect(paperOf(recorded)).toEqual([{ rows: ['13', '214', ''], bell: false }]);
    expect(paperOf(match({ games: [] }))).toEqual([{ rows: [''], bell: false }]);
  });

  it('needs a reason only where it says something else', () => {
    expect(contradicts([{ rows: ['13', '214', '31'], bell: false }], recorded)).toBe(false);
    expect(contradicts([{ rows: ['13', '241', ''], bell: false }], recorded)).toBe(true);
    expect(contradicts([{ rows: ['13', ''], bell: false }], recorded)).toBe(true);
    expect(contradicts([{ rows: ['13', '214'], bell: true }], recorded)).toBe(false);
  });
});

describe('the line at the top', () => {
  it.each([
    ['7', { table: 7 }],
    ['１２', { table: 12 }],
    ['HTTP://192.168.1.105:8080/M/M7', { match: 'M7' }],
    ['http://kiosk/m/ev1.m7?x=1', { match: 'ev1.m7' }],
    ['table', null],
    ['', null],
  ])('reads %j as %j', (text, target) => {
    expect(readTarget(text)).toEqual(target);
  });
});
