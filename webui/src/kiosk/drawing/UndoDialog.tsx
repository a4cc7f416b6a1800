import { useState } from 'preact/hooks';
import { Dialog } from '../../parts/Dialog';
import { Trouble } from '../../parts/Trouble';
import { useCommand } from '../../parts/useCommand';
import { ReasonField } from '../../staff/ReasonField';
import { post, Refusal } from '../../wire/client';
import { t } from '../../words/words';

interface UndoDialogProps {
  event: string;
  round: number;
  close(): void;
  undone(): void;
}

/** Takes the last round back; one that has begun only after a second, stronger question. */
export function UndoDialog({ event, round, close, undone }: UndoDialogProps) {
  const [reason, setReason] = useState('');
  const [begun, setBegun] = useState(false);
  const [sure, setSure] = useState(false);
  const command = useCommand();
  const asks = command.error instanceof Refusal && command.error.problem.code === 'undo.begun';
  const undo = (submitted: Event) => {
    submitted.preventDefault();
    void command.run({ reason: reason.trim(), ...(begun && sure ? { begun: true } : {}) }, async (body, key) => {
      try {
        await post('/api/v1/events/{id}/rounds/{n}/undo', { id: event, n: round }, body, { key });
      } catch (thrown) {
        if (thrown instanceof Refusal && thrown.problem.code === 'undo.begun') setBegun(true);
        throw thrown;
      }
      undone();
    });
  };
  return (
    <Dialog title={t('page.undo.title', { N: round })} close={close}>
      <form class="stack" onSubmit={undo}>
        <p>{t('page.undo.help')}</p>
        <ReasonField value={reason} change={setReason} />
        {begun && (
          <div class="note note-bad" role="alert">
            <p>{t('page.undo.begun', { N: round })}</p>
            <label>
              <input type="checkbox" name="undo-sure" checked={sure} onChange={(change) => setSure(change.currentTarget.checked)} />
              {t('page.undo.sure')}
            </label>
          </div>
        )}
        {!asks && <Trouble error={command.error} />}
        <button class="danger big" data-do="undo-yes" disabled={command.busy || reason.trim() === '' || (begun && !sure)}>
          {begun ? t('page.undo.do.begun', { N: round }) : t('page.undo.do', { N: round })}
        </button>
      </form>
    </Dialog>
  );
}
