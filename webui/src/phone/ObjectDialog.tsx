import { useState } from 'preact/hooks';
import type { HandView, MatchView } from '../shapes';
import { type Board, boardOfHand } from '../parts/board';
import { Dialog } from '../parts/Dialog';
import { askedAgain, handOf, isWhole } from '../parts/hand';
import { HandPad } from '../parts/HandPad';
import { t } from '../words/words';
import { handName, type Desk } from './desk';
import { useDraft } from './useDraft';

interface ObjectDialogProps {
  desk: Desk;
  match: MatchView;
  board: Board;
  hand: HandView;
  close(): void;
}

/** Two ways to disagree: the order as this side has it, or a reason in words. */
export function ObjectDialog({ desk, match, board, hand, close }: ObjectDialogProps) {
  const [draft, setDraft] = useDraft(desk, handName(match.id, hand.game, hand.number));
  const [way, setWay] = useState<'order' | 'reason'>('order');
  const [reason, setReason] = useState('');
  const reasons = [t('page.objection.unfinished'), t('page.objection.seats'), t('page.objection.tribute')];
  const asked = askedAgain(board, hand);
  return (
    <Dialog title={t('page.objection.title', { N: hand.number })} close={close}>
      <div class="choices two">
        <button type="button" class="choice" aria-pressed={way === 'order'} onClick={() => setWay('order')}>
          {t('page.objection.order')}
        </button>
        <button type="button" class="choice" aria-pressed={way === 'reason'} onClick={() => setWay('reason')}>
          {t('page.objection.reason')}
        </button>
      </div>
      {way === 'order' ? (
        <>
          <HandPad board={boardOfHand(board, hand)} match={match} asked={asked} draft={draft} change={setDraft} />
          <button
            type="button"
            class="big primary"
            data-do="send-own"
            disabled={!isWhole(draft, board, asked)}
            onClick={() => {
              desk.reportOpen(hand.game, hand.number, handOf(draft, board, asked));
              close();
            }}
          >
            {t('page.objection.send.order')}
          </button>
        </>
      ) : (
        <>
          <div class="choices">
            {reasons.map((one) => (
              <button type="button" key={one} class="choice" aria-pressed={reason === one} onClick={() => setReason(one)}>
                {one}
              </button>
            ))}
          </div>
          <label class="field">
            {t('page.objection.words')}
            <textarea name="reason" rows={2} maxLength={200} value={reason} onInput={(event) => setReason(event.currentTarget.value)} />
          </label>
          <button
            type="button"
            class="big primary"
            data-do="send-objection"
            disabled={reason.trim() === ''}
            onClick={() => {
              desk.object(reason.trim(), hand.game, hand.number);
              close();
            }}
          >
            {t('page.objection.send.reason')}
          </button>
        </>
      )}
    </Dialog>
  );
}
