import type { ComponentChildren } from 'preact';
import type { HandView } from '../shapes';
import { t, tOf } from '../words/words';
import { type Board, boardOfHand, handWords } from './board';
import { handText } from './hand';
import { OutcomeLine } from './OutcomeLine';

interface HandRowProps {
  hand: HandView;
  board: Board;
  /** With more than one game the row says which. */
  games: number;
  children?: ComponentChildren;
}

export function HandRow({ hand, board, games, children }: HandRowProps) {
  return (
    <li class={`hand hand-${hand.state}`} data-hand={`${hand.game}/${hand.number}`}>
      <span class="hand-number">{handWords(hand, games)}</span>
      <span class="hand-text">
        {hand.hand ? <span class="order-line">{handText(boardOfHand(board, hand), hand.hand)}</span> : <span class="muted">{t('page.hand.none')}</span>}
        {hand.outcome && <OutcomeLine board={board} outcome={hand.outcome} />}
        {hand.reason && <small>{t('page.hand.reason', { Author: hand.author || '', Reason: hand.reason })}</small>}
      </span>
      <span class="hand-state">
        {tOf('page.hand.state', hand.state)}
        {hand.late && <b class="late"> {t('page.late')}</b>}
      </span>
      {children}
    </li>
  );
}
