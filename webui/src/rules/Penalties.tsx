import type { RulebookView } from '../shapes';
import { local, t, tOf } from '../words/words';
import { Origin } from './Origin';

/** What is penalised, and the steps in words. */
export function Penalties({ book }: { book: RulebookView }) {
  if (book.violations.length === 0) return null;
  return (
    <section id="penalties">
      <h2>{tOf('page.rules.section', 'penalties')}</h2>
      {book.violations.map((violation) => (
        <div class="card violation" key={violation.id} data-violation={violation.id}>
          <h3>{local(violation.name)}</h3>
          {violation.ladders.map((ladder, index) => (
            <div key={index}>
              {ladder.when !== null && <p class="muted">{local(ladder.when)}</p>}
              <ol class="ladder">
                {ladder.steps.map((step, number) => (
                  <li key={number}>
                    <small>
                      {ladder.steps.length === 1
                        ? t('page.rules.step.every')
                        : number === ladder.steps.length - 1
                          ? t('page.rules.step.last', { N: number + 1 })
                          : t('page.rules.step', { N: number + 1 })}
                    </small>{' '}
                    <b>{local(step)}</b>
                  </li>
                ))}
              </ol>
            </div>
          ))}
          <p class="violation-foot">
            <small>{local(violation.counted)}</small> <Origin origin={violation.default ? 'default' : 'source'} clause={violation.clause} />
            {violation.default && violation.clause !== '' && <small>{t('page.rules.violated', { Clause: violation.clause })}</small>}
          </p>
        </div>
      ))}
    </section>
  );
}
