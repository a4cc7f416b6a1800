import type { Next } from '../shapes';
import { t } from '../words/words';

/** What is played now: number, level, tribute and lead. */
export function NextHand({ next }: { next: Next }) {
  return (
    <div class="next-hand">
      <h2>
        {next.extra ? t('page.next.extra') : t('page.next.hand', { N: next.number })}
        {next.level && <span class="level">{t('page.next.level', { Level: next.level })}</span>}
      </h2>
      {next.tribute_text && <p>{next.tribute_text}</p>}
      {next.leads_text && <p>{next.leads_text}</p>}
    </div>
  );
}
