import { StandingsTables } from '../parts/StandingsTables';
import type { EventDesk } from '../staff/eventDesk';
import { t } from '../words/words';

export function StandingsPage({ desk }: { desk: EventDesk }) {
  return (
    <>
      <header class="head">
        <h1>{t('page.tab.standings')}</h1>
      </header>
      <StandingsTables standings={desk.standings.value} />
    </>
  );
}
