import type { Board } from '../parts/board';
import { Dialog } from '../parts/Dialog';
import { actionList } from '../parts/PenaltyRow';
import type { MatchView, PenaltyView } from '../shapes';
import { post } from '../wire/client';
import { local, t } from '../words/words';
import type { EventDesk } from './eventDesk';
import { RulingSteps } from './RulingSteps';

interface CancelPenaltyDialogProps {
  desk: EventDesk;
  match: MatchView;
  board: Board;
  penalty: PenaltyView;
  close(): void;
}

export function CancelPenaltyDialog({ desk, match, penalty, close }: CancelPenaltyDialogProps) {
  return (
    <Dialog title={t('page.penalty.cancel')} close={close}>
      <p>
        {local(penalty.violation_name)} → {actionList(penalty.actions)}
      </p>
      <RulingSteps
        desk={desk}
        about={`cancel ${penalty.id}`}
        send={(how, key) => post('/api/v1/matches/{id}/penalties/{pid}/cancel', { id: match.id, pid: penalty.id }, how, { key })}
        label={t('page.penalty.cancel')}
        name="cancel-penalty"
        close={close}
      />
    </Dialog>
  );
}
