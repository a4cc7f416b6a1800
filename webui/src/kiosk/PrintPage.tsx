import { useState } from 'preact/hooks';
import { Trouble } from '../parts/Trouble';
import type { EventView } from '../shapes';
import { fill, get, type Query } from '../wire/client';
import { language, languageNames, languages, type Language } from '../words/language';
import { local, t, tOf } from '../words/words';
import { useLoaded } from '../parts/useLoaded';

const documents = ['scoresheets', 'table-cards', 'draw-sheet', 'round-sheet', 'standings', 'certificates', 'participation', 'rulebook'] as const;
type Document = (typeof documents)[number];

const byRound: readonly Document[] = ['scoresheets', 'round-sheet', 'standings'];
const byPhase: readonly Document[] = ['draw-sheet', 'standings'];

/** Documents that are the same for every group. */
const whole: readonly Document[] = ['table-cards', 'rulebook'];

/** Every document, with its range and language, and what the preview has to say about it. */
export function PrintPage({ event }: { event: EventView }) {
  const [document, setDocument] = useState<Document>('scoresheets');
  const [lang, setLang] = useState<Language>(language.value);
  const [round, setRound] = useState('');
  const [group, setGroup] = useState('');
  const [phase, setPhase] = useState('');
  const [two, setTwo] = useState(false);
  const [first, setFirst] = useState('8');
  const groups = event.phases.reduce<string[]>((all, one) => all.concat(one.groups.filter((name) => all.indexOf(name) < 0)), []);
  const query: Query = {
    lang,
    round: byRound.indexOf(document) >= 0 && round !== '' ? round : undefined,
    group: whole.indexOf(document) < 0 && group !== '' ? group : undefined,
    phase: byPhase.indexOf(document) >= 0 && phase !== '' ? phase : undefined,
    two: document === 'scoresheets' && two ? 1 : undefined,
    first: document === 'certificates' ? first : undefined,
  };
  const names = { id: event.id, document };
  const url = fill('/api/v1/events/{id}/print/{document}.pdf', names, query);
  const notes = useLoaded(() => get('/api/v1/events/{id}/print/{document}/notes', names, query), [url]);
  return (
    <>
      <header class="head">
        <h1>{t('page.tab.print')}</h1>
      </header>
      <div class="columns print">
        <section class="card">
          <div class="choices">
            {documents.map((one) => (
              <button type="button" key={one} class="choice" aria-pressed={document === one} data-document={one} onClick={() => setDocument(one)}>
                <b>{tOf('page.document', one)}</b>
              </button>
            ))}
          </div>
        </section>
        <section class="card">
          <h2>{tOf('page.document', document)}</h2>
          <label class="field">
            {t('page.print.lang')}
            <select value={lang} onChange={(change) => setLang(change.currentTarget.value as Language)}>
              {languages.map((one) => <option key={one} value={one} selected={one === lang}>{languageNames[one]}</option>)}
            </select>
          </label>
          {byRound.indexOf(document) >= 0 && (
            <label class="field">
              {t('page.rounds')}
              <select name="round" value={round} onChange={(change) => setRound(change.currentTarget.value)}>
                <option value="">{t('page.print.latest')}</option>
                {event.rounds.map((one) => <option key={one.number} value={String(one.number)}>{t('page.round', { N: one.number })}</option>)}
              </select>
            </label>
          )}
          {byPhase.indexOf(document) >= 0 && (
            <label class="field">
              {t('page.phase')}
              <select value={phase} onChange={(change) => setPhase(change.currentTarget.value)}>
                <option value="">{t('page.print.all')}</option>
                {event.phases.map((one) => <option key={one.id} value={one.id}>{local(one.name)}</option>)}
              </select>
            </label>
          )}
          {whole.indexOf(document) < 0 && groups.length > 1 && (
            <label class="field">
              {t('page.entrant.group')}
              <select value={group} onChange={(change) => setGroup(change.currentTarget.value)}>
                <option value="">{t('page.print.all')}</option>
                {groups.map((one) => <option key={one} value={one}>{one}</option>)}
              </select>
            </label>
          )}
          {document === 'scoresheets' && (
            <label class="field">
              <input type="checkbox" checked={two} onChange={(change) => setTwo(change.currentTarget.checked)} />
              {t('page.print.two')}
            </label>
          )}
          {document === 'certificates' && (
            <label class="field">
              {t('page.print.first')}
              <input type="number" min={1} max={1000} value={first} onInput={(input) => setFirst(input.currentTarget.value)} />
            </label>
          )}
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
        </section>
      </div>
    </>
  );
}
