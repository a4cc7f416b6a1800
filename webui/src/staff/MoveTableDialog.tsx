import { useState } from 'preact/hooks';
import { tableWords } from '../parts/board';
import { Dialog } from '../parts/Dialog';
import type { MatchView } from '../shapes';
import { post } from '../wire/client';
import { t } from '../words/words';
import type { EventDesk } from './eventDesk';
import { RulingSteps } from './RulingSteps';

interface MoveTableDialogProps {
  desk: EventDesk;
  match: MatchView;
  close(): void;
}

/** Has a match go on at another table, whose codes are for it from then on. */
export function MoveTableDialog({ desk, match, close }: MoveTableDialogProps) {
  const [text, setText] = useState('');
  const table = Number(text.normalize('NFKC'));
  const complete = Number.isInteger(table) && table > 0;
  return (
    <Dialog title={t('page.move')} close={close}>
      <p>{t('page.move.help', { Table: tableWords(match) })}</p>
      <label class="field">
        {t('page.move.to')}
        <input name="table" inputMode="numeric" autocomplete="off" value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <RulingSteps
        desk={desk}
        about={complete ? String(table) : null}
        send={(how, key) => post('/api/v1/matches/{id}/table', { id: match.id }, { table, ...how }, { key })}
        label={complete ? t('page.move.do', { N: table }) : t('page.move')}
        name="move"
        close={close}
      />
    </Dialog>
  );
}
