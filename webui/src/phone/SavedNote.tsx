import { useEffect } from 'preact/hooks';
import { timeWithSeconds } from '../words/time';
import { t, tOf } from '../words/words';
import type { Desk } from './desk';
import { findHand } from './MatchPanel';

/** "Saved" stands here only after the kiosk has answered that it is on its disk. */
export function SavedNote({ desk }: { desk: Desk }) {
  const saved = desk.saved.value;
  const match = desk.view.value && desk.view.value.match;
  useEffect(() => {
    // The captain looks at the button at the bottom; the answer stands at the top.
    if (saved !== null) window.scrollTo(0, 0);
  }, [saved && saved.at]);
  if (saved === null || match === null) return null;
  const hand = findHand(match, saved.game, saved.number);
  if (hand === null || hand.state === 'withdrawn') return null;
  return (
    <div class="saved" role="status">
      <b>{t('page.saved', { N: saved.number, Time: timeWithSeconds(saved.at) })}</b>
      <span>{tOf('page.hand.state', hand.state)}</span>
    </div>
  );
}
