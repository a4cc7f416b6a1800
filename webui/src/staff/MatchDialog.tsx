import { type Board, tableWords } from '../parts/board';
import { Dialog } from '../parts/Dialog';
import type { MatchView } from '../shapes';
import { t } from '../words/words';
import type { EventDesk } from './eventDesk';
import { MatchSheet } from './MatchSheet';

interface MatchDialogProps {
  desk: EventDesk;
  match: MatchView;
  board: Board;
  close(): void;
  /** Opens the match for typing from paper. */
  type?(): void;
}

export function MatchDialog({ desk, match, board, close, type }: MatchDialogProps) {
  return (
    <Dialog wide title={match.table === null ? t('page.match', { N: match.number }) : t('page.table', { N: tableWords(match) })} close={close}>
      {type && (
        <div class="row">
          <button type="button" class="primary" data-do="type" onClick={type}>
            {t('page.tab.type')}
          </button>
        </div>
      )}
      <MatchSheet desk={desk} match={match} board={board} />
    </Dialog>
  );
}
