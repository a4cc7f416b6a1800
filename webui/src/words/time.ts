import type { ClockView } from '../shapes';
import { language } from './language';

function two(n: number): string {
  return n < 10 ? `0${n}` : String(n);
}

/** Seconds as minutes and seconds: 41:07, and with hours beyond 99 minutes. */
export function minutesAndSeconds(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const minutes = Math.floor(whole / 60);
  if (minutes > 99) return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(whole % 60)}`;
  return `${two(minutes)}:${two(whole % 60)}`;
}

/** The time of day here of a moment that the kiosk gave, 14:03. */
export function timeOfDay(moment: string | number): string {
  const date = new Date(moment);
  return isNaN(date.getTime()) ? '' : `${two(date.getHours())}:${two(date.getMinutes())}`;
}

export function timeWithSeconds(moment: string | number): string {
  const date = new Date(moment);
  return isNaN(date.getTime()) ? '' : `${timeOfDay(moment)}:${two(date.getSeconds())}`;
}

/** A day in the reader's language. */
export function day(date: string): string {
  return new Date(`${date}T12:00:00`).toLocaleDateString(language.value, { year: 'numeric', month: 'long', day: 'numeric' });
}

/** Seconds that a clock has left at a moment of the kiosk's time; 0 once it rang. */
export function secondsLeft(clock: ClockView, nowAtKiosk: number): number {
  if (clock.state === 'over') return 0;
  if (clock.state !== 'running' || !clock.ends_at) return clock.remaining_s;
  return Math.max(0, (Date.parse(clock.ends_at) - nowAtKiosk) / 1000);
}

/** Whole minutes from a moment until now, never negative. */
export function minutesSince(moment: string, nowAtKiosk: number): number {
  return Math.max(0, Math.floor((nowAtKiosk - Date.parse(moment)) / 60000));
}
