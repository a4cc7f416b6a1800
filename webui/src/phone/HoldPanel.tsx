import { useState } from 'preact/hooks';
import type { MatchView, SideView } from '../shapes';
import { Dialog } from '../parts/Dialog';
import { Trouble } from '../parts/Trouble';
import { useCommand } from '../parts/useCommand';
import { Refusal } from '../wire/client';
import { timeOfDay } from '../words/time';
import { t } from '../words/words';
import type { Desk } from './desk';

interface HoldPanelProps {
  desk: Desk;
  view: SideView;
  match: MatchView;
}

/** Makes this phone speak for the side; another phone that does so already is asked about first. */
export function HoldPanel({ desk, view, match }: HoldPanelProps) {
  const [asking, setAsking] = useState(false);
  const command = useCommand();
  const holder = match.holds[view.side];
  const take = async (takeOver: boolean) => {
    const done = await command.run({ takeOver }, async (body, key) => {
      try {
        await desk.hold(body.takeOver, key);
      } catch (error) {
        if (!(error instanceof Refusal) || error.status !== 409 || body.takeOver) throw error;
        await desk.load();
        setAsking(true);
      }
    });
    if (done && takeOver) setAsking(false);
  };
  return (
    <section class="card hold">
      {view.hold === 'other' ? (
        <>
          <h2>{t('page.hold.other')}</h2>
          {holder && <p>{t('page.hold.who', { Device: holder.device, Time: timeOfDay(holder.since) })}</p>}
          <button type="button" class="big" data-do="take-over" disabled={command.busy} onClick={() => setAsking(true)}>
            {t('page.hold.takeover')}
          </button>
        </>
      ) : (
        <>
          <h2>{t('page.hold.free')}</h2>
          <p>{t('page.hold.free.help')}</p>
          <button type="button" class="big primary" data-do="hold" disabled={command.busy} onClick={() => void take(false)}>
            {t('page.hold.take')}
          </button>
        </>
      )}
      <Trouble error={command.error} />
      {asking && (
        <Dialog title={t('page.hold.ask')} close={() => setAsking(false)}>
          <p>{t('page.hold.ask.help')}</p>
          {holder && <p>{t('page.hold.who', { Device: holder.device, Time: timeOfDay(holder.since) })}</p>}
          <button type="button" class="big primary" data-do="take-over-yes" disabled={command.busy} onClick={() => void take(true)}>
            {t('page.hold.ask.yes')}
          </button>
          <button type="button" class="big" onClick={() => setAsking(false)}>
            {t('page.hold.ask.no')}
          </button>
        </Dialog>
      )}
    </section>
  );
}
