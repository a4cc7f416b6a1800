import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Visitors } from './browser';
import { goodList } from './entries';
import { Captain, CollegeEvent } from './event';
import { Http, newKey, signIn } from './http';
import { Kiosk, run } from './kiosk';

describe('what must not work', () => {
  let kiosk: Kiosk;
  let event: CollegeEvent;
  let first: Record<'A' | 'B', Captain>;
  let second: Record<'A' | 'B', Captain>;

  beforeAll(async () => {
    kiosk = await Kiosk.start({ args: ['--public-url', 'http://venue.test:8080'] });
    event = await CollegeEvent.make(await signIn(kiosk.local, kiosk.pin, '王组织'), '教职工掼蛋赛', goodList);
    await event.draw('7');
    const tables = await event.tables();
    first = event.captains(tables[0]!);
    second = event.captains(tables[1]!);
    for (const captain of [...Object.values(first), ...Object.values(second)]) await captain.hold();
  });
  afterAll(() => kiosk?.remove());

  test('a second kiosk on the same data folder ends with a sentence', async () => {
    const ended = await run('serve', '--data', kiosk.data, '--addr', '127.0.0.1:0');
    expect(ended.code).toBe(1);
    expect(ended.err).toMatch(/^kiosk: .*\p{Script=Han}.*\n$/u);
    expect(ended.err).not.toMatch(/panic|goroutine/);
    expect((await fetch(`${kiosk.local}/healthz`)).ok, 'the first one goes on').toBe(true);
  });

  test('a kiosk whose port is taken says so', async () => {
    const other = await Kiosk.dataFolder();
    const ended = await run('serve', '--data', other, '--addr', `127.0.0.1:${kiosk.port}`);
    await rm(other, { recursive: true });
    expect(ended.code).toBe(1);
    expect(ended.err).toContain(String(kiosk.port));
    expect(ended.err).not.toMatch(/panic|goroutine/);
  });

  test('a token acts at its own table alone', async () => {
    const before = await event.match((await first.A.view()).match!.id);
    await second.A.report(1, [1, 3]);
    expect(await event.match(before.id)).toEqual(before);
    // A captain's own phone speaks for nobody at another table, nor for the other side.
    for (const target of [second.A, first.B]) {
      const stranger = new Captain(first.A.http, target.token, first.A.device);
      const refused = await stranger.http.refused(409, stranger.path('hands'), { method: 'POST', body: stranger.reportBody(1, [1, 3]) });
      expect(refused.code).toMatch(/^hold\./);
      expect(refused.detail).toMatch(/\p{Script=Han}/u);
    }
  });

  test('one side twice is no agreement', async () => {
    await second.A.report(1, [1, 3]);
    const { match } = await second.A.view();
    expect(match!.games[0]!.hands[0]!.state).toBe('reported');
    await second.A.http.refused(409, second.A.path('confirm'), { method: 'POST', body: { device: second.A.device, version: match!.version } });
  });

  test('the same hand five times with one key gives one entry', async () => {
    const key = newKey();
    const path = first.A.path('hands');
    const body = first.A.reportBody(1, [1, 2, 3]);
    const answers = await Promise.all(Array.from({ length: 5 }, () => first.A.http.ask(path, { method: 'POST', body, key })));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]!.status).toBe(201);
    const id = (await first.A.view()).match!.id;
    expect((await event.journal()).filter(({ kind, match }) => kind === 'hand.reported' && match === id)).toHaveLength(1);
    expect((await first.A.http.refused(422, path, { method: 'POST', body: first.A.reportBody(1, [2, 4]), key })).code).toBe('key-reused');
  });

  test('broken and impossible input is refused with words', async () => {
    const hands = first.B.path('hands');
    const broken = await first.B.http.refused(422, hands, { method: 'POST', raw: { bytes: new TextEncoder().encode('{"game":1,'), type: 'application/json' } });
    expect(broken.detail).toMatch(/\p{Script=Han}/u);
    const twice = await first.B.http.refused(422, hands, { method: 'POST', body: first.B.reportBody(1, [2, 2, 4]) });
    expect(twice.faults!.map(({ code }) => code)).toContain('finish.duplicate');
    expect(twice.faults![0]!.clause).not.toBe('');
    const unknown = await new Http(kiosk.local).refused(404, '/api/v1/t/AAAAAAAAAAAAAAAAAAAAAAAAAA', {});
    expect(unknown.code).toBe('token.unknown');
    await new Http(kiosk.local).refused(401, event.path('/tables'), {});
  });

  test('a wrong link shows what to do', async () => {
    const visitors = await Visitors.come();
    try {
      const { page } = await visitors.phone();
      const address = kiosk.address;
      await page.goto(`${address}/T/AAAAAAAAAAAAAAAAAAAAAAAAAA`);
      await page.waitForSelector('h1:has-text("这个码不能用")');
      expect(await page.innerText('main')).toContain('请扫描本桌桌牌上本方的二维码');
      await visitors.look(page, 'phone-unknown', [320]);
      for (const [name, path] of [['match-unknown', '/m/nothing-1'], ['public-unknown', '/e/nothing'], ['hall-unknown', '/hall/nothing'], ['sign-in-unknown', '/s/NOTHING']] as const) {
        await page.goto(address + path);
        await expect.poll(() => page.innerText('body'), { timeout: 15_000 }).toMatch(/\p{Script=Han}{4}/u);
        await visitors.look(page, name);
      }
      await page.goto(`${address}/t`);
      await page.fill('[name=code]', 'AAAAAA');
      await page.tap('form button.primary');
      await page.waitForSelector('[role=alert]');
      await visitors.look(page, 'phone-code', [320]);
      expect(visitors.faults).toEqual([]);
      expect(visitors.troubles).toEqual([]);
    } finally {
      await visitors.leave();
    }
  });
});
