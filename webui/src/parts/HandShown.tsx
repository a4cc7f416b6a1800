import type { Hand, HandView, MatchView } from '../shapes';
import { type Board, boardOfHand } from './board';
import { handLines } from './hand';
import { OrderList } from './OrderList';

/** A hand, large enough to be read across a table: its order if it has one, and what else it says. */
export function HandShown({ board, match, hand, of }: { board: Board; match: MatchView; hand: Hand; of?: HandView }) {
  const lines = handLines(of === undefined ? board : boardOfHand(board, of), hand);
  const ordered = hand.finish !== undefined && hand.finish.length > 0;
  return (
    <>
      {ordered && <OrderList board={board} match={match} order={hand.finish!} {...(of === undefined ? {} : { hand: of })} />}
      {lines.length > 0 && (
        <ul class="hand-lines">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </>
  );
}
