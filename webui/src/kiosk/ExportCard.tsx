import { useState } from 'preact/hooks';
import type { EventView } from '../shapes';
import { person } from '../staff/session';
import { fill, type Query } from '../wire/client';
import { language } from '../words/language';
import { t, tOf } from '../words/words';

const tables = ['standings', 'schedule', 'results'] as const;

/** Files for spreadsheets and other programs, and for another kiosk. */
export function ExportCard({ event }: { event: EventView }) {
  const [old, setOld] = useState(false);
  const link = (what: string, format: string, query: Query = {}) =>
    fill('/api/v1/events/{id}/export/{what}.{format}', { id: event.id, what, format }, { lang: language.value, ...query });
  const csv: Query = { encoding: old ? 'gb18030' : undefined };
  return (
    <section class="card exports">
      <h2>{t('page.export')}</h2>
      {tables.map((what) => (
        <p key={what}>
          {tOf('page.export', what)}{' '}
          <a href={link(what, 'xlsx')} download data-export={`${what}.xlsx`}>XLSX</a>{' '}
          <a href={link(what, 'csv', csv)} download data-export={`${what}.csv`}>CSV</a>{' '}
          <a href={link(what, 'json')} download data-export={`${what}.json`}>JSON</a>
        </p>
      ))}
      <label class="field">
        <input type="checkbox" name="gb18030" checked={old} onChange={(input) => setOld(input.currentTarget.checked)} />
        {t('page.export.gb18030')}
      </label>
      {person.value && person.value.role === 'organiser' && (
        <p>
          <a href={fill('/api/v1/events/{id}/export/event.json', { id: event.id })} download data-export="event.json">{t('page.export.event')}</a>
        </p>
      )}
    </section>
  );
}
