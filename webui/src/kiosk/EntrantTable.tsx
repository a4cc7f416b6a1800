import type { Entrant } from '../shapes';
import { t, tOf } from '../words/words';
import { Names } from '../parts/Names';

interface EntrantTableProps {
  entrants: readonly Entrant[];
  /** Opens an entrant, with all that can be done about it. */
  open?(entrant: Entrant): void;
}

export function EntrantTable({ entrants, open }: EntrantTableProps) {
  const grouped = entrants.some((entrant) => entrant.group !== null && entrant.group !== '');
  const named = entrants.some((entrant) => entrant.team !== '');
  return (
    <div class="scroll">
      <table class="list roomy entrants">
        <thead>
          <tr>
            <th scope="col">{t('page.entrant.number')}</th>
            <th scope="col">{t('page.entrant.unit')}</th>
            {named && <th scope="col">{t('page.entrant.team')}</th>}
            {grouped && <th scope="col">{t('page.entrant.group')}</th>}
            <th scope="col">{t('page.entrant.players')}</th>
            <th scope="col">{t('page.entrant.note')}</th>
            {open && <th />}
          </tr>
        </thead>
        <tbody>
          {entrants.map((entrant) => (
            <tr key={entrant.id || entrant.number + entrant.name} class={entrant.state === 'in' ? '' : 'out'} data-entrant={entrant.id}>
              <td class="entrant-number">{entrant.number}</td>
              <td>{entrant.unit}</td>
              {named && <td>{entrant.team}</td>}
              {grouped && <td data-label={t('page.entrant.group')}>{entrant.group}</td>}
              <td><Names of={entrant.players} /></td>
              <td class="standing">
                <EntrantNotes entrant={entrant} />
              </td>
              {open && (
                <td class="entrant-open">
                  <button type="button" class="small" data-do="entrant" onClick={() => open(entrant)}>
                    {t('page.entrant.open')}
                  </button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What became of an entrant: whether it is still in, since when not and why, whether it came late, who plays for whom. */
export function EntrantNotes({ entrant }: { entrant: Entrant }) {
  return (
    <>
      {entrant.note && <span class="entrant-note">{entrant.note}</span>}
      {entrant.state !== 'in' && (
        <span class="entrant-note late">
          <b>{tOf('page.entrant.state', entrant.state)}</b>
          {entrant.left_round !== undefined && ` ${t('page.entrant.since', { N: entrant.left_round })}`}
          {entrant.left_reason && <small> {entrant.left_reason}</small>}
        </span>
      )}
      {entrant.joined > 0 && <span class="entrant-note tag">{t('page.entrant.joined', { N: entrant.joined })}</span>}
      {entrant.replaced.map((one) => (
        <span class="entrant-note" key={one.out + one.in + one.at}>
          {t('page.entrant.replaced', { Out: one.out, In: one.in, N: one.round })}
        </span>
      ))}
    </>
  );
}
