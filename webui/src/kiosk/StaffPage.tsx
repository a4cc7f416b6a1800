import { useState } from 'preact/hooks';
import { Dialog } from '../parts/Dialog';
import { Trouble } from '../parts/Trouble';
import { useCommand, type Command } from '../parts/useCommand';
import type { Role, StaffView } from '../shapes';
import { get, post, remove } from '../wire/client';
import { timeOfDay } from '../words/time';
import { t, tOf } from '../words/words';
import { QRCode } from './QRCode';
import { useLoaded } from '../parts/useLoaded';

const roles: readonly Role[] = ['organiser', 'chief', 'referee'];

/** The sign-ins that end with those of a role, null for all: never one's own. */
function othersOf(staff: StaffView | null, role: Role | null): StaffView['sessions'] {
  return (staff ? staff.sessions : []).filter((session) => !session.current && (role === null || session.role === role));
}

/** PINs, sign-in codes for referees' phones, and who is signed in. */
export function StaffPage() {
  const staff = useLoaded(() => get('/api/v1/staff'), [], 10);
  const [pins, setPins] = useState<Partial<Record<Role, string>>>({});
  const [link, setLink] = useState<{ role: Role; url: string; expires: string } | null>(null);
  const [renewing, setRenewing] = useState<Role | null>(null);
  const [ending, setEnding] = useState(false);
  const command = useCommand();
  const makePin = (role: Role, endSessions: boolean) =>
    void command
      .run(endSessions ? { role, end_sessions: true } : { role }, async (body, key) => {
        const made = await post('/api/v1/staff/pins', {}, body, { key });
        setPins({ ...pins, [made.role]: made.pin });
        staff.again();
      })
      .then((done) => done && setRenewing(null));
  const endAll = (role: Role | null) =>
    void command
      .run({ every: role }, async () => {
        await remove('/api/v1/staff/sessions', {}, { role: role === null ? undefined : role });
        staff.again();
      })
      .then((done) => done && setEnding(false));
  const open = (show: () => void) => {
    command.clear();
    show();
  };
  const makeLink = (role: 'referee' | 'chief') =>
    void command.run({ role }, async (body, key) => {
      const made = await post('/api/v1/session/qr', {}, body, { key });
      setLink({ role, url: made.url, expires: made.expires_at });
    });
  const end = (session: string) =>
    void command.run({ session }, async () => {
      await remove('/api/v1/staff/sessions/{session}', { session });
      staff.again();
    });
  return (
    <>
      <header class="head">
        <h1>{t('page.tab.staff')}</h1>
      </header>
      <Trouble error={staff.error || (renewing === null && !ending ? command.error : null)} />
      <div class="columns">
        <section class="card">
          <h2>{t('page.staff.pins')}</h2>
          <p class="muted">{t('page.staff.pins.help')}</p>
          <table>
            <tbody>
              {roles.map((role) => {
                const known = staff.value && staff.value.pins.filter((pin) => pin.role === role)[0];
                return (
                  <tr key={role}>
                    <th scope="row">{tOf('page.role', role)}</th>
                    <td>{pins[role] ? <b class="pin">{pins[role]}</b> : known && known.set_at ? t('page.staff.set', { Time: timeOfDay(known.set_at) }) : t('page.staff.unset')}</td>
                    <td class="row">
                      <button type="button" class="small" data-pin={role} disabled={command.busy} onClick={() => makePin(role, false)}>
                        {t('page.staff.new')}
                      </button>
                      <button type="button" class="small danger" data-renew={role} disabled={command.busy} onClick={() => open(() => setRenewing(role))}>
                        {t('page.staff.new.end')}
                      </button>
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </section>
        <section class="card check-card">
          <h2>{t('page.staff.qr')}</h2>
          <p class="muted">{t('page.staff.qr.help')}</p>
          <div class="row">
            <button type="button" data-link="referee" disabled={command.busy} onClick={() => makeLink('referee')}>
              {t('page.staff.qr.make', { Role: t('page.role.referee') })}
            </button>
            <button type="button" data-link="chief" disabled={command.busy} onClick={() => makeLink('chief')}>
              {t('page.staff.qr.make', { Role: t('page.role.chief') })}
            </button>
          </div>
          {link !== null && (
            <>
              <h3>{tOf('page.role', link.role)}</h3>
              <QRCode text={link.url} />
              <code class="url">{link.url}</code>
              <p>{t('page.staff.qr.until', { Time: timeOfDay(link.expires) })}</p>
            </>
          )}
        </section>
      </div>
      <section class="card">
        <h2>{t('page.staff.sessions')}</h2>
        <table>
          <tbody>
            {(staff.value ? staff.value.sessions : []).map((session) => (
              <tr key={session.id}>
                <td>{session.name}</td>
                <td>{tOf('page.role', session.role)}</td>
                <td>{t('page.since', { Time: timeOfDay(session.since) })}</td>
                <td>
                  {session.current ? (
                    t('page.staff.me')
                  ) : (
                    <button type="button" class="small danger" disabled={command.busy} onClick={() => end(session.id)}>
                      {t('page.staff.end')}
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {othersOf(staff.value, null).length > 0 && (
          <button type="button" class="danger" data-do="end-all" disabled={command.busy} onClick={() => open(() => setEnding(true))}>
            {t('page.staff.end.all')}
          </button>
        )}
      </section>
      {renewing !== null && (
        <Dialog title={t('page.staff.new.end.ask', { Role: tOf('page.role', renewing) })} close={() => setRenewing(null)}>
          <p>{t('page.staff.new.end.help', { Role: tOf('page.role', renewing), N: othersOf(staff.value, renewing).length })}</p>
          <Trouble error={command.error} />
          <button type="button" class="danger big" data-do="renew" disabled={command.busy} onClick={() => makePin(renewing, true)}>
            {t('page.staff.new.end')}
          </button>
          <button type="button" class="big" data-first onClick={() => setRenewing(null)}>
            {t('page.no')}
          </button>
        </Dialog>
      )}
      {ending && <EndDialog staff={staff.value} command={command} end={endAll} close={() => setEnding(false)} />}
    </>
  );
}

interface EndDialogProps {
  staff: StaffView | null;
  command: Command;
  end(role: Role | null): void;
  close(): void;
}

/** Ends the sign-ins of all other devices, or of those in one role, and says first whose they are. */
function EndDialog({ staff, command, end, close }: EndDialogProps) {
  const [role, setRole] = useState<Role | null>(null);
  const others = othersOf(staff, role);
  const names = others.map((session) => session.name).join(t('page.listcomma'));
  return (
    <Dialog title={t('page.staff.end.all.ask')} close={close}>
      <label>
        {t('page.staff.end.whom')}
        <select name="role" value={role || ''} onChange={(event) => setRole((event.currentTarget.value || null) as Role | null)}>
          <option value="">{t('page.staff.end.everybody')}</option>
          {roles.map((one) => (
            <option key={one} value={one}>
              {tOf('page.role', one)}
            </option>
          ))}
        </select>
      </label>
      <p>{others.length > 0 ? t('page.staff.end.all.help', { N: others.length, Names: names }) : t('page.staff.end.all.none')}</p>
      <Trouble error={command.error} />
      <button type="button" class="danger big" data-do="end" disabled={command.busy || others.length === 0} onClick={() => end(role)}>
        {t('page.staff.end')}
      </button>
      <button type="button" class="big" data-first onClick={close}>
        {t('page.no')}
      </button>
    </Dialog>
  );
}
