import type { HandView, MatchView } from '../shapes';
import type { Board } from '../parts/board';
import { boardOfHand, handWords } from '../parts/board';
import { handText } from '../parts/hand';
import { OutcomeLine } from '../parts/OutcomeLine';
import { Trouble } from '../parts/Trouble';
import { useCommand } from '../parts/useCommand';
import { t } from '../words/words';
import type { Desk } from './desk';

interface WithdrawPanelProps {
  desk: Desk;
  hand: HandView;
  match: MatchView;
  board: Board;
  mine: boolean;
}

/** My report, which the other side has not answered: it can still be taken back. */
export function WithdrawPanel({ desk, hand, board, mine }: WithdrawPanelProps) {
  const command = useCommand();
  const saved = desk.saved.value;
  // The note above says already which hand it is.
  const justSaved = saved !== null && saved.game === hand.game && saved.number === hand.number;
  return (
    <section class="card withdraw">
      {!justSaved && <h2>{t('page.withdraw.title', { N: hand.number })}</h2>}
      {hand.sitting !== undefined && <p class="muted">{handWords(hand)}</p>}
      {hand.hand && <p class="order-line">{handText(boardOfHand(board, hand), hand.hand)}</p>}
      {hand.outcome && <OutcomeLine board={board} outcome={hand.outcome} />}
      <Trouble error={command.error} />
      {mine && (
        <button
          type="button"
          class="medium"
          data-do="withdraw"
          disabled={command.busy}
          onClick={() => void command.run({ game: hand.game, number: hand.number, by: hand.reports }, (_, key) => desk.withdraw(key))}
        >
          {t('page.withdraw.do')}
        </button>
      )}
    </section>
  );
}
