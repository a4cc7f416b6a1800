import { useState } from 'preact/hooks';
import type { Board } from '../parts/board';
import { Dialog } from '../parts/Dialog';
import { SideMark } from '../parts/SideMark';
import type { MatchView } from '../shapes';
import { post } from '../wire/client';
import { t } from '../words/words';
import type { EventDesk } from './eventDesk';
import { RulingSteps } from './RulingSteps';

interface ForfeitDialogProps {
  desk: EventDesk;
  match: MatchView;
  board: Board;
  close(): void;
}

type Who = 'A' | 'B' | 'both' | 'none';

/** A forfeit takes two steps: who and why, then a second question that names them. One that was given can be taken back. */
export function ForfeitDialog({ desk, match, close }: ForfeitDialogProps) {
  const [side, setSide] = useState<Who | null>(null);
  const nameOf = (who: Exclude<Who, 'none'>) => (who === 'both' ? t('page.forfeit.both') : match.sides[who].name);
  const choices: readonly Who[] = match.state === 'forfeited' ? ['A', 'B', 'both', 'none'] : ['A', 'B', 'both'];
  return (
    <Dialog title={t('page.forfeit')} close={close}>
      <div class="choices">
        {choices.map((one) => (
          <button type="button" key={one} class="choice" data-side={one} aria-pressed={side === one} onClick={() => setSide(one)}>
            {(one === 'A' || one === 'B') && <SideMark side={one} />} {one === 'none' ? t('page.forfeit.none') : nameOf(one)}
          </button>
        ))}
      </div>
      <RulingSteps
        desk={desk}
        about={side}
        send={(how, key) => post('/api/v1/matches/{id}/forfeit', { id: match.id }, { side: side!, ...how }, { key })}
        label={side === null ? t('page.forfeit') : side === 'none' ? t('page.forfeit.none') : t('page.forfeit.do', { Name: nameOf(side) })}
        name="forfeit"
        sure={side === null ? t('page.forfeit') : side === 'none' ? t('page.forfeit.none.ask') : t('page.forfeit.ask', { Name: nameOf(side) })}
        close={close}
      />
    </Dialog>
  );
}
