import { lastContact, tick } from '../wire/contact';
import { timeWithSeconds } from '../words/time';
import { t } from '../words/words';
import type { Desk } from './desk';

/** How much waits on this phone and when the kiosk was last heard, in words. */
export function StatusLine({ desk }: { desk: Desk }) {
  const waiting = desk.outbox.waiting.value.length;
  const silent = lastContact.value === 0 ? Infinity : (tick.value - lastContact.value) / 1000;
  const lost = !desk.reachable.value || silent > 60;
  const mood = waiting > 0 ? 'waiting' : lost ? 'lost' : 'fine';
  return (
    <div class={`status status-${mood}`} role="status" data-waiting={waiting}>
      <b>{waiting > 0 ? t('page.status.waiting', { N: waiting }) : lost ? t('page.status.lost') : t('page.status.saved')}</b>
      {lastContact.value > 0 && <small>{t('page.status.contact', { Time: timeWithSeconds(lastContact.value) })}</small>}
    </div>
  );
}
