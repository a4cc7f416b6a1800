import type { ClockView } from '../shapes';
import { kioskNow } from '../wire/contact';
import { minutesAndSeconds, secondsLeft } from '../words/time';
import { t, tOf } from '../words/words';

function urgency(clock: ClockView, seconds: number): string {
  if (clock.state === 'over' || (clock.state === 'running' && seconds <= 0)) return 'rang';
  if (clock.state === 'paused') return 'paused';
  return clock.state === 'running' && seconds <= 300 ? 'soon' : 'calm';
}

/** True once the bell has rung by the kiosk's time, also before the kiosk has said so. */
export function hasRung(clock: ClockView): boolean {
  return clock.state === 'over' || (clock.state === 'running' && secondsLeft(clock, kioskNow()) <= 0);
}

/** True where there is a time to play for: a round without one has no clock to show. */
export function hasTime(clock: ClockView): boolean {
  return clock.minutes > 0 || clock.state !== 'idle';
}

/** Time left, with a word beside it wherever it does not run; nothing where no time is set. */
export function Clock({ clock }: { clock: ClockView }) {
  if (!hasTime(clock)) return null;
  const seconds = secondsLeft(clock, kioskNow());
  const mood = urgency(clock, seconds);
  const word = mood === 'rang' ? t('page.clock.rang') : clock.state === 'running' ? '' : tOf('page.clock.state', clock.state);
  return (
    <span class={`clock clock-${mood}`} role="timer">
      <span class="clock-time">{minutesAndSeconds(seconds)}</span>
      {word !== '' && <span class="clock-word">{word}</span>}
    </span>
  );
}
