import { Trouble } from '../parts/Trouble';
import { get } from '../wire/client';
import { day } from '../words/time';
import { local, t, tOf } from '../words/words';
import { href } from './route';
import { useLoaded } from '../parts/useLoaded';

/** All events of this kiosk. */
export function EventsPage() {
  const events = useLoaded(() => get('/api/v1/events'), []);
  return (
    <>
      <header class="head">
        <h1>{t('page.tab.events')}</h1>
        <a class="button primary" href={href('new')}>{t('page.events.new')}</a>
      </header>
      <Trouble error={events.error} />
      {events.value !== null && events.value.length === 0 && (
        <section class="card empty">
          <h2>{t('page.events.none')}</h2>
          <ol class="steps">
            <li>{t('page.events.step.address')} <a href={href('address')}>{t('page.tab.address')}</a></li>
            <li>{t('page.events.step.event')} <a href={href('new')}>{t('page.events.new')}</a></li>
            <li>{t('page.events.step.entries')}</li>
          </ol>
        </section>
      )}
      <ul class="event-cards">
        {(events.value || []).map((event) => (
          <li key={event.id}>
            <a class="card" href={href('e', event.id, event.rounds > 0 ? 'round' : 'entries')}>
              <h2>{event.name}</h2>
              <p>{local(event.rulebook_name)}</p>
              <p class="muted">
                {event.dates.map(day).join(t('page.comma'))} · {t('page.events.entrants', { N: event.entrants })} · {t('page.events.rounds', { N: event.rounds })}
              </p>
              <b class="tag">{tOf('page.event.state', event.state)}</b>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
