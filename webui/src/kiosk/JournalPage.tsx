import { useRef, useState } from 'preact/hooks';
import { Trouble } from '../parts/Trouble';
import type { JournalEntry } from '../shapes';
import type { EventDesk } from '../staff/eventDesk';
import { get } from '../wire/client';
import { timeWithSeconds } from '../words/time';
import { t } from '../words/words';
import { useLoaded } from '../parts/useLoaded';

const pageSize = 200;
/** How many entries are shown at first, and added at a time: a browser draws thousands of rows slowly. */
const step = 300;

/** Everything that happened, the latest first. */
export function JournalPage({ desk }: { desk: EventDesk }) {
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState(step);
  const event = desk.event.value;
  const known = useRef<JournalEntry[]>([]);
  const load = async () => {
    known.current = await withNew(desk.id, known.current);
    return known.current;
  };
  const journal = useLoaded(load, [event && event.version]);
  const entries = (journal.value || []).filter((entry) => search === '' || (entry.text + entry.author.name).indexOf(search) >= 0);
  return (
    <>
      <header class="head">
        <h1>{t('page.tab.journal')}</h1>
        {event && (
          <span>
            {t('page.journal.head')} <code>{event.chain_head}</code>
          </span>
        )}
      </header>
      <div class="row search">
        <input name="search" value={search} placeholder={t('page.search')} onInput={(input) => setSearch(input.currentTarget.value)} />
      </div>
      <Trouble error={journal.error} />
      <table class="list journal">
        <tbody>
          {entries
            .slice(-shown)
            .reverse()
            .map((entry) => (
              <tr key={entry.n}>
                <td class="muted">{entry.n}</td>
                <td>{timeWithSeconds(entry.at)}</td>
                <td>{entry.text}</td>
                <td>
                  {entry.author.name} <small>{entry.author.device}</small>
                </td>
              </tr>
            ))}
        </tbody>
      </table>
      {entries.length > shown && (
        <p class="row">
          <span class="muted">{t('page.journal.shown', { Shown: shown, All: entries.length })}</span>
          <button type="button" onClick={() => setShown(shown + step)}>
            {t('page.journal.more')}
          </button>
        </p>
      )}
    </>
  );
}

/** The entries known so far and all that came after them. */
async function withNew(id: string, known: JournalEntry[]): Promise<JournalEntry[]> {
  let all = known;
  for (;;) {
    const last = all[all.length - 1];
    const after = last === undefined ? 0 : last.n;
    const { entries } = await get('/api/v1/events/{id}/journal', { id }, { after, limit: pageSize });
    const fresh = entries.filter((entry) => entry.n > after);
    all = all.concat(fresh);
    if (fresh.length < pageSize) return all;
  }
}
