import { useEffect, useRef, useState } from 'preact/hooks';
import { enableSound, timerTones, type Sound } from '../parts/sound';
import type { RulebookView } from '../shapes';
import { t } from '../words/words';

const usual = [15, 20, 30, 40];

/** Counts down the time for one play, on this phone alone. */
export function PlayTimer({ rulebook }: { rulebook: RulebookView | null }) {
  const [total, setTotal] = useState(0);
  const [endsAt, setEndsAt] = useState<number | null>(null);
  const [now, setNow] = useState(Date.now());
  const sound = useRef<Sound | null>(null);
  const told = useRef(true);
  useEffect(() => {
    if (endsAt === null) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 100);
    return () => clearInterval(timer);
  }, [endsAt]);
  const left = endsAt === null ? 0 : Math.max(0, (endsAt - now) / 1000);
  if (endsAt !== null && left === 0 && !told.current) {
    told.current = true;
    if (sound.current) sound.current.play(timerTones);
    if (typeof navigator.vibrate === 'function') navigator.vibrate([300, 100, 300]);
  }
  const start = (seconds: number) => {
    sound.current = enableSound();
    told.current = false;
    setTotal(seconds);
    setNow(Date.now());
    setEndsAt(Date.now() + seconds * 1000);
  };
  const own = rulebook && rulebook.play_time ? [rulebook.play_time.first_s, rulebook.play_time.next_s] : [];
  const others = usual.filter((seconds) => own.indexOf(seconds) < 0);
  return (
    <section class={endsAt !== null && left === 0 ? 'play-timer out' : 'play-timer'}>
      <p class="play-left" role="timer">
        {endsAt === null ? '—' : Math.ceil(left)}
      </p>
      <p class="muted">{endsAt !== null && left === 0 ? t('page.timer.out', { N: total }) : t('page.timer.help')}</p>
      <div class="choices two">
        {own.map((seconds, at) => (
          <button type="button" key={seconds} class="primary big" data-seconds={seconds} onClick={() => start(seconds)}>
            {at === 0 ? t('page.timer.first', { N: seconds }) : t('page.timer.next', { N: seconds })}
          </button>
        ))}
        {others.map((seconds) => (
          <button type="button" key={seconds} class="big" data-seconds={seconds} onClick={() => start(seconds)}>
            {t('page.timer.seconds', { N: seconds })}
          </button>
        ))}
      </div>
      <button type="button" class="big" disabled={endsAt === null} onClick={() => setEndsAt(null)}>
        {t('page.timer.stop')}
      </button>
    </section>
  );
}
