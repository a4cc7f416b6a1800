import { useState } from 'preact/hooks';
import { Trouble } from '../parts/Trouble';
import { useCommand } from '../parts/useCommand';
import { useFirstFocus } from '../parts/useFirstFocus';
import type { Entrant, EventView } from '../shapes';
import { post } from '../wire/client';
import type { EventDesk } from '../staff/eventDesk';
import { t, tOf } from '../words/words';
import { Names } from '../parts/Names';
import { isHead } from '../staff/session';
import { AddDialog } from './AddDialog';
import { comesLate } from './EntrantDialog';

const wanted = ['unknown', 'missing', 'present'] as const;

export function matches(entrant: Entrant, search: string): boolean {
  const words = search.normalize('NFKC').toLowerCase().split(/\s+/).filter((word) => word !== '');
  const text = [entrant.number, entrant.unit, entrant.team, entrant.name].concat(entrant.players).join(' ').toLowerCase();
  return words.every((word) => text.indexOf(word) >= 0);
}

/** Who is there: type a bit of a number or name, Enter marks the first one found as present. */
export function CheckInPage({ desk, event }: { desk: EventDesk; event: EventView }) {
  const [search, setSearch] = useState('');
  const [late, setLate] = useState<Entrant | null>(null);
  const box = useFirstFocus<HTMLInputElement>();
  const command = useCommand();
  const found = event.entrants.filter((entrant) => entrant.state === 'in' && matches(entrant, search));
  const mark = (entrants: Entrant[], present: boolean) =>
    void command.run({ entrants: entrants.map((entrant) => entrant.id), present }, async (body, key) => {
      const answer = await post('/api/v1/events/{id}/checkin', { id: event.id }, body, { key });
      const now = desk.event.peek();
      if (now !== null) desk.event.value = { ...now, entrants: answer.entrants.length === now.entrants.length ? answer.entrants : now.entrants };
      await desk.load();
    });
  const submit = (submitted: Event) => {
    submitted.preventDefault();
    const first = found.filter((entrant) => entrant.present !== 'present')[0];
    if (search.trim() === '' || first === undefined) return;
    mark([first], true);
    setSearch('');
    if (box.current) box.current.focus();
  };
  const count = (present: Entrant['present']) => event.entrants.filter((entrant) => entrant.present === present && entrant.state === 'in').length;
  const first = found.filter((entrant) => entrant.present !== 'present')[0];
  return (
    <>
      <header class="head">
        <h1>{t('page.tab.checkin')}</h1>
        <span class="row">
          {wanted.map((present) => (
            <b key={present} class={`tag present-${present}`}>
              {tOf('page.present', present)} {count(present)}
            </b>
          ))}
        </span>
      </header>
      <form onSubmit={submit} class="row search">
        <input name="search" ref={box} value={search} placeholder={t('page.checkin.search')} onInput={(input) => setSearch(input.currentTarget.value)} />
        <button class="primary" disabled={command.busy || search.trim() === '' || first === undefined}>
          {first !== undefined && search.trim() !== '' ? t('page.checkin.mark', { Name: first.name }) : t('page.present.present')}
        </button>
      </form>
      <Trouble error={command.error} />
      <ul class="checkin">
        {found.map((entrant) => (
          <li key={entrant.id} class={`card present-${entrant.present}`} data-entrant={entrant.id}>
            <span>
              <b>
                {entrant.number} {entrant.name}
              </b>
              <small> <Names of={entrant.players} /></small>
            </span>
            {comesLate(entrant, event) && isHead() && (
              <button type="button" class="small primary late-entry" data-do="add" onClick={() => setLate(entrant)}>
                {t('page.entrant.do.add')}
              </button>
            )}
            <b class="present-word">{tOf('page.present', entrant.present)}</b>
            <span class="row">
              <button type="button" class="small" aria-pressed={entrant.present === 'present'} disabled={command.busy} onClick={() => mark([entrant], true)}>
                {t('page.present.present')}
              </button>
              <button type="button" class="small" aria-pressed={entrant.present === 'missing'} disabled={command.busy} onClick={() => mark([entrant], false)}>
                {t('page.present.missing')}
              </button>
            </span>
          </li>
        ))}
      </ul>
      <div class="row">
        <button
          type="button"
          data-do="all-present"
          disabled={command.busy || count('unknown') === 0}
          onClick={() => mark(event.entrants.filter((entrant) => entrant.present === 'unknown' && entrant.state === 'in'), true)}
        >
          {t('page.checkin.rest', { N: count('unknown') })}
        </button>
      </div>
      {late !== null && <AddDialog desk={desk} event={event} known={late} close={() => setLate(null)} />}
    </>
  );
}
