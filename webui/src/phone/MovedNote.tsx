import { useState } from 'preact/hooks';
import { t } from '../words/words';
import type { Desk } from './desk';

/** Says that the page came here from another kiosk, which did not answer, and that nothing was left behind. */
export function MovedNote({ desk }: { desk: Desk }) {
  const [read, setRead] = useState(false);
  if (desk.moved === null || read) return null;
  return (
    <div class="note dismissable" role="status" data-moved={desk.moved}>
      <p>{desk.moved > 0 ? t('page.moved.carrying', { N: desk.moved }) : t('page.moved')}</p>
      <button type="button" class="quiet" onClick={() => setRead(true)}>
        {t('page.understood')}
      </button>
    </div>
  );
}
