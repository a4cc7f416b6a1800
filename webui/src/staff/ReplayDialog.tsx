import { Dialog } from '../parts/Dialog';
import type { MatchView } from '../shapes';
import { post } from '../wire/client';
import { t } from '../words/words';
import type { EventDesk } from './eventDesk';
import { RulingSteps } from './RulingSteps';

interface ReplayDialogProps {
  desk: EventDesk;
  match: MatchView;
  close(): void;
}

/** Has a match played again; what was played stays on record, and counts no more. */
export function ReplayDialog({ desk, match, close }: ReplayDialogProps) {
  const body = { version: match.version };
  return (
    <Dialog title={t('page.replay')} close={close}>
      <p>
        <b>{match.sides.A.name}</b> – <b>{match.sides.B.name}</b>
      </p>
      <p class="muted">{t('page.replay.help')}</p>
      <RulingSteps
        desk={desk}
        about={JSON.stringify(body)}
        send={(how, key) => post('/api/v1/matches/{id}/replay', { id: match.id }, { ...body, ...how }, { key })}
        label={t('page.replay.do')}
        name="replay"
        sure={t('page.replay.ask', { A: match.sides.A.name, B: match.sides.B.name })}
        close={close}
      />
    </Dialog>
  );
}
