import { t, tOf } from '../../words/words';
import type { Sight } from './sight';

/** The matches of the quarter, or of the year's last one, as they count. */
export function LadderMatches({ sight }: { sight: Sight }) {
  const { ladder } = sight.answer;
  const matches = ladder.matches.filter((match) => match.quarter === ladder.quarter);
  if (matches.length === 0) return null;
  return (
    <section class="card">
      <details>
        <summary>{t('page.ladder.matches', { N: matches.length })}</summary>
        <div class="scroll">
          <table class="list">
            <thead>
              <tr>
                <th scope="col">{t('page.ladder.round')}</th>
                <th scope="col">{t('page.ladder.kind')}</th>
                <th scope="col">{t('page.ladder.challenger')}</th>
                <th scope="col">{t('page.ladder.holder')}</th>
                <th scope="col">{t('page.ladder.winner')}</th>
              </tr>
            </thead>
            <tbody>
              {matches.map((match) => (
                <tr key={`${match.round}/${match.challenger}/${match.holder}`} class={match.void ? 'out' : ''}>
                  <td>{match.round}</td>
                  <td>
                    {tOf('page.ladder.kind', match.kind)} {match.title && <small>{sight.title(match.title)}</small>}
                  </td>
                  <td>{sight.name(match.challenger)}</td>
                  <td>{sight.name(match.holder)}</td>
                  <td>
                    {match.pending ? '…' : match.winner ? <b>{sight.name(match.winner)}</b> : '—'}
                    {match.winner && match.points > 0 && <small> {t('page.hall.points', { N: match.points })}</small>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </section>
  );
}
