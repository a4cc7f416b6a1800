import { useState } from 'preact/hooks';
import type { Board } from '../parts/board';
import { Dialog } from '../parts/Dialog';
import { actionList } from '../parts/PenaltyRow';
import { Trouble } from '../parts/Trouble';
import { useCommand } from '../parts/useCommand';
import type { MatchView, PenaltyView } from '../shapes';
import { post } from '../wire/client';
import { local, t } from '../words/words';
import type { EventDesk } from './eventDesk';
import { ReasonField } from './ReasonField';

interface CancelPenaltyDialogProps {
  desk: EventDesk;
  match: MatchView;
  board: Board;
  penalty: PenaltyView;
  close(): void;
}

export function CancelPenaltyDialog({ desk, match, penalty, close }: CancelPenaltyDialogProps) {
  const [reason, setReason] = useState('');
  const command = useCommand();
  const cancel = () =>
    void command
      .run({ reason: reason.trim() }, async (body, key) => {
        const ruling = await post('/api/v1/matches/{id}/penalties/{pid}/cancel', { id: match.id, pid: penalty.id }, body, { key });
        desk.accept(ruling.match);
        await desk.load();
      })
      .then((done) => done && close());
  return (
    <Dialog title={t('page.penalty.cancel')} close={close}>
      <p>
        {local(penalty.violation_name)} → {actionList(penalty.actions)}
      </p>
      <ReasonField value={reason} change={setReason} />
      <Trouble error={command.error} />
      <button type="button" class="danger big" disabled={command.busy || reason.trim() === ''} onClick={cancel}>
        {t('page.penalty.cancel')}
      </button>
    </Dialog>
  );
}
