import { useState } from 'preact/hooks';
import type { Board } from '../parts/board';
import { Dialog } from '../parts/Dialog';
import { SideMark } from '../parts/SideMark';
import { Trouble } from '../parts/Trouble';
import { useCommand } from '../parts/useCommand';
import { sides, type MatchView } from '../shapes';
import { post } from '../wire/client';
import { t } from '../words/words';
import type { EventDesk } from './eventDesk';
import { ReasonField } from './ReasonField';

interface ForfeitDialogProps {
  desk: EventDesk;
  match: MatchView;
  board: Board;
  close(): void;
}

type Who = 'A' | 'B' | 'both';

/** A forfeit takes two steps: who and why, then a second question that names them. */
export function ForfeitDialog({ desk, match, close }: ForfeitDialogProps) {
  const [side, setSide] = useState<Who | null>(null);
  const [reason, setReason] = useState('');
  const [sure, setSure] = useState(false);
  const command = useCommand();
  const nameOf = (who: Who) => (who === 'both' ? t('page.forfeit.both') : match.sides[who].name);
  const forfeit = (who: Who) =>
    void command
      .run({ side: who, reason: reason.trim() }, async (body, key) => {
        const ruling = await post('/api/v1/matches/{id}/forfeit', { id: match.id }, body, { key });
        desk.accept(ruling.match);
        await desk.load();
      })
      .then((done) => done && close());
  return (
    <Dialog title={t('page.forfeit')} close={close}>
      {!sure || side === null ? (
        <>
          <div class="choices">
            {sides.map((one) => (
              <button type="button" key={one} class="choice" data-side={one} aria-pressed={side === one} onClick={() => setSide(one)}>
                <SideMark side={one} /> {match.sides[one].name}
              </button>
            ))}
            <button type="button" class="choice" data-side="both" aria-pressed={side === 'both'} onClick={() => setSide('both')}>
              {t('page.forfeit.both')}
            </button>
          </div>
          <ReasonField value={reason} change={setReason} />
          <button type="button" class="big" data-do="forfeit-next" disabled={side === null || reason.trim() === ''} onClick={() => setSure(true)}>
            {t('page.next')}
          </button>
        </>
      ) : (
        <>
          <p class="note note-bad">
            <b>{t('page.forfeit.ask', { Name: nameOf(side) })}</b>
          </p>
          <p>{reason}</p>
          <Trouble error={command.error} />
          <button type="button" class="danger big" data-do="forfeit-yes" disabled={command.busy} onClick={() => forfeit(side)}>
            {t('page.forfeit.do', { Name: nameOf(side) })}
          </button>
          <button type="button" class="big" data-first onClick={() => setSure(false)}>
            {t('page.no')}
          </button>
        </>
      )}
    </Dialog>
  );
}
