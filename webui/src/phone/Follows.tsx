import { Trouble } from '../parts/Trouble';
import { Unreachable } from '../wire/client';
import { t } from '../words/words';
import type { Preview } from './ReportPanel';

/** What the order would do, before anything is sent. */
export function Follows({ preview }: { preview: Preview }) {
  return (
    <div class="follows" aria-live="polite">
      {preview.state === 'asking' && <p aria-busy="true">{t('page.report.asking')}</p>}
      {preview.state === 'failed' &&
        (preview.error instanceof Unreachable ? <p class="note note-warn">{t('page.report.offline')}</p> : <Trouble error={preview.error} />)}
      {preview.state === 'known' && (
        <>
          <h3>{t('page.report.follows')}</h3>
          <ul>
            {preview.answer.text.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
