import { useEffect, useRef } from 'preact/hooks';
import { hasTime } from '../parts/Clock';
import { bellTones, reminderTones, type Sound } from '../parts/sound';
import type { ClockView, PublicRound } from '../shapes';
import { kioskNow } from '../wire/contact';
import { minutesAndSeconds, secondsLeft } from '../words/time';
import { local, t, tOf } from '../words/words';
import { reminderAt, shownReminder, type Reminder } from './reminders';

interface HallClockProps {
  clock: ClockView;
  round: PublicRound | undefined;
  sound: Sound | null;
}

/** Time left, readable from the far wall, with its reminders in words and sound. */
export function HallClock({ clock, round, sound }: HallClockProps) {
  const seconds = secondsLeft(clock, kioskNow());
  const reminder = reminderAt(clock, seconds);
  const shown = shownReminder(clock, seconds);
  // What was on when the page opened is not sounded again.
  const last = useRef<Reminder | null | undefined>(undefined);
  useEffect(() => {
    if (last.current !== undefined && reminder !== null && reminder !== last.current && sound) {
      sound.play(reminder === 'bell' ? bellTones : reminderTones);
    }
    last.current = reminder;
  }, [reminder, sound]);
  return (
    <section class={`hall-clock hall-${shown || clock.state}`}>
      {round && (
        <p class="hall-round">
          {t('page.round', { N: round.number })} <small>{local(round.phase_name)}</small>
        </p>
      )}
      {hasTime(clock) && (
        <>
          <p class="hall-time" role="timer">
            {minutesAndSeconds(seconds)}
          </p>
          <p class="hall-word" aria-live="assertive">
            {shown !== null ? tOf('page.hall.reminder', shown) : clock.state === 'running' ? '' : tOf('page.hall.state', clock.state)}
          </p>
        </>
      )}
    </section>
  );
}
