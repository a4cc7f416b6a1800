import type { EventView } from '../shapes';
import type { EventDesk } from '../staff/eventDesk';
import { t } from '../words/words';

/** The rounds so far; the chosen one is shown. */
export function RoundChoice({ desk, event }: { desk: EventDesk; event: EventView }) {
  const current = desk.currentRound.value;
  const last = event.rounds[event.rounds.length - 1];
  return (
    <div class="row round-choice" role="group" aria-label={t('page.rounds')}>
      {event.rounds.map((round) => (
        <button
          type="button"
          key={round.number}
          class="small"
          aria-pressed={current !== null && current.number === round.number}
          onClick={() => desk.choose(last !== undefined && round.number === last.number ? null : round.number)}
        >
          {t('page.round', { N: round.number })}
        </button>
      ))}
    </div>
  );
}
