import type { CardRuling } from '../shapes';
import { timeOfDay } from '../words/time';
import { t } from '../words/words';
import { Cited } from './Clause';

/** Cards as people read them: the signs of the suits in place of their letters. */
export function cardSigns(cards: string): string {
  return cards
    .split(' ')
    .map((card) => card.replace(/^S(?=[\dJQKA])/, '♠').replace(/^H(?=[\dJQKA])/, '♥').replace(/^C(?=[\dJQKA])/, '♣').replace(/^D(?=[\dJQKA])/, '♦'))
    .map((card) => (card === 'big' ? t('play.rank.big') : card === 'small' ? t('play.rank.small') : card))
    .join(' ');
}

/** A ruling on cards as it is on the record. */
export function RulingRow({ ruling }: { ruling: CardRuling }) {
  return (
    <li class="ruling">
      <span class="ruling-cards">
        {cardSigns(ruling.left)}
        {ruling.right && ` → ${cardSigns(ruling.right)}`}
      </span>
      <span>
        <Cited text={ruling.text} clause={ruling.clause} />
      </span>
      <small>
        {ruling.level && `${t('page.next.level', { Level: ruling.level })} · `}
        {t('page.hand', { N: ruling.number })} · {ruling.author} {timeOfDay(ruling.at)}
      </small>
    </li>
  );
}

/** The rulings on cards of a match, under a title of their own; nothing where there are none. */
export function Rulings({ rulings }: { rulings: readonly CardRuling[] }) {
  if (rulings.length === 0) return null;
  return (
    <>
      <h2>{t('page.cards.rulings')}</h2>
      <ul class="rulings">
        {rulings.map((ruling, index) => (
          <RulingRow key={index} ruling={ruling} />
        ))}
      </ul>
    </>
  );
}
