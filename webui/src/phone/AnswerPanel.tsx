import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { otherSide, type HandView, type MatchView, type Side, type SideView } from '../shapes';
import { type Board, handWords, sideName } from '../parts/board';
import { HandShown } from '../parts/HandShown';
import { OutcomeLine } from '../parts/OutcomeLine';
import { SideMark } from '../parts/SideMark';
import { t } from '../words/words';
import type { Desk } from './desk';
import { ObjectDialog } from './ObjectDialog';

interface AnswerPanelProps {
  desk: Desk;
  view: SideView;
  match: MatchView;
  board: Board;
  /** The reports that wait for this side, the oldest first. */
  hands: readonly HandView[];
}

/** The other side's reports: confirm all that are shown with one touch, or disagree with one. */
export function AnswerPanel({ desk, view, match, board, hands }: AnswerPanelProps) {
  const [objecting, setObjecting] = useState<HandView | null>(null);
  const other = otherSide(view.side);
  const mine = view.hold === 'mine';
  const waiting = desk.waitingFor('confirm', `${match.id}/${match.version}`) !== undefined;
  return (
    <section class="card answer">
      <h2>
        <SideMark side={other} /> {t('page.answer.title', { Side: sideName(board, other), N: hands.map((hand) => hand.number).join(t('page.listcomma')) })}
      </h2>
      {hands.map((hand) => (
        <Reported key={hand.number} hand={hand} side={other} match={match} board={board} numbered={hands.length > 1}>
          {mine && hands.length > 1 && <ObjectButton hand={hand} disabled={waiting} object={setObjecting} />}
        </Reported>
      ))}
      {mine && (
        <button type="button" class="big good" data-do="confirm" disabled={waiting} onClick={() => desk.confirm()}>
          {waiting ? t('page.answer.confirming') : t('page.answer.confirm')}
        </button>
      )}
      {mine && hands.length === 1 && <ObjectButton hand={hands[0]!} disabled={waiting} object={setObjecting} />}
      {objecting !== null && <ObjectDialog desk={desk} match={match} board={board} hand={objecting} close={() => setObjecting(null)} />}
    </section>
  );
}

interface ReportedProps {
  hand: HandView;
  side: Side;
  match: MatchView;
  board: Board;
  numbered: boolean;
  children: ComponentChildren;
}

function Reported({ hand, side, match, board, numbered, children }: ReportedProps) {
  const report = hand.reports[side];
  if (report === undefined) return null;
  return (
    <>
      {(numbered || hand.sitting !== undefined) && <h3>{handWords(hand)}</h3>}
      <HandShown board={board} match={match} hand={report.hand} of={hand} />
      <OutcomeLine board={board} outcome={report.outcome} />
      {report.late && <p class="note note-warn">{t('page.answer.late')}</p>}
      {children}
    </>
  );
}

function ObjectButton({ hand, disabled, object }: { hand: HandView; disabled: boolean; object(hand: HandView): void }) {
  return (
    <button type="button" class="medium" data-do="object" disabled={disabled} onClick={() => object(hand)}>
      {t('page.answer.object')}
    </button>
  );
}
