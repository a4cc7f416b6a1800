import { Refusal, Unreachable } from '../wire/client';
import { t } from '../words/words';
import { Cited } from './Clause';

/** What went wrong, in sentences with the rulebook's article. Shows nothing for null. */
export function Trouble({ error }: { error: unknown }) {
  if (error === null || error === undefined) return null;
  if (error instanceof Unreachable) return <p class="note note-bad" role="alert">{t('page.trouble.unreachable')}</p>;
  if (!(error instanceof Refusal)) return <p class="note note-bad" role="alert">{t('page.trouble.unknown', { What: String(error) })}</p>;
  const faults = error.problem.faults || [];
  return (
    <div class="note note-bad" role="alert">
      {(faults.length === 0 || error.problem.detail) && <p>{error.problem.detail || error.problem.title}</p>}
      {faults.map((fault) => (
        <p key={fault.code + fault.at}>
          <Cited text={fault.message} clause={fault.clause} />
        </p>
      ))}
    </div>
  );
}
