import { useState } from 'preact/hooks';
import { Trouble } from '../parts/Trouble';
import { useCommand } from '../parts/useCommand';
import { get, put } from '../wire/client';
import { timeWithSeconds } from '../words/time';
import { t } from '../words/words';
import { BackupPanel } from './BackupPanel';
import { KiosksPanel } from './KiosksPanel';
import { QRCode } from './QRCode';
import { useLoaded } from '../parts/useLoaded';

/** Chooses the laptop's address for all codes, and shows whether phones reach it. */
export function AddressPage() {
  const kiosk = useLoaded(() => get('/api/v1/kiosk'), [], 3);
  const command = useCommand();
  const [typed, setTyped] = useState('');
  const view = kiosk.value;
  const choose = (url: string) =>
    void command.run({ public_url: url }, async (body) => {
      await put('/api/v1/kiosk', {}, body);
      kiosk.again();
      setTyped('');
    });
  return (
    <>
      <header class="head">
        <h1>{t('page.tab.address')}</h1>
      </header>
      <p>{t('page.address.help')}</p>
      <Trouble error={kiosk.error || command.error} />
      {view !== null && (
        <div class="columns">
          <section class="card">
            <h2>{t('page.address.list')}</h2>
            <div class="choices">
              {view.addresses.map((address) => (
                <button type="button" key={address.url} class="choice" aria-pressed={address.chosen} disabled={command.busy} onClick={() => choose(address.url)}>
                  <b>{address.url}</b> <small>{address.interface}</small>
                  {address.warning && <span class="warning">{address.warning}</span>}
                </button>
              ))}
            </div>
            <form
              onSubmit={(submitted) => {
                submitted.preventDefault();
                choose(typed.trim());
              }}
            >
              <label class="field">
                {t('page.address.other')}
                <input name="address" inputMode="url" autocomplete="off" maxLength={200} value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
                <small>{t('page.address.other.help')}</small>
              </label>
              <button data-do="address" disabled={command.busy || typed.trim() === ''}>
                {t('page.address.other.do')}
              </button>
            </form>
            {!view.addresses.some((address) => address.chosen) && <p class="note note-bad">{t('page.address.gone', { Address: view.public_url })}</p>}
          </section>
          <section class="card check-card">
            <h2>{t('page.address.check')}</h2>
            <p>{t('page.address.check.help')}</p>
            <QRCode text={view.check.url} />
            <code class="url">{view.check.url}</code>
            <h3>{t('page.address.seen', { N: view.check.seen.length })}</h3>
            <ul class="seen" aria-live="polite">
              {view.check.seen.map((phone) => (
                <li key={phone.at + phone.device}>
                  ✓ {phone.device} <small>{timeWithSeconds(phone.at)}</small>
                </li>
              ))}
            </ul>
            {view.check.seen.length === 0 && <p class="note note-warn">{t('page.address.none')}</p>}
          </section>
        </div>
      )}
      <KiosksPanel />
      <BackupPanel />
    </>
  );
}
