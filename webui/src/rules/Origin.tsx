import { Clause } from '../parts/Clause';
import { t } from '../words/words';

/** Where a value comes from: an article of the source, or a default of ours. */
export function Origin({ origin, clause }: { origin: 'source' | 'default'; clause: string | undefined }) {
  if (origin === 'default') return <span class="tag tag-ours"> {t('page.rules.default')}</span>;
  return (
    <span class="tag">
      {t('page.rules.from')} <Clause clause={clause} />
    </span>
  );
}
