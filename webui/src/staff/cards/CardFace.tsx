import { t, tOf } from '../../words/words';
import { isJoker, rankOf, suitOf, suitSigns } from './picks';

/** A card in words, for those who do not see it. */
export function cardWords(card: string): string {
  const suit = suitOf(card);
  return suit === null ? tOf('play.rank', card) : t('page.cards.card', { Suit: tOf('page.cards.suit', suit), Rank: rankOf(card) });
}

/** A card as it is drawn: sign and rank, in red or black. */
export function CardFace({ card }: { card: string }) {
  const suit = suitOf(card);
  const red = suit === 'H' || suit === 'D' || card === 'big';
  return (
    <span class={red ? 'card-face red' : 'card-face'} aria-hidden="true">
      {suit !== null && <i>{suitSigns[suit]}</i>}
      {isJoker(card) ? tOf('play.rank', card) : rankOf(card)}
    </span>
  );
}
