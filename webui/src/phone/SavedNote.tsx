import { timeWithSeconds } from '../words/time';
import { t, tOf } from '../words/words';
import type { Desk } from './desk';

/** "Saved" stands here only after the kiosk has answered that it is on its disk. */
export function SavedNote({ desk }: { desk: Desk }) {
  const saved = desk.saved.value;
  if (saved === null) return null;
  return (
    <div class="saved" role="status">
      <b>{t('page.saved', { N: saved.number, Time: timeWithSeconds(saved.at) })}</b>
      <span>{tOf('page.saved.state', saved.state)}</span>
    </div>
  );
}
