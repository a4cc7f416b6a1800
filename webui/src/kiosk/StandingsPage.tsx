import { PlacesTable } from '../parts/PlacesTable';
import { StandingsTables } from '../parts/StandingsTables';
import { useLoaded } from '../parts/useLoaded';
import type { EventView, PlaceView } from '../shapes';
import type { EventDesk } from '../staff/eventDesk';
import { get } from '../wire/client';
import { language } from '../words/language';
import { t } from '../words/words';
import { LotsCard } from './LotsCard';

/** Where everybody stands: the places of the event as far as they are known, and the ranks of each phase. */
export function StandingsPage({ desk, event }: { desk: EventDesk; event: EventView }) {
  const drawn = event.rounds.length > 0;
  const places = useLoaded<PlaceView[]>(() => (drawn ? get('/api/v1/events/{id}/places', { id: event.id }) : Promise.resolve([])), [desk.standings.value, language.value]);
  return (
    <>
      <header class="head">
        <h1>{t('page.tab.standings')}</h1>
      </header>
      <LotsCard desk={desk} />
      <PlacesTable places={places.value || []} />
      <StandingsTables standings={desk.standings.value} />
    </>
  );
}
