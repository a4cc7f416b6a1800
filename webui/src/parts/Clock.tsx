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

/** Time left, with a word beside it wherever it does not run. */
export function Clock({ clock }: { clock: ClockView }) {
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
