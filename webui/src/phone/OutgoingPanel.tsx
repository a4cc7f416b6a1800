import type { Hand, MatchView } from '../shapes';
import type { Board } from '../parts/board';
import { HandShown } from '../parts/HandShown';
import type { Letter } from '../wire/outbox';
import { t } from '../words/words';
import type { Desk } from './desk';

interface OutgoingPanelProps {
  desk: Desk;
  letter: Letter;
  match: MatchView;
  board: Board;
}

/** A report that the kiosk has not answered yet. It is not called saved. */
export function OutgoingPanel({ desk, letter, match, board }: OutgoingPanelProps) {
  const { number, hand } = JSON.parse(letter.body) as { number: number; hand: Hand };
  return (
    <section class="card outgoing" aria-live="polite">
      <h2>{desk.outbox.sending.value ? t('page.outgoing.sending', { N: number }) : t('page.outgoing.waiting', { N: number })}</h2>
      <HandShown board={board} match={match} hand={hand} />
      <p>{t('page.outgoing.help')}</p>
      {!desk.outbox.sending.value && (
        <button type="button" class="quiet" data-do="discard" onClick={() => desk.outbox.discard(letter.key)}>
          {t('page.outgoing.discard')}
        </button>
      )}
    </section>
  );
}
