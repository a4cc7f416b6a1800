import { useState } from 'preact/hooks';
import { Trouble } from '../parts/Trouble';
import { useCommand } from '../parts/useCommand';
import type { Entrant, EventView, RowProblem } from '../shapes';
import { fill, Refusal, send } from '../wire/client';
import { newKey } from '../wire/random';
import type { EventDesk } from '../staff/eventDesk';
import { hasWords, t, tOf } from '../words/words';
import { isHead } from '../staff/session';
import { AddDialog } from './AddDialog';
import { matches } from './CheckInPage';
import { EntrantDialog } from './EntrantDialog';
import { EntrantTable } from './EntrantTable';
import { PartnersCard } from './PartnersCard';

/** Longer lists can be searched. */
const many = 12;

type List = { body: string | Blob; type: string; name: string };
type Checked = { entrants: Entrant[]; problems: RowProblem[] };

const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** What the list's heading calls a column; one that does not exist is called as it stands in the file. */
function columnName(column: string): string {
  const player = /^player(\d+)$/.exec(column);
  if (player && player[1]) return t('page.entrant.player', { N: player[1] });
  return hasWords('page.entrant', column) ? tOf('page.entrant', column) : column;
}

async function sendList(event: string, list: List, check: boolean): Promise<Checked> {
  const url = fill('/api/v1/events/{id}/entrants', { id: event }, { check: check ? 1 : undefined });
  try {
    return (await send({ method: 'PUT', url, body: list.body, type: list.type, key: newKey() })) as Checked;
  } catch (error) {
    if (error instanceof Refusal && error.problem.problems !== undefined) return { entrants: [], problems: error.problem.problems };
    throw error;
  }
}

/** The list of entries: pasted or from a file, checked whole before anything is taken. */
export function EntriesPage({ desk, event }: { desk: EventDesk; event: EventView }) {
  const [list, setList] = useState<List | null>(null);
  const [pasted, setPasted] = useState('');
  const [checked, setChecked] = useState<Checked | null>(null);
  const [opened, setOpened] = useState<string | null>(null);
  const [adding, setAdding] = useState(false);
  const [search, setSearch] = useState('');
  const command = useCommand();
  const check = (next: List) => {
    setList(next);
    setChecked(null);
    void command.run({ name: next.name, turn: Date.now() }, async () => setChecked(await sendList(event.id, next, true)));
  };
  const take = () => {
    if (list === null) return;
    void command.run({ take: list.name, turn: Date.now() }, async () => {
      const answer = await sendList(event.id, list, false);
      if (answer.problems.length > 0) {
        setChecked(answer);
        return;
      }
      setList(null);
      setChecked(null);
      setPasted('');
      await desk.load();
    });
  };
  const fromFile = (file: File | undefined) => {
    if (file === undefined) return;
    const sheet = /\.xlsx$/i.test(file.name);
    check({ body: file, type: sheet ? spreadsheet : 'text/csv', name: file.name });
  };
  const entrant = event.entrants.filter((one) => one.id === opened)[0];
  const found = event.entrants.filter((one) => matches(one, search));
  const out = event.entrants.filter((one) => one.state !== 'in').length;
  return (
    <>
      <header class="head">
        <h1>{t('page.tab.entries')}</h1>
        <span class="row">
          <a class="button" href={fill('/api/v1/events/{id}/entrants/template.xlsx', { id: event.id })}>{t('page.entries.template', { Kind: 'XLSX' })}</a>
          <a class="button" href={fill('/api/v1/events/{id}/entrants/template.csv', { id: event.id })}>{t('page.entries.template', { Kind: 'CSV' })}</a>
        </span>
      </header>
      {event.rounds.length === 0 && (
        <div class="columns">
          <section class="card">
            <h2>{t('page.entries.file')}</h2>
            <p class="muted">{t('page.entries.file.help')}</p>
            <input name="file" type="file" accept=".csv,.txt,.xlsx" onChange={(change) => fromFile((change.currentTarget.files || [])[0])} />
          </section>
          <section class="card">
            <h2>{t('page.entries.paste')}</h2>
            <textarea name="pasted" rows={5} value={pasted} placeholder={t('page.entries.paste.help')} onInput={(input) => setPasted(input.currentTarget.value)} />
            <button type="button" data-do="check" disabled={command.busy || pasted.trim() === ''} onClick={() => check({ body: pasted, type: 'text/plain', name: 'paste' })}>
              {t('page.entries.check')}
            </button>
          </section>
        </div>
      )}
      <Trouble error={command.error} />
      {checked !== null && <CheckedList checked={checked} busy={command.busy} replaces={event.entrants.length > 0} take={take} />}
      {checked === null && event.entry.partners !== '' && <PartnersCard desk={desk} event={event} />}
      {checked === null && (
        <section class="card">
          <div class="head">
            <h2>
              {t('page.entries.count', { N: event.entrants.length })}
              {out > 0 && <small> {t('page.entries.out', { N: out })}</small>}
            </h2>
            {isHead() && event.entrants.length > 0 && (
              <button type="button" data-do="add" onClick={() => setAdding(true)}>
                {event.rounds.length > 0 ? t('page.add') : t('page.add.before')}
              </button>
            )}
          </div>
          {event.entrants.length > many && (
            <input name="search" value={search} placeholder={t('page.checkin.search')} aria-label={t('page.checkin.search')} onInput={(input) => setSearch(input.currentTarget.value)} />
          )}
          {event.entrants.length === 0 ? <p class="muted">{t('page.entries.none')}</p> : <EntrantTable entrants={found} open={(one) => setOpened(one.id)} />}
        </section>
      )}
      {adding && <AddDialog desk={desk} event={event} close={() => setAdding(false)} />}
      {entrant && <EntrantDialog desk={desk} event={event} entrant={entrant} close={() => setOpened(null)} />}
    </>
  );
}

function CheckedList({ checked, busy, replaces, take }: { checked: Checked; busy: boolean; replaces: boolean; take(): void }) {
  const bad = checked.problems.length > 0;
  return (
    <section class="card">
      {bad ? (
        <>
          <h2>{t('page.entries.problems', { N: checked.problems.length })}</h2>
          <p class="note note-bad">{t('page.entries.problems.help')}</p>
          <table class="problems">
            <thead>
              <tr>
                <th scope="col">{t('page.entries.row')}</th>
                <th scope="col">{t('page.entries.column')}</th>
                <th scope="col">{t('page.entries.what')}</th>
              </tr>
            </thead>
            <tbody>
              {checked.problems.map((problem, index) => (
                <tr key={index}>
                  <td>{problem.row > 0 ? problem.row : ''}</td>
                  <td>{columnName(problem.column)}</td>
                  <td>{problem.message}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      ) : (
        <>
          <h2>{t('page.entries.good', { N: checked.entrants.length })}</h2>
          {replaces && <p class="note note-warn">{t('page.entries.replaces')}</p>}
          <button type="button" class="primary big" data-do="take" disabled={busy} onClick={take}>
            {t('page.entries.take', { N: checked.entrants.length })}
          </button>
          <EntrantTable entrants={checked.entrants} />
        </>
      )}
    </section>
  );
}
