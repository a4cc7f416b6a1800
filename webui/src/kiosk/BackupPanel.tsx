import { useState } from 'preact/hooks';
import { Trouble } from '../parts/Trouble';
import { useCommand } from '../parts/useCommand';
import { useLoaded } from '../parts/useLoaded';
import type { BackupView } from '../shapes';
import { person } from '../staff/session';
import { get, post, put } from '../wire/client';
import { timeOfDay } from '../words/time';
import { t } from '../words/words';
import { href } from './route';

/** How old the last good backup is, in words. */
export function backupAge(backup: BackupView): string {
  if (!backup.last) return t('page.backup.never');
  const minutes = Math.floor(backup.last.age_s / 60);
  if (minutes < 1) return t('page.backup.now');
  return minutes < 120 ? t('page.backup.minutes', { N: minutes }) : t('page.backup.hours', { N: Math.floor(minutes / 60) });
}

/** One line beside the pages: when all was last backed up, and an alarm when it cannot be, or nothing can be saved at all. */
export function BackupLine() {
  const kiosk = useLoaded(() => get('/api/v1/kiosk'), [], 15);
  const backup = kiosk.value && kiosk.value.backup;
  const trouble = kiosk.value && kiosk.value.trouble;
  if (trouble) {
    return (
      <p class="note note-bad" role="alert">
        {trouble}
      </p>
    );
  }
  if (!backup) return null;
  return (
    <p class={`backup-line${backup.error ? ' backup-bad' : ''}`} role={backup.error ? 'alert' : undefined}>
      <a href={href('address')}>
        {backup.error ? '⚠ ' : '✓ '}
        {backup.error ? t('page.backup.trouble') : backupAge(backup)}
      </a>
    </p>
  );
}

/** Where backups go, how they stand, and another folder for them. */
export function BackupPanel() {
  const kiosk = useLoaded(() => get('/api/v1/kiosk'), [], 3);
  const command = useCommand();
  const [typed, setTyped] = useState('');
  const backup = kiosk.value && kiosk.value.backup;
  if (!backup) return null;
  const choose = (folder: string) =>
    command.run({ folder }, async (body) => {
      await put('/api/v1/kiosk/backup', {}, body);
      kiosk.again();
    });
  const now = () =>
    void command.run({}, async (body, key) => {
      await post('/api/v1/kiosk/backup', {}, body, { key });
      kiosk.again();
    });
  const mayChoose = person.value && person.value.role === 'organiser';
  return (
    <section class="card" id="backup">
      <h2>{t('page.backup')}</h2>
      <Trouble error={command.error} />
      <p aria-live="polite">
        {backup.running ? t('page.backup.running') : `${backupAge(backup)}${backup.last ? ` (${timeOfDay(backup.last.at)})` : ''}`}
        {!backup.running && backup.last && (backup.current ? ` · ${t('page.backup.current')}` : ` · ${t('page.backup.changed')}`)}
      </p>
      {backup.error && (
        <p class="note note-bad" role="alert">
          {backup.error}
        </p>
      )}
      <p>
        {t('page.backup.folder')} <code class="url">{backup.folder}</code>
      </p>
      {backup.same_disk && <p class="note note-warn">{t('page.backup.same-disk')}</p>}
      {mayChoose && (
        <>
          <div class="choices">
            {backup.sticks
              .filter((stick) => stick !== backup.folder)
              .map((stick) => (
                <button type="button" key={stick} class="choice" data-stick={stick} disabled={command.busy} onClick={() => void choose(stick)}>
                  {t('page.backup.use', { Folder: stick })}
                </button>
              ))}
          </div>
          <form
            onSubmit={(submitted) => {
              submitted.preventDefault();
              void choose(typed.trim()).then((done) => done && setTyped(''));
            }}
          >
            <label class="field">
              {t('page.backup.other')}
              <input name="backup-folder" autocomplete="off" maxLength={1000} value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
            </label>
            <div class="row">
              <button data-do="backup-folder" disabled={command.busy || typed.trim() === ''}>
                {t('page.backup.choose')}
              </button>
              <button type="button" data-do="backup" disabled={command.busy || backup.running} onClick={now}>
                {t('page.backup.make')}
              </button>
            </div>
          </form>
        </>
      )}
    </section>
  );
}
