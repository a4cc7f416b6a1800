import { t, tOf } from '../../words/words';
import { suits, suitSigns, type Asked, type Suit } from './picks';

const players = [6, 5, 4, 3, 2];
const trumps: readonly (Suit | 'none')[] = [...suits, 'none'];

/** When the cards are played, as far as the game asks for it. */
export function Moment({ asked, change }: { asked: Asked; change(part: Partial<Asked>): void }) {
  if (asked.game === 'shuangsheng') {
    return (
      <div class="row" role="group" aria-label={t('page.cards.trump')}>
        <span>{t('page.cards.trump')}</span>
        {trumps.map((trump) => (
          <button type="button" key={trump} data-trump={trump} aria-pressed={asked.trump === trump} aria-label={tOf('page.cards.suit', trump)} onClick={() => change({ trump })}>
            {trump === 'none' ? tOf('page.cards.suit', trump) : <i class={trump === 'H' || trump === 'D' ? 'red' : ''}>{suitSigns[trump]}</i>}
          </button>
        ))}
      </div>
    );
  }
  if (asked.game !== 'gouji') return null;
  return (
    <div class="moment">
      <label>
        {t('page.cards.players')}
        <select name="players" value={String(asked.playersLeft)} onChange={(event) => change({ playersLeft: Number(event.currentTarget.value) })}>
          {players.map((n) => (
            <option key={n} value={String(n)} selected={n === asked.playersLeft}>
              {n}
            </option>
          ))}
        </select>
      </label>
      {(['noOpposite', 'afterSecond', 'afterOut'] as const).map((mark) => (
        <label key={mark}>
          <input type="checkbox" name={mark} checked={asked[mark]} onChange={(event) => change({ [mark]: event.currentTarget.checked })} />
          {tOf('page.cards.mark', mark)}
        </label>
      ))}
    </div>
  );
}
