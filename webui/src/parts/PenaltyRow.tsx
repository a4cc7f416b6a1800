import type { ComponentChildren } from 'preact';
import type { PenaltyView } from '../shapes';
import { timeOfDay } from '../words/time';
import { hasWords, local, t, tOf } from '../words/words';
import { type Board, seatName, sideName } from './board';
import { Clause } from './Clause';
import { SideMark } from './SideMark';

/** An action of a ladder in words: "points:-2" becomes the words of "points" with the number. */
export function actionWords(action: string): string {
  const colon = action.indexOf(':');
  const kind = colon < 0 ? action : action.slice(0, colon);
  const value = colon < 0 ? '' : action.slice(colon + 1);
  return hasWords('page.action', kind) ? tOf('page.action', kind, { Value: value }) : action;
}

export function actionList(actions: readonly string[]): string {
  return actions.map(actionWords).join(t('page.comma'));
}

export function PenaltyRow({ penalty, board, children }: { penalty: PenaltyView; board: Board; children?: ComponentChildren }) {
  return (
    <li class={penalty.cancelled ? 'penalty cancelled' : 'penalty'}>
      <SideMark side={penalty.side} />
      <span>
        <b>{penalty.seat ? seatName(board, penalty.seat) : sideName(board, penalty.side)}</b> {local(penalty.violation_name)} → {actionList(penalty.actions)}
        <small>
          <Clause clause={penalty.clause} /> · {t('page.penalty.repetition', { N: penalty.repetition })} · {penalty.author} {timeOfDay(penalty.at)}
          {penalty.reason && ` · ${penalty.reason}`}
        </small>
        {penalty.cancelled && <small class="late">{t('page.penalty.cancelled', { Author: penalty.cancelled.author, Reason: penalty.cancelled.reason })}</small>}
      </span>
      {children}
    </li>
  );
}
