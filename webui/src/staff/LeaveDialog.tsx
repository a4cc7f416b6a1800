import { useState } from 'preact/hooks';
import { Dialog } from '../parts/Dialog';
import { Trouble } from '../parts/Trouble';
import { useCommand } from '../parts/useCommand';
import { post } from '../wire/client';
import { t, tOf } from '../words/words';
import type { EventDesk } from './eventDesk';
import { ReasonField } from './ReasonField';

export type LeaveKind = 'withdraw' | 'disqualify' | 'reinstate';

interface LeaveDialogProps {
  desk: EventDesk;
  kind: LeaveKind;
  /** Who it may be; with only one there is nothing to choose. */
  who: readonly { id: string; name: string }[];
  close(): void;
}

/** An entrant leaves the event, or comes back: why, then a second question that says what follows. */
export function LeaveDialog({ desk, kind, who, close }: LeaveDialogProps) {
  const [chosen, setChosen] = useState(who.length === 1 ? who[0] : undefined);
  const [reason, setReason] = useState('');
  const [sure, setSure] = useState(false);
  const [kept, setKept] = useState<string[]>([]);
  const command = useCommand();
  const leave = (entrant: { id: string }) =>
    void command
      .run({ reason: reason.trim() }, async (body, key) => {
        const path = `/api/v1/events/{id}/entrants/{entrant}/${kind}` as '/api/v1/events/{id}/entrants/{entrant}/withdraw';
        const answer = await post(path, { id: desk.id, entrant: entrant.id }, body, { key });
        setKept(answer.kept);
        await desk.load();
        if (answer.kept.length === 0) close();
      });
  const title = tOf('page.leave', kind);
  if (kept.length > 0) {
    return (
      <Dialog title={title} close={close}>
        <p class="note note-warn">{t('page.leave.kept', { N: kept.length })}</p>
      </Dialog>
    );
  }
  return (
    <Dialog title={title} close={close}>
      {who.length > 1 && (
        <div class="choices">
          {who.map((one) => (
            <button
              type="button"
              key={one.id}
              class="choice"
              data-entrant={one.id}
              aria-pressed={chosen !== undefined && chosen.id === one.id}
              onClick={() => {
                setChosen(one);
                setSure(false);
              }}
            >
              {one.name}
            </button>
          ))}
        </div>
      )}
      {!sure || chosen === undefined ? (
        <>
          {who.length === 1 && chosen && (
            <p>
              <b>{chosen.name}</b>
            </p>
          )}
          <p class="muted">{tOf('page.leave.help', kind)}</p>
          <ReasonField value={reason} change={setReason} />
          <button type="button" class="big" data-do="leave-next" disabled={chosen === undefined || reason.trim() === ''} onClick={() => setSure(true)}>
            {t('page.next')}
          </button>
        </>
      ) : (
        <>
          <p class={kind === 'reinstate' ? 'note' : 'note note-bad'}>
            <b>{tOf('page.leave.ask', kind, { Name: chosen.name })}</b>
          </p>
          <p class="muted">{tOf('page.leave.help', kind)}</p>
          <p>{reason}</p>
          <Trouble error={command.error} />
          <button type="button" class={kind === 'reinstate' ? 'primary big' : 'danger big'} data-do="leave-yes" disabled={command.busy} onClick={() => leave(chosen)}>
            {tOf('page.leave.do', kind, { Name: chosen.name })}
          </button>
          <button type="button" class="big" data-first onClick={() => setSure(false)}>
            {t('page.no')}
          </button>
        </>
      )}
    </Dialog>
  );
}
