import type { CallView } from '../shapes';
import { callWords } from '../parts/callWords';
import { Trouble } from '../parts/Trouble';
import { useCommand } from '../parts/useCommand';
import { timeOfDay } from '../words/time';
import { t } from '../words/words';
import type { Desk } from './desk';

/** A call that is open: who comes, and taking it back while nobody does. */
export function CallState({ desk, call, mine }: { desk: Desk; call: CallView; mine: boolean }) {
  const command = useCommand();
  return (
    <div class={`call-state call-${call.state}`} role="status">
      <span>
        {call.state === 'waiting'
          ? t('page.call.waiting', { Time: timeOfDay(call.at), Reason: callWords(call) })
          : t('page.call.coming', { Name: call.by || '' })}
      </span>
      {mine && call.state === 'waiting' && (
        <button type="button" class="quiet" disabled={command.busy} onClick={() => void command.run(call.id, (id) => desk.cancelCall(id))}>
          {t('page.call.cancel')}
        </button>
      )}
      <Trouble error={command.error} />
    </div>
  );
}
