import { describe, expect, it } from 'vitest';
import { impliedLast, isComplete, type Order, orderForm, readDigits, sameOrder, shownOrder, withoutLast, withSeat } from '../src/parts/order';

const guandan = orderForm('guandan');
const gouji = orderForm('gouji');
const taps = (seats: number[], form = guandan) => seats.reduce<Order>((order, seat) => withSeat(order, seat, form), []);

describe('an order of Guandan', () => {
  it('is complete after a double-down', () => {
    expect(isComplete([1, 3], guandan)).toBe(true);
    expect(isComplete([4, 2], guandan)).toBe(true);
    expect(shownOrder([1, 3], guandan)).toEqual([1, 3]);
  });

  it('is not complete with two of different sides', () => {
    expect(isComplete([1, 2], guandan)).toBe(false);
    expect(isComplete([1], guandan)).toBe(false);
    expect(isComplete([], guandan)).toBe(false);
  });

  it('has its last place follow from three', () => {
    expect(isComplete([2, 1, 4], guandan)).toBe(true);
    expect(impliedLast([2, 1, 4], guandan)).toBe(3);
    expect(shownOrder([2, 1, 4], guandan)).toEqual([2, 1, 4, 3]);
  });

  it('takes no seat twice, none that there is not, and none once complete', () => {
    expect(taps([1, 1, 2])).toEqual([1, 2]);
    expect(taps([5, 0, 1])).toEqual([1]);
    expect(taps([1, 3, 2])).toEqual([1, 3]);
  });

  it('gives up its last tap', () => {
    expect(withoutLast([2, 1, 4])).toEqual([2, 1]);
    expect(withoutLast([])).toEqual([]);
  });
});

it('needs all but one of six seats in Gouji', () => {
  expect(isComplete([1, 3], gouji)).toBe(false);
  expect(isComplete([1, 3, 5, 2, 4], gouji)).toBe(true);
  expect(impliedLast([1, 3, 5, 2, 4], gouji)).toBe(6);
});

describe('typed digits', () => {
  it.each([
    ['13', [1, 3], 'none'],
    ['2143', [2, 1, 4, 3], 'none'],
    ['２１４', [2, 1, 4], 'none'],
    [' 2 1,4 ', [2, 1, 4], 'none'],
    ['15', [1], 'seat'],
    ['11', [1], 'twice'],
    ['1x', [1], 'digit'],
    ['', [], 'none'],
  ] as const)('%j are %j, %s', (text, order, slip) => {
    expect(readDigits(text, guandan)).toEqual({ order, slip });
  });
});

describe('two orders are the same', () => {
  it.each([
    [[1, 3], [1, 3, 2, 4], true],
    [[1, 3, 4, 2], [1, 3, 2, 4], true],
    [[2, 1, 4], [2, 1, 4, 3], true],
    [[1, 3], [3, 1], false],
    [[1, 2, 3], [1, 2, 4], false],
  ])('%j and %j: %s', (left, right, same) => {
    expect(sameOrder(left, right, guandan)).toBe(same);
  });
});
