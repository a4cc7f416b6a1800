import { useState } from 'preact/hooks';
import { orderWords } from '../parts/board';
import { Dialog } from '../parts/Dialog';
import { Trouble } from '../parts/Trouble';
import { useCommand } from '../parts/useCommand';
import { post } from '../wire/client';
import { t } from '../words/words';
import { ReasonField } from './ReasonField';
import type { HandDialogProps } from './SettleDialog';

/** A report that came after the bell: was the hand over in time? */
export function LateDialog({ desk, match, board, hand, close }: HandDialogProps) {
  const [reason, setReason] = useState('');
  const command = useCommand();
  const rule = (late: 'counts' | 'void') =>
    void command
      .run({ game: hand.game, number: hand.number, late, reason: reason.trim(), version: match.version }, async (body, key) => {
        const ruling = await post('/api/v1/matches/{id}/settle', { id: match.id }, body, { key });
        desk.accept(ruling.match);
        await desk.load();
      })
      .then((done) => done && close());
  const open = command.busy || reason.trim() === '';
  return (
    <Dialog title={t('page.late.title', { N: hand.number })} close={close}>
      {hand.hand && <p class="order-line">{orderWords(board, hand.hand.finish || [])}</p>}
      <ReasonField value={reason} change={setReason} />
      <Trouble error={command.error} />
      <button type="button" class="primary big" data-do="late-counts" disabled={open} onClick={() => rule('counts')}>
        {t('page.late.counts')}
      </button>
      <button type="button" class="danger big" data-do="late-void" disabled={open} onClick={() => rule('void')}>
        {t('page.late.void')}
      </button>
    </Dialog>
  );
}
