import { callWords } from '../parts/callWords';
import { SideMark } from '../parts/SideMark';
import { Trouble } from '../parts/Trouble';
import { useCommand } from '../parts/useCommand';
import type { CallView } from '../shapes';
import { post } from '../wire/client';
import { timeOfDay } from '../words/time';
import { t } from '../words/words';
import type { EventDesk } from './eventDesk';

/** A call for the referee, with the two answers there are. */
export function CallLine({ call, desk }: { call: CallView; desk: EventDesk }) {
  const command = useCommand();
  const answer = (state: 'on-the-way' | 'done') =>
    void command.run({ state }, async (body, key) => {
      await post('/api/v1/calls/{call}/answer', { call: call.id }, body, { key });
      await desk.load();
    });
  return (
    <div class={`call-line call-${call.state}`}>
      <span>
        <SideMark side={call.side} /> <b>{callWords(call)}</b> <small>{timeOfDay(call.at)}</small>
        {call.state === 'on-the-way' && <b> {t('page.call.coming', { Name: call.by || '' })}</b>}
      </span>
      <span class="row">
        {call.state === 'waiting' && (
          <button type="button" class="primary" data-do="on-the-way" disabled={command.busy} onClick={() => answer('on-the-way')}>
            {t('page.call.go')}
          </button>
        )}
        <button type="button" data-do="call-done" disabled={command.busy} onClick={() => answer('done')}>
          {t('page.call.done')}
        </button>
      </span>
      <Trouble error={command.error} />
    </div>
  );
}
