import type { ClockView } from '../shapes';

export type Reminder = 'half' | 'five' | 'bell';

/** The reminder that is on at a moment: the bell once no time is left, five minutes before it, half time. */
export function reminderAt(clock: ClockView, secondsLeft: number): Reminder | null {
  if (clock.state === 'over') return 'bell';
  if (clock.state !== 'running') return null;
  if (secondsLeft <= 0) return 'bell';
  if (secondsLeft <= 300 && clock.minutes > 5) return 'five';
  return secondsLeft <= clock.minutes * 30 ? 'half' : null;
}

/** Reminders that stay on the screen: half time for two minutes, the others until they end. */
export function shownReminder(clock: ClockView, secondsLeft: number): Reminder | null {
  const reminder = reminderAt(clock, secondsLeft);
  if (reminder === 'half' && clock.minutes * 30 - secondsLeft > 120) return null;
  return reminder;
}
