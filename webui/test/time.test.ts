import { expect, it } from 'vitest';
import { reminderAt, shownReminder } from '../src/hall/reminders';
import { daysBetween } from '../src/kiosk/NewEventPage';
import { minutesAndSeconds, minutesSince, secondsLeft } from '../src/words/time';
import { clock } from './fixtures';

it('writes time left as minutes and seconds', () => {
  expect(minutesAndSeconds(2467)).toBe('41:07');
  expect(minutesAndSeconds(0)).toBe('00:00');
  expect(minutesAndSeconds(-3)).toBe('00:00');
  expect(minutesAndSeconds(0.2)).toBe('00:01');
  expect(minutesAndSeconds(7205)).toBe('2:00:05');
});

it('counts what is left by the kiosk, and stands still while the clock does', () => {
  const end = Date.parse(clock.ends_at!);
  expect(secondsLeft(clock, end - 90000)).toBe(90);
  expect(secondsLeft(clock, end + 5000)).toBe(0);
  expect(secondsLeft({ ...clock, state: 'paused', remaining_s: 600 }, end)).toBe(600);
  expect(secondsLeft({ ...clock, state: 'over', remaining_s: 600 }, 0)).toBe(0);
});

it('counts whole minutes of waiting', () => {
  expect(minutesSince('2026-12-05T02:00:00Z', Date.parse('2026-12-05T02:03:59Z'))).toBe(3);
  expect(minutesSince('2026-12-05T02:00:00Z', Date.parse('2026-12-05T01:59:00Z'))).toBe(0);
});

it('reminds at half time, five minutes before the end and at the bell', () => {
  expect(reminderAt(clock, 2000)).toBeNull();
  expect(reminderAt(clock, 1350)).toBe('half');
  expect(reminderAt(clock, 300)).toBe('five');
  expect(reminderAt(clock, 0)).toBe('bell');
  expect(reminderAt({ ...clock, state: 'idle' }, 2700)).toBeNull();
  expect(reminderAt({ ...clock, state: 'over' }, 0)).toBe('bell');
  expect(shownReminder(clock, 1300)).toBe('half');
  expect(shownReminder(clock, 1100)).toBeNull();
});

it('lists the days of an event', () => {
  expect(daysBetween('2026-12-31', '2027-01-02')).toEqual(['2026-12-31', '2027-01-01', '2027-01-02']);
  expect(daysBetween('2026-12-05', '')).toEqual(['2026-12-05']);
  expect(daysBetween('', '')).toEqual([]);
});
