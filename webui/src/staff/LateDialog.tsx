import { useState } from 'preact/hooks';
import { handText } from '../parts/hand';
import { Dialog } from '../parts/Dialog';
import { Trouble } from '../parts/Trouble';
import { post } from '../wire/client';
import { t } from '../words/words';
import { ReasonField } from './ReasonField';
import { RulingNotes } from './RulingNotes';
import type { HandDialogProps } from './SettleDialog';
import { useRuling } from './useRuling';

/** A report that came after the bell: was the hand over in time? */
export function LateDialog({ desk, match, board, hand, close }: HandDialogProps) {
  const [reason, setReason] = useState('');
  const way = useRuling(desk, null, null);
  const rule = (late: 'counts' | 'void') =>
    void way
      .rule(late, reason.trim(), (how, key) =>
        post('/api/v1/matches/{id}/settle', { id: match.id }, { game: hand.game, number: hand.number, late, version: match.version, ...how }, { key }),
      )
      .then((made) => made && close());
  const blocked = way.busy || way.unanswered || reason.trim() === '';
  return (
    <Dialog title={t('page.late.title', { N: hand.number })} close={close}>
      {hand.hand && <p class="order-line">{handText(board, hand.hand)}</p>}
      <RulingNotes way={way} />
      <ReasonField value={reason} change={setReason} />
      <Trouble error={way.error} />
      <button type="button" class="primary big" data-do="late-counts" disabled={blocked} onClick={() => rule('counts')}>
        {t('page.late.counts')}
      </button>
      <button type="button" class="danger big" data-do="late-void" disabled={blocked} onClick={() => rule('void')}>
        {t('page.late.void')}
      </button>
    </Dialog>
  );
}
