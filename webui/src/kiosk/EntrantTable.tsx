import type { Entrant } from '../shapes';
import { t, tOf } from '../words/words';
import { Names } from '../parts/Names';

export function EntrantTable({ entrants, correct }: { entrants: readonly Entrant[]; correct?(entrant: Entrant): void }) {
  return (
    <div class="scroll">
      <table class="list roomy">
        <thead>
          <tr>
            <th scope="col">{t('page.entrant.number')}</th>
            <th scope="col">{t('page.entrant.unit')}</th>
            <th scope="col">{t('page.entrant.team')}</th>
            <th scope="col">{t('page.entrant.group')}</th>
            <th scope="col">{t('page.entrant.players')}</th>
            <th scope="col">{t('page.entrant.note')}</th>
            {correct && <th />}
          </tr>
        </thead>
        <tbody>
          {entrants.map((entrant) => (
            <tr key={entrant.id || entrant.number + entrant.name} class={entrant.state === 'in' ? '' : 'out'}>
              <td>{entrant.number}</td>
              <td>{entrant.unit}</td>
              <td>{entrant.team}</td>
              <td>{entrant.group}</td>
              <td><Names of={entrant.players} /></td>
              <td>
                {entrant.note}
                {entrant.state !== 'in' && <b class="late"> {tOf('page.entrant.state', entrant.state)}</b>}
              </td>
              {correct && (
                <td>
                  <button type="button" class="small" onClick={() => correct(entrant)}>
                    {t('page.correct')}
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
