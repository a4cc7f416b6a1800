import { signal } from '@preact/signals';

/** When the kiosk was last heard, in this device's own milliseconds; 0 is never. */
export const lastContact = signal(0);

export function heard(): void {
  lastContact.value = Date.now();
}

/** Milliseconds to add to this device's clock to have the kiosk's. */
export const clockOffset = signal(0);

/** Takes the kiosk's time from an answer that carries it. */
export function noteServerTime(serverTime: string): void {
  const then = Date.parse(serverTime);
  if (isNaN(then)) return;
  const offset = then - Date.now();
  // Half a second of travel is no reason to make the shown clock jump.
  if (Math.abs(offset - clockOffset.peek()) > 500) clockOffset.value = offset;
}

/** This device's clock in milliseconds, renewed every half second while a page shows time. */
export const tick = signal(Date.now());

/** Keeps tick going; returns what ends it. */
export function startTicking(): () => void {
  const timer = setInterval(() => {
    tick.value = Date.now();
  }, 500);
  return () => clearInterval(timer);
}

/** The kiosk's time in milliseconds, as a value that pages can watch. */
export function kioskNow(): number {
  return tick.value + clockOffset.value;
}
