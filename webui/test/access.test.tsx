import { afterEach, expect, it, vi } from 'vitest';
import { StaffPage } from '../src/kiosk/StaffPage';
import { TablesPage } from '../src/kiosk/TablesPage';
import type { StaffView, TableView } from '../src/shapes';
import { EventDesk } from '../src/staff/eventDesk';
import { answerFetch, click, find, show, until, wordsOf, type Asked } from './setup';

const staff: StaffView = {
  pins: [{ role: 'organiser', set_at: '2026-12-05T01:00:00Z' }, { role: 'chief', set_at: '2026-12-05T01:00:00Z' }, { role: 'referee', set_at: null }] as StaffView['pins'],
  sessions: [
    { id: 's1', role: 'organiser', name: '王组织', since: '2026-12-05T01:00:00Z', current: true },
    { id: 's2', role: 'referee', name: '李裁判', since: '2026-12-05T01:05:00Z', current: false },
    { id: 's3', role: 'referee', name: '赵裁判', since: '2026-12-05T01:06:00Z', current: false },
    { id: 's4', role: 'chief', name: '陈裁判长', since: '2026-12-05T01:07:00Z', current: false },
  ],
};

afterEach(() => vi.unstubAllGlobals());

const writes = (asked: Asked[]) => asked.filter(({ method }) => method !== 'GET').map(({ method, url, body }) => ({ method, url, body }));

/** A kiosk that keeps who is signed in. */
function staffKiosk(): Asked[] {
  let sessions = staff.sessions;
  return answerFetch(({ method, url, body }) => {
    if (method === 'GET') return { body: { ...staff, sessions } };
    const role = method === 'DELETE' ? new URL(url, 'http://kiosk').searchParams.get('role') : (body as { role: string; end_sessions?: boolean }).role;
    if (method === 'DELETE' || (body as { end_sessions?: boolean }).end_sessions) {
      sessions = sessions.filter((session) => session.current || (role !== null && session.role !== role));
    }
    return method === 'DELETE' ? { body: { ended: 1 } } : { status: 201, body: { role, pin: '482913' } };
  });
}

it('makes a new PIN and ends the sign-ins of its role only once that is confirmed', async () => {
  const asked = staffKiosk();
  const root = show(<StaffPage />);
  await until(() => root.textContent!.indexOf('赵裁判') >= 0);
  click(root, '[data-renew=referee]');
  const dialog = await until(() => root.querySelector('[role=dialog]'));
  // Two devices; one's own stays.
  expect(dialog!.textContent).toContain('2 台');
  expect(dialog!.textContent).toContain('本机不退出');
  click(root, '[data-first]');
  await until(() => root.querySelector('[role=dialog]') === null);
  expect(writes(asked)).toEqual([]);
  click(root, '[data-renew=referee]');
  await until(() => root.querySelector('[data-do=renew]'));
  click(root, '[data-do=renew]');
  await until(() => root.querySelector('[role=dialog]') === null && root.textContent!.indexOf('赵裁判') < 0);
  expect(writes(asked)).toEqual([{ method: 'POST', url: '/api/v1/staff/pins', body: { role: 'referee', end_sessions: true } }]);
  expect(find(root, '.pin').textContent).toBe('482913');
  expect(root.textContent).toContain('陈裁判长');
});

it('makes a new PIN alone at one press', async () => {
  const asked = staffKiosk();
  const root = show(<StaffPage />);
  await until(() => root.querySelector('[data-pin=chief]'));
  click(root, '[data-pin=chief]');
  await until(() => root.querySelector('.pin'));
  expect(writes(asked)).toEqual([{ method: 'POST', url: '/api/v1/staff/pins', body: { role: 'chief' } }]);
  expect(root.textContent).toContain('陈裁判长');
});

it('names those whose sign-ins it ends, of one role or of all', async () => {
  const asked = staffKiosk();
  const root = show(<StaffPage />);
  await until(() => root.querySelector('[data-do=end-all]'));
  click(root, '[data-do=end-all]');
  const dialog = (await until(() => root.querySelector<HTMLElement>('[role=dialog]')))!;
  const text = () => dialog.querySelector('p')!.textContent!;
  expect(text()).toContain('李裁判、赵裁判、陈裁判长');
  expect(text()).not.toContain('王组织');
  const choose = (role: string) => {
    const select = find<HTMLSelectElement>(dialog, 'select[name=role]');
    select.value = role;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  };
  choose('organiser');
  await until(() => text() === wordsOf('zh-Hans')['page.staff.end.all.none']);
  expect(find<HTMLButtonElement>(dialog, '[data-do=end]').disabled).toBe(true);
  choose('referee');
  await until(() => text().indexOf('陈裁判长') < 0 && text().indexOf('赵裁判') >= 0);
  click(dialog, '[data-do=end]');
  await until(() => root.querySelector('[role=dialog]') === null && root.textContent!.indexOf('赵裁判') < 0);
  click(root, '[data-do=end-all]');
  await until(() => root.querySelector('[data-do=end]'));
  click(root, '[data-do=end]');
  // Nobody else is left to sign out.
  await until(() => root.querySelector('[role=dialog]') === null && root.querySelector('[data-do=end-all]') === null);
  expect(writes(asked).map(({ method, url }) => [method, url])).toEqual([
    ['DELETE', '/api/v1/staff/sessions?role=referee'],
    ['DELETE', '/api/v1/staff/sessions'],
  ]);
  expect(root.textContent).toContain('王组织');
});

it('says in the question itself why sign-ins did not end', async () => {
  answerFetch(({ method }) => (method === 'GET' ? { body: staff } : { status: 403, body: { title: 'x', detail: '没有权限', status: 403, code: 'forbidden' } }));
  const root = show(<StaffPage />);
  await until(() => root.querySelector('[data-do=end-all]'));
  click(root, '[data-do=end-all]');
  await until(() => root.querySelector('[data-do=end]'));
  click(root, '[data-do=end]');
  await until(() => find(root, '[role=dialog]').textContent!.indexOf('没有权限') >= 0);
});

it('makes the codes of all tables anew once that is confirmed', async () => {
  const table = (number: number): TableView =>
    ({ table: number, match: null, codes: { A: `A${number}`, B: `B${number}` }, links: { A: `http://k/a${number}`, B: `http://k/b${number}` }, held: { A: null, B: null } }) as unknown as TableView;
  const asked = answerFetch(({ method }) => (method === 'GET' ? { body: [table(1), table(2), table(3)] } : { body: { tables: 3 } }));
  const root = show(<TablesPage desk={new EventDesk('ev1')} />);
  await until(() => root.querySelector('[data-do=revoke-all]'));
  click(root, '[data-do=revoke-all]');
  const dialog = await until(() => root.querySelector('[role=dialog]'));
  expect(dialog!.textContent).toContain('3 桌');
  expect(dialog!.textContent).toContain('重新打印');
  click(root, '[data-first]');
  await until(() => root.querySelector('[role=dialog]') === null);
  expect(writes(asked)).toEqual([]);
  click(root, '[data-do=revoke-all]');
  await until(() => root.querySelector('[data-do=revoke-every]'));
  click(root, '[data-do=revoke-every]');
  await until(() => root.querySelector('[role=status]'));
  expect(find(root, '[role=status]').textContent).toContain('3 桌');
  expect(root.querySelector('[role=dialog]')).toBeNull();
  expect(writes(asked)).toEqual([{ method: 'POST', url: '/api/v1/events/ev1/tables/revoke', body: {} }]);
});

it.each(['zh-Hans', 'zh-Hant', 'en'])('says in %s what will happen', (language) => {
  const words = wordsOf(language);
  for (const name of ['page.staff.new.end.help', 'page.staff.end.all.help', 'page.tables.revoke.all.help']) {
    expect(words[name]).toContain('{{.N}}');
  }
});
