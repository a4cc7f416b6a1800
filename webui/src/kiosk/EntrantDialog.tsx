import { useState } from 'preact/hooks';
import { Dialog } from '../parts/Dialog';
import { Names } from '../parts/Names';
import type { Entrant, EventView } from '../shapes';
import type { EventDesk } from '../staff/eventDesk';
import { LeaveDialog } from '../staff/LeaveDialog';
import { isHead } from '../staff/session';
import { timeOfDay } from '../words/time';
import { t, tOf } from '../words/words';
import { AddDialog } from './AddDialog';
import { CorrectDialog } from './CorrectDialog';
import { ReplaceDialog } from './ReplaceDialog';

const actions = ['correct', 'replace', 'withdraw', 'disqualify', 'reinstate', 'add'] as const;
type Action = (typeof actions)[number];

/** What can be done about an entrant as it stands; the kiosk decides whether it may. */
function possible(entrant: Entrant, event: EventView): readonly Action[] {
  const head = isHead();
  if (entrant.state !== 'in') return head ? ['correct', 'reinstate'] : [];
  const list: Action[] = head ? ['correct', 'replace', 'withdraw', 'disqualify'] : ['replace'];
  // Who was missing when the draw was made can still come in.
  if (head && comesLate(entrant, event)) list.push('add');
  return list;
}

/** True for an entrant of the list that was not there when the draw was made. */
export function comesLate(entrant: Entrant, event: EventView): boolean {
  return event.rounds.length > 0 && !entrant.drawn && entrant.state === 'in';
}

/** An entrant as it stands, and all that can be done about it. */
export function EntrantDialog({ desk, event, entrant, close }: { desk: EventDesk; event: EventView; entrant: Entrant; close(): void }) {
  const [action, setAction] = useState<Action | null>(null);
  if (action === 'correct') return <CorrectDialog desk={desk} entrant={entrant} close={close} />;
  if (action === 'replace') return <ReplaceDialog desk={desk} entrant={entrant} close={close} />;
  if (action === 'add') return <AddDialog desk={desk} event={event} known={entrant} close={close} />;
  if (action !== null) return <LeaveDialog desk={desk} kind={action} who={[entrant]} close={close} />;
  return (
    <Dialog title={entrant.name} close={close}>
      <dl class="facts">
        <dt>{t('page.entrant.state')}</dt>
        <dd>
          <b class={entrant.state === 'in' ? '' : 'late'}>{tOf('page.entrant.state', entrant.state)}</b>
          {entrant.left_round !== undefined && ` ${t('page.entrant.since', { N: entrant.left_round })}`}
          {entrant.left_reason && <p>{entrant.left_reason}</p>}
          {entrant.left_at && <small>{t('page.entrant.by', { Name: entrant.left_by || '', At: timeOfDay(entrant.left_at) })}</small>}
          {entrant.joined > 0 && <p>{t('page.entrant.joined', { N: entrant.joined })}</p>}
        </dd>
        <dt>{t('page.entrant.players')}</dt>
        <dd>
          <Names of={entrant.players} />
          {entrant.replaced.map((one) => (
            <p key={one.out + one.in + one.at}>
              {t('page.entrant.replaced', { Out: one.out, In: one.in, N: one.round })} <small>{`${one.reason} · ${one.by} ${timeOfDay(one.at)}`}</small>
            </p>
          ))}
        </dd>
      </dl>
      <div class="choices">
        {possible(entrant, event).map((one) => (
          <button type="button" key={one} class={one === 'withdraw' || one === 'disqualify' ? 'danger big' : 'big'} data-do={one} onClick={() => setAction(one)}>
            {tOf('page.entrant.do', one)}
          </button>
        ))}
      </div>
    </Dialog>
  );
}
