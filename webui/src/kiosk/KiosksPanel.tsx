import { useLoaded } from '../parts/useLoaded';
import type { PeerView } from '../shapes';
import { get } from '../wire/client';
import { timeOfDay } from '../words/time';
import { t } from '../words/words';
import { href } from './route';

/** The kiosks that share the event; none where there is one. */
function usePeers(every: number): PeerView[] {
  const kiosk = useLoaded(() => get('/api/v1/kiosk'), [], every);
  return (kiosk.value && kiosk.value.kiosks) || [];
}

/** One line beside the pages: whether all kiosks are well. */
export function KiosksLine() {
  const peers = usePeers(15);
  if (peers.length < 2) return null;
  const unwell = peers.filter((one) => !one.well).length;
  return (
    <p class={`backup-line${unwell > 0 ? ' backup-bad' : ''}`} role={unwell > 0 ? 'alert' : undefined}>
      <a href={href('address')}>{unwell > 0 ? `⚠ ${t('page.kiosks.unwell', { N: unwell, Of: peers.length })}` : `✓ ${t('page.kiosks.well', { N: peers.length })}`}</a>
    </p>
  );
}

/** Each kiosk with its address, whether it is well, and what to do when it is not. */
export function KiosksPanel() {
  const peers = usePeers(3);
  if (peers.length < 2) return null;
  return (
    <section class="card kiosks-card">
      <h2>{t('page.kiosks')}</h2>
      <p>{t('page.kiosks.help')}</p>
      <ul>
        {peers.map((one) => (
          <li key={one.address + one.started_at}>
            {one.well ? '✓' : '⚠'} <b>{one.name}</b> <code class="url">{one.address}</code> {one.here && <small>{t('page.kiosks.here')}</small>}
            {one.gone_since !== null && <small>{t('page.kiosks.gone', { Time: timeOfDay(one.gone_since) })}</small>}
            {one.trouble && <p class="note note-bad">{one.trouble}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
