import { useState } from 'preact/hooks';
import { type Board, boardOfHand, sideName } from '../parts/board';
import { Dialog } from '../parts/Dialog';
import { askedAgain, type Draft, emptyDraft, handOf, handText, isWhole } from '../parts/hand';
import { HandPad } from '../parts/HandPad';
import { SideMark } from '../parts/SideMark';
import { sides, type Hand, type HandView, type MatchView } from '../shapes';
import { post } from '../wire/client';
import { t } from '../words/words';
import type { EventDesk } from './eventDesk';
import { RulingSteps } from './RulingSteps';

export interface HandDialogProps {
  desk: EventDesk;
  match: MatchView;
  board: Board;
  hand: HandView;
  close(): void;
}

/** Settles a hand: one of the two reports, or the hand as the referee finds it. */
export function SettleDialog({ desk, match, board, hand, close }: HandDialogProps) {
  const [chosen, setChosen] = useState<'A' | 'B' | 'own' | null>(null);
  const [draft, setDraft] = useState<Draft>(emptyDraft);
  const asked = askedAgain(board, hand);
  const ruled = ((): Hand | null => {
    if (chosen === 'own') return isWhole(draft, board, asked) ? handOf(draft, board, asked) : null;
    const report = chosen === null ? undefined : hand.reports[chosen];
    return report === undefined ? null : report.hand;
  })();
  const body = ruled === null ? null : { game: hand.game, number: hand.number, hand: ruled, version: match.version };
  return (
    <Dialog title={t('page.settle.title', { N: hand.number })} close={close}>
      <div class="choices">
        {sides.map((side) => {
          const report = hand.reports[side];
          return (
            report && (
              <button type="button" key={side} class="choice" data-choose={side} aria-pressed={chosen === side} onClick={() => setChosen(side)}>
                <SideMark side={side} /> {t('page.settle.side', { Side: sideName(board, side) })}
                <b> {handText(boardOfHand(board, hand), report.hand)}</b>
              </button>
            )
          );
        })}
        <button type="button" class="choice" data-choose="own" aria-pressed={chosen === 'own'} onClick={() => setChosen('own')}>
          {t('page.settle.own')}
        </button>
      </div>
      {chosen === 'own' && <HandPad board={boardOfHand(board, hand)} match={match} asked={asked} draft={draft} change={setDraft} />}
      <RulingSteps
        desk={desk}
        about={body === null ? null : JSON.stringify(body)}
        send={(how, key) => post('/api/v1/matches/{id}/settle', { id: match.id }, { ...body!, ...how }, { key })}
        label={t('page.settle.do')}
        name="settle"
        close={close}
      />
    </Dialog>
  );
}
