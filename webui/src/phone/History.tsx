import type { MatchView } from '../shapes';
import type { Board } from '../parts/board';
import { HandRow } from '../parts/HandRow';
import { PenaltyRow } from '../parts/PenaltyRow';
import { Rulings } from '../parts/RulingRow';
import { Holders } from './Holders';
import { t } from '../words/words';

/** The hands so far, the latest first, and the penalties. */
export function History({ match, board }: { match: MatchView; board: Board }) {
  const hands = match.games
    .reduce<MatchView['games'][number]['hands']>((all, game) => all.concat(game.hands), [])
    .slice()
    .reverse();
  return (
    <section class="history">
      <h2>{t('page.history')}</h2>
      {hands.length === 0 && <p class="muted">{t('page.history.none')}</p>}
      <ul class="hands">
        {hands.map((hand) => (
          <HandRow key={`${hand.game}/${hand.number}`} hand={hand} board={board} games={match.games.length} />
        ))}
      </ul>
      {match.penalties.length > 0 && (
        <>
          <h2>{t('page.penalties')}</h2>
          <ul class="penalties">
            {match.penalties.map((penalty) => (
              <PenaltyRow key={penalty.id} penalty={penalty} board={board} />
            ))}
          </ul>
        </>
      )}
      <Rulings rulings={match.rulings} />
      {match.notices.map((notice) => (
        <p class="note notice" key={notice.code + notice.message}>{notice.message}</p>
      ))}
      <Holders match={match} />
    </section>
  );
}
