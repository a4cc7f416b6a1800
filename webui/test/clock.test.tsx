import { beforeEach, expect, it } from 'vitest';
import { Clock } from '../src/parts/Clock';
import type { ClockView } from '../src/shapes';
import { match } from './fixtures';
import { show } from './setup';

beforeEach(() => localStorage.clear());

const clock = (change: Partial<ClockView>) => show(<Clock clock={{ ...match().clock, ...change }} />).textContent;

it('shows no clock where no time is set', () => {
  expect(clock({ state: 'idle', minutes: 0, remaining_s: 0 })).toBe('');
  expect(clock({ state: 'idle', minutes: 45, remaining_s: 2700 })).toContain('45:00');
});
