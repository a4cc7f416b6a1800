import type { CardQuestion, Level, MatchView, RulebookView } from '../../shapes';

/** The suits as they are written, and as they are shown. */
export const suits = ['S', 'H', 'C', 'D'] as const;
export type Suit = (typeof suits)[number];
export const suitSigns: Record<Suit, string> = { S: '♠', H: '♥', C: '♣', D: '♦' };

export const ranks: readonly Level[] = ['A', 'K', 'Q', 'J', '10', '9', '8', '7', '6', '5', '4', '3', '2'];
export const jokers = ['big', 'small'] as const;
export type Joker = (typeof jokers)[number];

export type Game = 'guandan' | 'gouji' | 'shuangsheng';

/** Piles of cards that a question is about. */
export type Slot = 'left' | 'right' | 'lead' | 'hand' | 'other1' | 'other2' | 'other3';

export const slotsOf: Record<Game, readonly Slot[]> = {
  guandan: ['left', 'right'],
  gouji: ['left', 'right', 'hand'],
  shuangsheng: ['left', 'right', 'lead', 'hand', 'other1', 'other2', 'other3'],
};

export type Piles = Partial<Record<Slot, readonly string[]>>;

/** What is asked, as it stands on the page. */
export interface Asked {
  game: Game;
  piles: Piles;
  level: Level;
  trump: Suit | 'none' | '';
  leftAs: string;
  rightAs: string;
  playersLeft: number;
  noOpposite: boolean;
  afterSecond: boolean;
  afterOut: boolean;
}

export function gameOf(rulebook: RulebookView): Game {
  return rulebook.game === 'gouji' || rulebook.game === 'shuangsheng' ? rulebook.game : 'guandan';
}

/** How many of each card are in play. */
export function copiesOf(rulebook: RulebookView): number {
  const packs = rulebook.settings.filter((setting) => setting.name === 'packs')[0];
  return packs && typeof packs.value === 'number' ? packs.value : rulebook.game === 'gouji' ? 4 : 2;
}

export function isJoker(card: string): card is Joker {
  return card === 'big' || card === 'small';
}

export function rankOf(card: string): string {
  return isJoker(card) ? card : card.slice(1);
}

export function suitOf(card: string): Suit | null {
  return isJoker(card) ? null : (card.charAt(0) as Suit);
}

export function countOf(cards: readonly string[], card: string): number {
  return cards.filter((one) => one === card).length;
}

/** One more of a card; all of it is put back where no more are in play. */
export function withCard(cards: readonly string[], card: string, copies: number): string[] {
  return countOf(cards, card) < copies ? cards.concat(card) : cards.filter((one) => one !== card);
}

/** One less of a card. */
export function withoutCard(cards: readonly string[], card: string): string[] {
  const at = cards.indexOf(card);
  return cards.filter((_, index) => index !== at);
}

export function rankCount(cards: readonly string[], rank: string): number {
  return cards.filter((card) => rankOf(card) === rank).length;
}

/** One more of a rank where suits do not matter: the suits take turns. All are put back where no more are in play. */
export function withRank(cards: readonly string[], rank: string, copies: number): string[] {
  if (rank === 'big' || rank === 'small') return withCard(cards, rank, copies);
  const have = rankCount(cards, rank);
  if (have >= copies * suits.length) return cards.filter((card) => rankOf(card) !== rank);
  const suit = suits.reduce((least, one) => (countOf(cards, one + rank) < countOf(cards, least + rank) ? one : least), suits[0] as Suit);
  return cards.concat(suit + rank);
}

/** The cards as they lie in the hand: jokers, the level, then from the A down. */
export function laidOut(cards: readonly string[], level: Level | null): string[] {
  const order = (card: string) => {
    if (card === 'big') return 0;
    if (card === 'small') return 1;
    const place = ranks.indexOf(rankOf(card) as Level);
    return (rankOf(card) === level ? 2 : 3 + place) * 10 + suits.indexOf(card.charAt(0) as Suit) / 10;
  };
  return cards.slice().sort((a, b) => order(a) - order(b));
}

/** The level that is being played at a table, as far as it is known. */
export function levelAt(match: MatchView | null): Level {
  if (match === null) return '2';
  if (match.next !== null && match.next.level !== undefined) return match.next.level;
  const hands = match.games.reduce<MatchView['games'][number]['hands']>((all, game) => all.concat(game.hands), []);
  for (let i = hands.length - 1; i >= 0; i--) {
    const outcome = hands[i]!.outcome;
    if (outcome !== null && outcome.played_at !== undefined) return outcome.played_at as Level;
  }
  return '2';
}

/** The question that the kiosk is asked; null while there are no cards, or no trump suit where there must be one. */
export function questionOf(asked: Asked): CardQuestion | null {
  const text = (slot: Slot) => (asked.piles[slot] || []).join(' ');
  const left = text('left') || text('right');
  if (left === '' || (asked.game === 'shuangsheng' && asked.trump === '')) return null;
  const question: CardQuestion = { left };
  if (text('left') !== '' && text('right') !== '') question.right = text('right');
  if (asked.game !== 'gouji') question.level = asked.level;
  if (asked.game === 'guandan') {
    if (asked.leftAs !== '') question.left_as = asked.leftAs;
    if (asked.rightAs !== '' && question.right !== undefined) question.right_as = asked.rightAs;
    return question;
  }
  if (text('hand') !== '') question.hand = text('hand');
  if (asked.game === 'gouji') {
    if (asked.playersLeft < 6) question.players_left = asked.playersLeft;
    if (asked.noOpposite) question.no_opposite = true;
    if (asked.afterSecond) question.after_second = true;
    if (asked.afterOut) question.after_out = true;
    return question;
  }
  question.trump = asked.trump;
  if (text('lead') !== '') question.lead = text('lead');
  const others = [text('other1'), text('other2'), text('other3')].filter((hand) => hand !== '');
  if (others.length > 0) question.others = others;
  return question;
}
