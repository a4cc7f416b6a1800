import type { Level } from '../../shapes';
import { t, tOf } from '../../words/words';
import { CardFace, cardWords } from './CardFace';
import { countOf, jokers, rankCount, ranks, suits, withCard, withRank, type Game } from './picks';

interface CardPickerProps {
  game: Game;
  cards: readonly string[];
  /** How many of each card are in play. */
  copies: number;
  level: Level | null;
  change(cards: string[]): void;
}

/** All cards to tap on: a row for each suit, or the ranks alone where suits do not matter. A second tap takes a second card. */
export function CardPicker({ game, cards, copies, level, change }: CardPickerProps) {
  const count = (n: number) => (n > 0 ? <b class="card-count">{n}</b> : null);
  return (
    <div class="card-picker">
      {game === 'gouji' ? (
        <div class="card-row">
          {ranks.map((rank) => (
            <button type="button" key={rank} class="pick" data-rank={rank} aria-pressed={rankCount(cards, rank) > 0} onClick={() => change(withRank(cards, rank, copies))}>
              {rank}
              {count(rankCount(cards, rank))}
            </button>
          ))}
        </div>
      ) : (
        suits.map((suit) => (
          <div class="card-row" key={suit} role="group" aria-label={tOf('page.cards.suit', suit)}>
            {ranks.map((rank) => {
              const card = suit + rank;
              const n = countOf(cards, card);
              return (
                <button
                  type="button"
                  key={card}
                  class={rank !== level ? 'pick' : game === 'guandan' && suit === 'H' ? 'pick pick-level pick-wild' : 'pick pick-level'}
                  data-card={card}
                  aria-pressed={n > 0}
                  aria-label={t('page.cards.picked', { Card: cardWords(card), N: n })}
                  onClick={() => change(withCard(cards, card, copies))}
                >
                  <CardFace card={card} />
                  {count(n)}
                </button>
              );
            })}
          </div>
        ))
      )}
      <div class="card-row jokers">
        {jokers.map((joker) => (
          <button type="button" key={joker} class="pick" data-card={joker} aria-pressed={countOf(cards, joker) > 0} onClick={() => change(withCard(cards, joker, copies))}>
            <CardFace card={joker} />
            {count(countOf(cards, joker))}
          </button>
        ))}
      </div>
    </div>
  );
}
