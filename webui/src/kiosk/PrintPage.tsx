import { useState } from 'preact/hooks';
import type { components } from '../api-types';
import { Trouble } from '../parts/Trouble';
import { useLoaded } from '../parts/useLoaded';
import type { EventView } from '../shapes';
import { fill, get, type Query } from '../wire/client';
import { language, languageNames, languages, type Language } from '../words/language';
import { local, t, tOf } from '../words/words';
import { ExportCard } from './ExportCard';

type DocumentView = components['schemas']['DocumentView'];

/** What a document is asked for by; an empty text or null is the whole, or what is current. */
interface Parts {
  round: string;
  phase: string;
  group: string;
  match: string;
  entrants: string;
  entries: string;
  first: string;
  two: boolean;
}

const whole: Parts = { round: '', phase: '', group: '', match: '', entrants: '', entries: '', first: '8', two: false };

function queryOf(document: DocumentView, parts: Parts, lang: Language): Query {
  const query: Query = { lang };
  for (const part of document.parts) {
    const chosen = parts[part];
    if (part === 'phase' && document.phases.indexOf(parts.phase) < 0) continue;
    if (part === 'round' && parts.match !== '' && document.parts.indexOf('match') >= 0) continue;
    if (typeof chosen === 'boolean') query[part] = chosen ? 1 : undefined;
    else if (chosen !== '') query[part] = chosen;
  }
  return query;
}

/** Every document that fits the event, with its range and language, and what the preview has to say about it; and the files for other programs. */
export function PrintPage({ event }: { event: EventView }) {
  const [name, setName] = useState('');
  const [lang, setLang] = useState<Language>(language.value);
  const [parts, setParts] = useState<Parts>(whole);
  const documents = useLoaded(() => get('/api/v1/events/{id}/documents', { id: event.id }), [event.id, event.version]);
  const all = documents.value || [];
  const ready = all.filter((one) => one.ready);
  const document = ready.filter((one) => one.name === name)[0] || ready[0];
  return (
    <>
      <header class="head">
        <h1>{t('page.tab.print')}</h1>
      </header>
      <Trouble error={documents.error} />
      <div class="columns print">
        <div>
          <section class="card">
            <div class="choices">
              {ready.map((one) => (
                <button type="button" key={one.name} class="choice" aria-pressed={one === document} data-document={one.name} onClick={() => setName(one.name)}>
                  <b>{tOf('page.document', one.name)}</b>
                </button>
              ))}
            </div>
            {all.filter((one) => !one.ready).map((one) => (
              <p class="muted" key={one.name} data-later={one.name}>
                <b>{tOf('page.document', one.name)}</b> {one.why}
              </p>
            ))}
          </section>
          <ExportCard event={event} />
        </div>
        {document !== undefined && (
          <section class="card">
            <h2>{tOf('page.document', document.name)}</h2>
            <label class="field">
              {t('page.print.lang')}
              <select value={lang} onChange={(change) => setLang(change.currentTarget.value as Language)}>
                {languages.map((one) => <option key={one} value={one} selected={one === lang}>{languageNames[one]}</option>)}
              </select>
            </label>
            <PartFields event={event} document={document} parts={parts} change={(changed) => setParts((now) => ({ ...now, ...changed }))} />
            <Preview event={event} document={document} query={queryOf(document, parts, lang)} />
          </section>
        )}
      </div>
    </>
  );
}

interface PartFieldsProps {
  event: EventView;
  document: DocumentView;
  parts: Parts;
  change(changed: Partial<Parts>): void;
}

function PartFields({ event, document, parts, change }: PartFieldsProps) {
  const by = (part: keyof Parts) => document.parts.indexOf(part) >= 0;
  const groups = event.phases.reduce<string[]>((all, one) => all.concat(one.groups.filter((group) => group !== '' && all.indexOf(group) < 0)), []);
  const phases = event.phases.filter((one) => document.phases.indexOf(one.id) >= 0);
  return (
    <>
      {by('round') && event.rounds.length > 0 && (
        <Choice name="round" label={t('page.rounds')} none={document.name === 'penalty-record' ? t('page.print.all') : t('page.print.latest')} value={parts.round} change={(round) => change({ round, match: '' })}
          options={event.rounds.map((one) => ({ value: String(one.number), text: t('page.round', { N: one.number }) }))} />
      )}
      {by('phase') && phases.length > 1 && (
        <Choice name="phase" label={t('page.phase')} none={document.name === 'bulletin' || document.name === 'penalty-record' ? t('page.print.all') : t('page.print.latest-phase')} value={parts.phase} change={(phase) => change({ phase })}
          options={phases.map((one) => ({ value: one.id, text: local(one.name) }))} />
      )}
      {by('group') && groups.length > 1 && (
        <Choice name="group" label={t('page.entrant.group')} none={t('page.print.all')} value={parts.group} change={(group) => change({ group })}
          options={groups.map((one) => ({ value: one, text: one }))} />
      )}
      {by('match') && event.rounds.length > 0 && <MatchChoice event={event} blank={document.name === 'appeal-record'} round={by('round') ? parts.round : ''} value={parts.match} change={(match) => change({ match })} />}
      {by('entrants') && event.entrants.length > 0 && (
        <Choice name="entrants" label={t('page.print.entrant')} none={t('page.print.all')} value={parts.entrants} change={(entrants) => change({ entrants })}
          options={event.entrants.map((one) => ({ value: one.id, text: [one.number, one.name].filter((text) => text !== '').join(' ') }))} />
      )}
      {by('two') && (
        <label class="field">
          <input type="checkbox" checked={parts.two} onChange={(input) => change({ two: input.currentTarget.checked })} />
          {t('page.print.two')}
        </label>
      )}
      {by('first') && (
        <label class="field">
          {t('page.print.first')}
          <input type="number" name="first" min={1} max={1000} value={parts.first} onInput={(input) => change({ first: input.currentTarget.value })} />
        </label>
      )}
      {by('entries') && (
        <label class="field">
          {t('page.print.entries')}
          <input type="number" name="entries" min={1} max={200} value={parts.entries} onInput={(input) => change({ entries: input.currentTarget.value })} />
        </label>
      )}
    </>
  );
}

interface ChoiceProps {
  name: string;
  label: string;
  /** What the empty choice says. */
  none: string;
  value: string;
  options: readonly { value: string; text: string }[];
  change(value: string): void;
}

function Choice({ name, label, none, value, options, change }: ChoiceProps) {
  return (
    <label class="field">
      {label}
      <select name={name} value={value} onChange={(input) => change(input.currentTarget.value)}>
        <option value="">{none}</option>
        {options.map((one) => <option key={one.value} value={one.value} selected={one.value === value}>{one.text}</option>)}
      </select>
    </label>
  );
}

/** One match of the chosen round, or of the latest. */
function MatchChoice({ event, blank, round, value, change }: { event: EventView; blank: boolean; round: string; value: string; change(value: string): void }) {
  const number = round === '' ? event.rounds.length : Number(round);
  const matches = useLoaded(() => get('/api/v1/events/{id}/matches', { id: event.id }, { round: number }), [event.id, event.version, number]);
  return (
    <Choice name="match" label={t('page.print.match')} none={blank ? t('page.print.blank') : t('page.print.all')} value={value} change={change}
      options={(matches.value || []).map((one) => ({ value: one.id, text: `${one.table || ''} ${one.sides.A.name} – ${one.sides.B.name}`.trim() }))} />
  );
}

function Preview({ event, document, query }: { event: EventView; document: DocumentView; query: Query }) {
  const names = { id: event.id, document: document.name };
  const url = fill('/api/v1/events/{id}/print/{document}.pdf', names, query);
  const notes = useLoaded(() => get('/api/v1/events/{id}/print/{document}/notes', names, query), [url, event.version]);
  return (
    <>
      <div class="print-notes" aria-live="polite">
        <Trouble error={notes.error} />
        {notes.error === null && notes.value !== null && (
          <>
            <p>{t('page.print.pages', { N: notes.value.pages })}</p>
            {notes.value.notes.map((note) => <p class="note note-warn" key={note.code + note.text}>{note.text}</p>)}
            {notes.value.notes.length === 0 && <p class="note note-good">{t('page.print.fine')}</p>}
          </>
        )}
      </div>
      <a class="button primary big" href={url} target="_blank" rel="noreferrer" data-do="print">
        {t('page.print.open')}
      </a>
    </>
  );
}
