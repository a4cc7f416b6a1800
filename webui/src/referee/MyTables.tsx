import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { readRange, type TableRange } from '../parts/tableRange';
import { forget, recall, remember } from '../wire/memory';
import { t } from '../words/words';

const remembered = 'kiosk.referee.tables';

/** The tables that this referee looks after; a chief leaves it empty and sees all. */
export const myTables = signal<TableRange>(readRange(recall(remembered) || '') || readRange('')!);

/** Where a referee says which tables are theirs: queue and list show those. */
export function MyTables() {
  const [text, setText] = useState(myTables.value.text);
  const read = readRange(text);
  return (
    <label class="field">
      {t('page.mytables')}
      <input
        name="my-tables"
        value={text}
        maxLength={80}
        autocomplete="off"
        placeholder="1-12, 25"
        aria-invalid={read === null}
        onInput={(event) => {
          setText(event.currentTarget.value);
          const range = readRange(event.currentTarget.value);
          if (range === null) return;
          myTables.value = range;
          if (range.text === '') forget(remembered);
          else remember(remembered, range.text);
        }}
      />
      <small>{read === null ? t('page.mytables.wrong') : t('page.mytables.help')}</small>
    </label>
  );
}
