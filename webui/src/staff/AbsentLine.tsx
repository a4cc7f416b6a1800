import { SideMark } from '../parts/SideMark';
import { Trouble } from '../parts/Trouble';
import { useCommand } from '../parts/useCommand';
import type { MatchView, QueueItem } from '../shapes';
import { post } from '../wire/client';
import { t } from '../words/words';
import type { EventDesk } from './eventDesk';

/** Reasons are this long at most. */
const maxReason = 200;

/** Somebody has not come: what the rulebook has for it, given by one press. The referee who presses confirms it. */
export function AbsentLine({ item, match, desk }: { item: QueueItem; match: MatchView | undefined; desk: EventDesk }) {
  const command = useCommand();
  const penalties = item.penalties || [];
  const nameOf = (side: 'A' | 'B') => (match === undefined ? (side === 'A' ? '▲' : '●') : match.sides[side].name);
  const reason = item.text.slice(0, maxReason);
  const forfeit = (side: 'A' | 'B' | 'both') =>
    void command.run({ match: item.match, side }, async (_, key) => {
      const ruling = await post('/api/v1/matches/{id}/forfeit', { id: item.match }, { side, reason }, { key });
      desk.accept(ruling.match);
      await desk.load();
    });
  const punish = () =>
    void command.run({ match: item.match, penalties }, async (_, key) => {
      try {
        for (const [at, penalty] of penalties.entries()) {
          await post('/api/v1/matches/{id}/penalties', { id: item.match }, { ...penalty, reason }, { key: `${key}-${at + 1}` });
        }
      } finally {
        // What was given is not proposed again, also where the next one failed.
        await desk.load();
      }
    });
  return (
    <div class="absent-line">
      <p>
        {item.side && <SideMark side={item.side} />} {item.text}
      </p>
      <div class="row">
        {item.forfeit !== undefined && (
          <button type="button" class="danger" data-do="absent-forfeit" disabled={command.busy} onClick={() => forfeit(item.forfeit!)}>
            {item.forfeit === 'both' ? t('page.absent.both') : t('page.absent.forfeit', { Name: nameOf(item.forfeit) })}
          </button>
        )}
        {penalties.length > 0 && (
          <button type="button" class="danger" data-do="absent-penalty" disabled={command.busy} onClick={punish}>
            {t('page.absent.penalty', { N: penalties.length })}
          </button>
        )}
      </div>
      <Trouble error={command.error} />
    </div>
  );
}
