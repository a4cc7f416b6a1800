import { useState } from 'preact/hooks';
import { boardOfHand } from '../parts/board';
import { Dialog } from '../parts/Dialog';
import { askedAgain, type Draft, emptyDraft, handOf, handText, isWhole } from '../parts/hand';
import { HandPad } from '../parts/HandPad';
import { post } from '../wire/client';
import { t } from '../words/words';
import { RulingSteps } from './RulingSteps';
import type { HandDialogProps } from './SettleDialog';

/** Corrects a hand that already counts, or makes it void; shows first what that changes. */
export function CorrectHandDialog({ desk, match, board, hand, close }: HandDialogProps) {
  const [draft, setDraft] = useState<Draft>(emptyDraft);
  const [voided, setVoided] = useState(false);
  const asked = askedAgain(board, hand);
  const complete = voided || isWhole(draft, board, asked);
  const ruled = voided ? null : handOf(draft, board, asked);
  const body = { game: hand.game, number: hand.number, hand: ruled, version: match.version };
  return (
    <Dialog title={t('page.correct.hand', { N: hand.number })} close={close}>
      {hand.hand && <p>{t('page.correct.now', { Order: handText(boardOfHand(board, hand), hand.hand) })}</p>}
      {!voided && <HandPad board={boardOfHand(board, hand)} match={match} asked={asked} draft={draft} change={setDraft} />}
      <label>
        <input type="checkbox" name="void" checked={voided} onChange={(event) => setVoided(event.currentTarget.checked)} />
        {t('page.correct.void')}
      </label>
      <RulingSteps
        desk={desk}
        about={complete ? JSON.stringify(body) : null}
        send={(how, key) => post('/api/v1/matches/{id}/corrections', { id: match.id }, { ...body, ...how }, { key })}
        label={t('page.correct.do')}
        name="correct"
        close={close}
      />
    </Dialog>
  );
}
