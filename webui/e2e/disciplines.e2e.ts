import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import type { MatchView, Side } from '../src/shapes';
import { type Viewer, Visitors } from './browser';
import { CollegeEvent } from './event';
import { type Http, signIn } from './http';
import { Kiosk } from './kiosk';

// Hands that are told by more than a finishing order, on the phones of both
// sides, on the referee's and from paper.

let kiosk: Kiosk;
let visitors: Visitors;
let organiser: Http;
let laptop: Viewer;

beforeAll(async () => {
  kiosk = await Kiosk.start();
  visitors = await Visitors.come();
  organiser = await signIn(kiosk.local, kiosk.pin, '王组织');
  laptop = await visitors.laptop();
  await laptop.page.goto(kiosk.address);
  await laptop.page.fill('[name=pin]', kiosk.pin);
  await laptop.page.fill('[name=name]', '王组织');
  await laptop.page.click('form button.primary');
  await laptop.page.waitForSelector('.side-nav');
});

afterAll(async () => {
  await visitors?.leave();
  await kiosk?.remove();
});

/** An event of two teams whose match sits at table 1, both phones seated. */
class Table {
  private constructor(
    readonly event: CollegeEvent,
    readonly phones: Record<Side, Page>,
    readonly id: string,
  ) {}

  static async set(rulebook: string, players: number): Promise<Table> {
    const { id } = await organiser.post<{ id: string }>('/api/v1/events', { name: `${rulebook} 一桌`, rulebook });
    const columns = Array.from({ length: players }, (_, at) => `选手${at + 1}`);
    const rows = ['甲', '乙'].map((team) => [team, `${team}单位`, `${team}队`, ...columns.map((_, at) => `${team}${'赵钱孙李周吴'.charAt(at)}`)].join(','));
    const list = [['编号', '单位', '队名', ...columns].join(','), ...rows, ''].join('\n');
    await organiser.need(`/api/v1/events/${id}/entrants`, { method: 'PUT', raw: { bytes: new TextEncoder().encode(list), type: 'text/csv' } });
    const event = new CollegeEvent(organiser, id);
    await event.draw('7');
    const [table] = await event.tables();
    const phones = {} as Record<Side, Page>;
    for (const side of ['A', 'B'] as const) {
      const { page } = await visitors.phone();
      await page.goto(table!.links[side].replace(/^https?:\/\/[^/]+/i, kiosk.address));
      await page.tap('[data-do=hold]');
      await page.waitForSelector('.seats');
      // Each player of the list takes the seat that is free yet.
      const seats = await page.locator('.seats .choice[data-seat]').evaluateAll((all) => all.map((one) => [one.getAttribute('data-seat')!, one.getAttribute('data-player')!]));
      const names = [...new Set(seats.map(([, player]) => player!))];
      const places = [...new Set(seats.map(([seat]) => seat!))];
      for (const [at, seat] of places.slice(0, -1).entries()) await page.tap(`.choice[data-seat="${seat}"][data-player="${names[at]}"]`);
      const last = page.locator(`.choice[data-seat="${places.at(-1)}"][data-player="${names[places.length - 1]}"]:not([aria-pressed=true])`);
      if (await page.isDisabled('[data-do=seats]')) await last.tap();
      await page.tap('[data-do=seats]');
      await page.waitForSelector('.seats', { state: 'detached' });
      phones[side] = page;
    }
    return new Table(event, phones, table!.match!.id);
  }

  match(): Promise<MatchView> {
    return this.event.match(this.id);
  }

  async type(): Promise<void> {
    await laptop.page.goto(`${kiosk.address}/#/e/${this.event.id}/type`);
    await laptop.page.fill('[name=target]', '1');
    await laptop.page.press('[name=target]', 'Enter');
    await laptop.page.waitForSelector('.paper');
  }
}

describe('a table of Gouji', () => {
  let table: Table;

  beforeAll(async () => {
    table = await Table.set('gouji-karamay', 3);
  });

  test('an order of six and a burn are told by tapping', async () => {
    const page = table.phones.A;
    for (const seat of [1, 3, 2, 5, 4]) await page.tap(`.order-pad [data-seat="${seat}"]`);
    await page.tap('[data-incident-kind=burn][data-result=success]');
    await page.tap('[data-incident-seat="1"]');
    await visitors.look(page, 'phone-gouji-burn', [320]);
    await page.tap('[data-incident-seat="6"]');
    await page.waitForSelector('.follows li');
    await visitors.look(page, 'phone-gouji-told', [320]);
    await page.tap('[data-do=send]');
    await page.waitForSelector('.saved:has-text("已保存：第 1 副")');
    const hand = (await table.match()).games[0]!.hands[0]!;
    expect(hand.reports.A!.hand).toEqual({ finish: [1, 3, 2, 5, 4], events: [{ kind: 'burn', by: 1, against: 6, result: 'success' }] });
    // 2 + 1 + 0 by places and 1 for the burn; −1 − 2 and −1 for the other side are no positive sum.
    expect(hand.outcome!.points).toEqual({ A: 4, B: 0 });
  });

  test('the other side reads it, and says what it saw', async () => {
    const page = table.phones.B;
    await page.waitForSelector('.answer');
    expect(await page.innerText('.answer')).toContain('烧牌');
    await visitors.look(page, 'phone-gouji-answer', [320]);
    await page.tap('[data-do=object]');
    for (const seat of [1, 3, 2, 5, 4]) await page.tap(`dialog [data-seat="${seat}"], .dialog [data-seat="${seat}"]`);
    await page.tap('[data-incident-kind=burn][data-result=failed]');
    await page.tap('[data-incident-seat="1"]');
    await page.tap('[data-incident-seat="6"]');
    await page.tap('[data-do=send-own]');
    await page.waitForSelector('[data-do=send-own]', { state: 'detached' });
    await expect.poll(async () => (await table.match()).open.state).not.toBe('none');
  });

  test('an impossible one is refused with its article', async () => {
    // The first finisher cannot have failed a burn; the kiosk said so on the phone.
    await table.phones.B.waitForSelector('[role=alert]');
    expect(await table.phones.B.innerText('[role=alert]')).toMatch(/烧|头科|第/);
    await visitors.look(table.phones.B, 'phone-gouji-refused', [320]);
    await table.phones.B.tap('.dismissable button.quiet >> nth=-1');
    await table.phones.B.tap('[data-do=confirm]');
    await expect.poll(async () => (await table.match()).games[0]!.hands[0]!.state).toBe('confirmed');
  });

  test('the same is typed from paper with letters', async () => {
    await table.type();
    const { page } = laptop;
    const first = page.locator('[name="row-0-0"]');
    expect(await first.inputValue()).toBe('13254 b16');
    await page.fill('[name="row-0-1"]', '246135 s21');
    await page.press('[name="row-0-1"]', 'Enter');
    await page.waitForSelector('tr:has([name="row-0-1"]) .order-line:has-text("憋三")');
    // Who was stifled is sent to the bottom.
    await page.waitForSelector('tr.wrong:has([name="row-0-1"]) .late');
    await page.fill('[name="row-0-1"]', '246351 s21');
    await page.waitForSelector('tr:not(.wrong):has([name="row-0-1"]) .side-mark');
    await visitors.look(page, 'kiosk-type-gouji');
    await page.press('[name="row-0-1"]', 'Control+Enter');
    await page.waitForSelector('.paper', { state: 'detached' });
    const hand = (await table.match()).games[0]!.hands[1]!;
    expect(hand.hand!.events).toEqual([{ kind: 'stifle', by: 2, seat: 1 }]);
  });
});

describe('a table of Shuangsheng', () => {
  let table: Table;

  beforeAll(async () => {
    table = await Table.set('shuangsheng-swiss', 2);
  });

  test('who declares, points and the bottom are asked, and nothing stands there before', async () => {
    const page = table.phones.A;
    await page.waitForSelector('.points-pad');
    expect(await page.locator('.points-pad [aria-pressed=true]').count()).toBe(0);
    await page.tap('[data-stage=A]');
    await page.fill('[name=tricks]', '75');
    await page.tap('[data-last=defenders]');
    await page.fill('[name=bottom]', '10');
    await visitors.look(page, 'phone-shuangsheng-asked', [320]);
    await page.tap('[data-pairs="1"]');
    await page.waitForSelector('.follows li');
    await visitors.look(page, 'phone-shuangsheng-told', [320]);
    await page.tap('[data-do=send]');
    await page.waitForSelector('.saved:has-text("已保存：第 1 副")');
    const hand = (await table.match()).games[0]!.hands[0]!;
    expect(hand.reports.A!.hand).toEqual({ tricks: 75, on_stage: 'A', bottom: { points: 10, last: 'defenders', play: 'pairs', pairs: 1 } });
    // 75 and four times 10 are 115: the defenders take the stage and climb nothing.
    expect(hand.outcome!.winner).toBe('B');
  });

  test('the other side confirms it, and tells the next one as declarers', async () => {
    const page = table.phones.B;
    await page.waitForSelector('.answer');
    expect(await page.innerText('.answer')).toContain('闲家 75 分');
    await visitors.look(page, 'phone-shuangsheng-answer', [320]);
    await page.tap('[data-do=confirm]');
    await page.waitForSelector('.points-pad');
    expect(await page.locator('[data-stage]').count(), 'who declares follows').toBe(0);
    expect(await page.innerText('.points-pad')).toContain('东西坐庄');
    await page.tap('.points-steps [data-step="40"] >> nth=0');
    await page.tap('[data-throw=B]');
    await page.tap('[data-throw-cards="2"]');
    await page.tap('[data-last=declarers]');
    await page.waitForSelector('.follows li');
    await page.tap('[data-do=send]');
    await page.waitForSelector('.saved:has-text("已保存：第 2 副")');
    expect((await table.match()).games[0]!.hands[1]!.reports.B!.hand).toEqual({ tricks: 40, throws: [{ side: 'B', cards: 2 }] });
  });

  test('a referee settles what two sides say differently', async () => {
    const A = table.phones.A;
    await A.waitForSelector('.answer');
    await A.tap('[data-do=object]');
    await A.waitForSelector('.dialog .points-pad, dialog .points-pad');
    await A.fill('[name=tricks]', '85');
    await A.tap('[data-last=declarers]');
    await A.tap('[data-do=send-own]');
    await expect.poll(async () => (await table.match()).open.state).toBe('disputed');
    await visitors.look(A, 'phone-shuangsheng-dispute', [320]);
    const { page } = laptop;
    await page.goto(`${kiosk.address}/#/e/${table.event.id}/round`);
    await page.click('[data-table="1"]');
    await page.click('[data-do=settle]');
    await page.waitForSelector('[data-choose=own]');
    expect(await page.innerText('[data-choose=B]')).toContain('闲家 40 分');
    await page.click('[data-choose=own]');
    await page.fill('[name=tricks]', '45');
    await page.click('[data-last=declarers]');
    await visitors.look(page, 'kiosk-settle-shuangsheng');
    await page.fill('[name=reason]', '数过墩');
    await page.click('[data-do=settle-yes]');
    await expect.poll(async () => (await table.match()).games[0]!.hands[1]!.state).toBe('settled');
    expect((await table.match()).games[0]!.hands[1]!.hand).toEqual({ tricks: 45 });
  });

  test('the rest is typed from paper', async () => {
    await table.type();
    const { page } = laptop;
    expect(await page.locator('[name="row-0-0"]').inputValue()).toBe('a75 d10p1');
    expect(await page.locator('[name="row-0-1"]').inputValue()).toBe('45');
    await page.fill('[name="row-0-2"]', '0 ta1');
    await page.press('[name="row-0-2"]', 'Enter');
    await page.waitForSelector('tr:has([name="row-0-2"]) .order-line:has-text("甩牌失误")');
    await visitors.look(page, 'kiosk-type-shuangsheng');
    await page.press('[name="row-0-2"]', 'Control+Enter');
    await page.waitForSelector('.paper', { state: 'detached' });
    expect((await table.match()).games[0]!.hands).toHaveLength(3);
  });
});

test('no page had an error or looked wrong', () => {
  expect(visitors.faults).toEqual([]);
  expect(visitors.troubles).toEqual([]);
});
