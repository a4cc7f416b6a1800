import { useState } from 'preact/hooks';
import type { SideView } from '../shapes';
import { Dialog } from '../parts/Dialog';
import { local, t } from '../words/words';
import type { Desk } from './desk';

/** Calls the referee: one touch on a reason sends it. */
export function CallDialog({ desk, view, close }: { desk: Desk; view: SideView; close(): void }) {
  const [words, setWords] = useState('');
  return (
    <Dialog title={t('page.call.title')} close={close}>
      <label class="field">
        {t('page.call.words')}
        <input name="words" maxLength={120} value={words} onInput={(event) => setWords(event.currentTarget.value)} />
      </label>
      <div class="choices">
        {view.call_reasons.map((reason) => (
          <button
            type="button"
            key={reason.code}
            class="choice"
            data-reason={reason.code}
            onClick={() => {
              desk.call(reason.code, words.trim());
              close();
            }}
          >
            {local(reason.name)}
          </button>
        ))}
      </div>
    </Dialog>
  );
}
