import { useEffect, useState } from 'preact/hooks';
import { Trouble } from '../parts/Trouble';
import type { EventSummary } from '../shapes';
import { get } from '../wire/client';
import { t, tOf } from '../words/words';

/** Which event; with only one there is nothing to ask. */
export function EventChoice({ choose }: { choose(id: string): void }) {
  const [events, setEvents] = useState<EventSummary[] | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    get('/api/v1/events').then((all) => {
      const only = all.length === 1 ? all[0] : undefined;
      if (only !== undefined) choose(only.id);
      else setEvents(all);
    }, setError);
  }, []);
  return (
    <main class="referee">
      <div class="referee-body">
        <h1>{t('page.tab.events')}</h1>
        <Trouble error={error} />
        <div class="choices">
          {(events || []).map((event) => (
            <button type="button" key={event.id} class="choice" onClick={() => choose(event.id)}>
              <b>{event.name}</b> <small>{tOf('page.event.state', event.state)}</small>
            </button>
          ))}
        </div>
        {events !== null && events.length === 0 && <p>{t('page.referee.noevent')}</p>}
      </div>
    </main>
  );
}
