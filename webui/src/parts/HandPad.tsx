import type { MatchView } from '../shapes';
import type { Board } from './board';
import type { Asked, Draft } from './hand';
import { IncidentPad } from './IncidentPad';
import { OrderPad } from './OrderPad';
import { PointsPad } from './PointsPad';

interface HandPadProps {
  board: Board;
  match: MatchView;
  asked: Asked;
  draft: Draft;
  change(draft: Draft): void;
}

/** Where a hand is told, by whatever its game is told by. */
export function HandPad({ board, match, asked, draft, change }: HandPadProps) {
  const { incidents, points } = board.hand;
  if (points !== undefined) return <PointsPad board={board} form={points} asked={asked} draft={draft} change={change} />;
  return (
    <>
      <OrderPad board={board} match={match} order={draft.finish} change={(finish) => change({ ...draft, finish })} />
      {incidents !== undefined && incidents.length > 0 && (
        <IncidentPad board={board} match={match} forms={incidents} draft={draft} change={change} />
      )}
    </>
  );
}
