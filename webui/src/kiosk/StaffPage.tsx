import { useState } from 'preact/hooks';
import { Trouble } from '../parts/Trouble';
import { useCommand } from '../parts/useCommand';
import type { Role } from '../shapes';
import { get, post, remove } from '../wire/client';
import { timeOfDay } from '../words/time';
import { t, tOf } from '../words/words';
import { QRCode } from './QRCode';
import { useLoaded } from '../parts/useLoaded';

const roles: readonly Role[] = ['organiser', 'chief', 'referee'];

/** PINs, sign-in codes for referees' phones, and who is signed in. */
export function StaffPage() {
  const staff = useLoaded(() => get('/api/v1/staff'), [], 10);
  const [pins, setPins] = useState<Partial<Record<Role, string>>>({});
  const [link, setLink] = useState<{ role: Role; url: string; expires: string } | null>(null);
  const command = useCommand();
  const makePin = (role: Role) =>
    void command.run({ role }, async (body, key) => {
      const made = await post('/api/v1/staff/pins', {}, body, { key });
      setPins({ ...pins, [made.role]: made.pin });
      staff.again();
    });
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
      <Trouble error={staff.error || command.error} />
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
                    <td>
                      <button type="button" class="small" data-pin={role} disabled={command.busy} onClick={() => makePin(role)}>
                        {t('page.staff.new')}
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
      </section>
    </>
  );
}
