import type { CallView } from '../shapes';
import { hasWords, t, tOf } from '../words/words';

/** Why somebody called: the reason that was touched, and what was added in words. */
export function callWords(call: CallView): string {
  const touched = hasWords('call', call.reason_code) ? tOf('call', call.reason_code) : '';
  return [touched, call.reason].filter((words, at, all) => words !== '' && all.indexOf(words) === at).join(t('page.comma'));
}
