import type { MissingMatch } from '../../shapes';
import { t, tOf } from '../../words/words';
import { href } from '../route';

/** What happens to each match that has no result, by match; '' is not said yet. */
export type Outcomes = Record<string, MissingMatch['outcomes'][number] | ''>;

interface MissingResultsProps {
  event: string;
  missing: readonly MissingMatch[];
  outcomes: Outcomes;
  /** Takes what is said of some matches. */
  change(said: Outcomes): void;
}

function outcomeWords(match: MissingMatch, outcome: MissingMatch['outcomes'][number]): string {
  if (outcome === 'forfeit-a') return t('page.draw.outcome.forfeit', { Name: match.a.name });
  if (outcome === 'forfeit-b') return t('page.draw.outcome.forfeit', { Name: match.b.name });
  return tOf('page.draw.outcome', outcome);
}

/** The matches without a result: nothing is drawn until each is played, or somebody says what becomes of it. */
export function MissingResults({ event, missing, outcomes, change }: MissingResultsProps) {
  const common = missing.length === 0 ? [] : missing[0]!.outcomes.filter((one) => missing.every((match) => match.outcomes.indexOf(one) >= 0) && !/-[ab]$/.test(one));
  const all = (outcome: Outcomes[string]) => change(missing.reduce<Outcomes>((chosen, match) => ({ ...chosen, [match.match]: outcome }), {}));
  return (
    <section class="missing-results">
      <h3>{t('page.draw.results', { N: missing.length })}</h3>
      <p class="note note-warn">{t('page.draw.results.help')}</p>
      {missing.length > 1 && (
        <div class="row">
          {common.map((outcome) => (
            <button type="button" key={outcome} class="small" data-all={outcome} onClick={() => all(outcome)}>
              {t('page.draw.outcome.all', { What: tOf('page.draw.outcome', outcome) })}
            </button>
          ))}
        </div>
      )}
      <div class="scroll">
        <table class="list">
          <thead>
            <tr>
              <th scope="col">{t('page.tableword')}</th>
              <th scope="col">{t('page.draw.match')}</th>
              <th scope="col">{t('page.draw.outcome')}</th>
            </tr>
          </thead>
          <tbody>
            {missing.map((match) => (
              <tr key={match.match} data-match={match.match}>
                <td class="nowrap">
                  <b>{match.table}</b> <small>{t('page.round', { N: match.round })}</small>
                </td>
                <td>
                  {match.a.name} <span class="muted">{t('page.versus')}</span> {match.b.name}{' '}
                  <a class="nowrap" href={href('e', event, 'type', match.match)}>
                    {t('page.draw.results.type')}
                  </a>
                </td>
                <td>
                  <select
                    aria-label={t('page.draw.outcome')}
                    value={outcomes[match.match] || ''}
                    onChange={(event) => change({ [match.match]: event.currentTarget.value as Outcomes[string] })}
                  >
                    <option value="">{t('page.draw.outcome.none')}</option>
                    {match.outcomes.map((outcome) => (
                      <option key={outcome} value={outcome} selected={outcomes[match.match] === outcome}>
                        {outcomeWords(match, outcome)}
                      </option>
                    ))}
                  </select>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
