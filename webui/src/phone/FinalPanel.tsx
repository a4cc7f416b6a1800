import { otherSide, sides, type MatchView, type SideView } from '../shapes';
import type { Board } from '../parts/board';
import { MatchResult } from '../parts/MatchResult';
import { SideMark } from '../parts/SideMark';
import { t, tOf } from '../words/words';
import type { Desk } from './desk';

interface FinalPanelProps {
  desk: Desk;
  view: SideView;
  match: MatchView;
  board: Board;
}

/** The finished match: its result, who has agreed, and this side's agreement. */
export function FinalPanel({ desk, view, match, board }: FinalPanelProps) {
  const mayAgree = view.hold === 'mine' && match.state === 'over' && !match.agreed[view.side] && match.open.state === 'none' && view.answer === null;
  const waiting = desk.waitingFor('confirm', `${match.id}/${match.version}`) !== undefined;
  return (
    <section class="card final">
      <h2>{tOf('page.match.state', match.state)}</h2>
      <MatchResult match={match} board={board} />
      {match.state === 'over' && (
        <ul class="agreed">
          {sides.map((side) => (
            <li key={side} class={match.agreed[side] ? 'yes' : 'no'}>
              <SideMark side={side} /> {match.sides[side].name}
              <b>{match.agreed[side] ? t('page.agreed.yes') : t('page.agreed.no')}</b>
            </li>
          ))}
        </ul>
      )}
      {mayAgree && (
        <button type="button" class="big good" data-do="agree" disabled={waiting} onClick={() => desk.confirm()}>
          {waiting ? t('page.answer.confirming') : t('page.agree')}
        </button>
      )}
      {match.state === 'over' && match.agreed[view.side] && !match.agreed[otherSide(view.side)] && <p>{t('page.agreed.wait')}</p>}
    </section>
  );
}
