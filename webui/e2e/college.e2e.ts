import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { otherSide, type MatchView, type Side, type StandingsView, type TableView } from '../src/shapes';
import { fetchByPage, type Viewer, Visitors } from './browser';
import { brokenList, brokenRows, goodList, nameOf, pair, pairs } from './entries';
import { CollegeEvent } from './event';
import { gb18030 } from './gb18030';
import { type Http, signIn } from './http';
import { Kiosk, run } from './kiosk';
import { codesIn, codesOf, pagesOf } from './paper';
import { until } from './patience';
import { climb, firstEight, groupA, straightWin, variedWin } from './plan';
import { chooseSeats, follows, sitDown, tapAgree, tapConfirm, tapHand, tapOrder } from './tap';

const eventName = '教职工掼蛋赛';
const sideNames: Record<Side, string> = { A: '南北', B: '东西' };

/** A match that this test plays itself, with the side that is to win. */
interface Staged {
  match: MatchView;
  table: TableView;
  winner: Side;
  gains: readonly number[];
}

// A whole event of a college, on a day in a hall: each test is the next hour of
// the same day and stands on those before it.
describe('a college event', () => {
  let kiosk: Kiosk;
  let visitors: Visitors;
  let laptop: Viewer;
  let referee: Viewer;
  let organiser: Http;
  let event: CollegeEvent;
  /** Links as the codes on the printed table cards have them, by table and side. */
  const cards = new Map<string, string>();
  let first: Staged;
  let second: Staged;
  let typed: Staged;
  let late: Staged;

  beforeAll(async () => {
    kiosk = await Kiosk.start();
    visitors = await Visitors.come();
    laptop = await visitors.laptop();
  });

  afterAll(async () => {
    await visitors?.leave();
    await kiosk?.remove();
  });

  const tab = async (name: string, wait: string) => {
    await laptop.page.goto(`${kiosk.address}/#/e/${event.id}/${name}`);
    await laptop.page.waitForSelector(wait);
  };
  const card = (staged: Staged, side: Side) => cards.get(`${staged.table.table}${side}`)!;

  test('the organiser signs in with the PIN of the first start', async () => {
    const { page } = laptop;
    expect(kiosk.pin, 'the kiosk prints its PIN').not.toBe('');
    await page.goto(kiosk.address);
    await page.fill('[name=pin]', kiosk.pin === '000000' ? '000001' : '000000');
    await page.fill('[name=name]', '王组织');
    await page.click('form button.primary');
    await page.waitForSelector('[role=alert]');
    await visitors.look(page, 'kiosk-sign-in');
    await page.fill('[name=pin]', kiosk.pin);
    await page.click('form button.primary');
    await page.waitForSelector('.side-nav');
    await visitors.look(page, 'kiosk-first-steps');
    organiser = await signIn(kiosk.local, kiosk.pin, '王组织');
  });

  test('an address is chosen, and a phone reaches it', async () => {
    const { page } = laptop;
    await page.goto(`${kiosk.address}/#/address`);
    await page.fill('[name=address]', `${kiosk.address}/`);
    await page.click('[data-do=address]');
    await page.waitForSelector(`.choice[aria-pressed=true]:has-text("${kiosk.address}")`);
    const shown = await page.waitForSelector(`img.qr[alt^="${kiosk.address}"], img.qr[alt^="${kiosk.address.toUpperCase()}"]`);
    const [code] = await codesIn(await shown.screenshot());
    const phone = await visitors.phone();
    await phone.page.goto(code!);
    await phone.page.waitForSelector('.reached');
    await visitors.look(phone.page, 'check');
    await phone.context.close();
    await page.waitForSelector('.seen li');
    await visitors.look(page, 'kiosk-address');
  });

  test('the event is made from the rulebook', async () => {
    const { page } = laptop;
    await page.goto(`${kiosk.address}/#/new`);
    await page.fill('[name=name]', eventName);
    await page.fill('[name=first-day]', '2026-12-05');
    await page.click('[data-rulebook=guandan-college]');
    await page.waitForSelector('.card:has-text("45")');
    await visitors.look(page, 'kiosk-new-event');
    await page.click('[data-do=make-event]');
    await page.waitForURL(/#\/e\/[^/]+\/entries/);
    event = new CollegeEvent(organiser, decodeURIComponent(/#\/e\/([^/]+)/.exec(page.url())![1]!));
  });

  test('a broken list is refused with all its rows', async () => {
    const { page } = laptop;
    await page.setInputFiles('[name=file]', { name: '报名.csv', mimeType: 'text/csv', buffer: Buffer.from(gb18030(brokenList)) });
    await page.waitForSelector('.problems');
    const rows = await page.locator('.problems tbody tr td:first-child').allInnerTexts();
    expect([...new Set(rows.map(Number))].sort((a, b) => a - b)).toEqual(brokenRows);
    for (const row of brokenRows) expect(await page.locator(`.problems tbody tr:has(td:first-child:text-is("${row}"))`).innerText()).toContain(`第${row}行`);
    await visitors.look(page, 'kiosk-entries-refused');
    expect((await event.view()).entrants, 'nothing of a broken list is taken').toHaveLength(0);
  });

  test('a GB18030 list of 12 branches is taken', async () => {
    const { page } = laptop;
    await page.setInputFiles('[name=file]', { name: '报名.csv', mimeType: 'text/csv', buffer: Buffer.from(gb18030(goodList)) });
    await page.click('[data-do=take]');
    await page.waitForSelector(`h2:has-text("已有 ${pairs.length} 队")`);
    await visitors.look(page, 'kiosk-entries');
    const entrants = (await event.view()).entrants.map(({ number, unit, group, players }) => ({ number, unit, group, players }));
    expect(entrants).toEqual(pairs.map((one) => ({ ...one })));
  });

  test('those who are there are checked in', async () => {
    const { page } = laptop;
    await tab('checkin', '.search [name=search]:focus');
    await page.keyboard.type('b12');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.checkin .present-present:has-text("B12")');
    expect(await page.locator('.checkin .card.present-present').count()).toBe(1);
    await page.locator('.checkin .card', { hasText: 'A07' }).getByText('未到', { exact: true }).click();
    await page.waitForSelector('.checkin .card.present-missing:has-text("A07")');
    await visitors.look(page, 'kiosk-check-in');
    await page.click('[data-do=all-present]');
    await page.waitForSelector('[data-do=all-present]:disabled');
    await page.locator('.checkin .card', { hasText: 'A07' }).getByText('已到', { exact: true }).click();
    await page.waitForSelector('.checkin .card.present-present:has-text("A07")');
    expect((await event.view()).entrants.every(({ present }) => present === 'present')).toBe(true);
  });

  test('the first round is drawn with a seed', async () => {
    const { page } = laptop;
    await tab('settings', 'h1');
    await visitors.look(page, 'kiosk-settings');
    await tab('draw', '[name=seed]');
    await page.fill('[name=seed]', '20261205');
    await page.click('[data-do=draw]');
    await page.waitForSelector('.pairs tbody tr >> nth=11');
    expect(await page.innerText('.work')).toContain('20261205');
    await visitors.look(page, 'kiosk-draw');
    const tables = await event.tables();
    expect(tables).toHaveLength(12);
    const stage = async (group: string, at: number): Promise<Staged> => {
      const table = tables.filter(({ match }) => match!.group === group)[at]!;
      return { match: table.match!, table, ...(await event.plan(table.match!)) };
    };
    [first, second, typed, late] = await Promise.all([stage('A', 0), stage('A', 1), stage('A', 2), stage('B', 0)]);
  });

  test('table cards are printed, and each code is the link of its side', async () => {
    const { page } = laptop;
    await tab('print', '[data-document=table-cards]');
    await page.click('[data-document=table-cards]');
    await page.waitForSelector('.print-notes p');
    await visitors.look(page, 'kiosk-print');
    const url = await page.getAttribute('[data-do=print]', 'href');
    const found = await codesOf(await fetchByPage(page, url!));
    const tables = await event.tables();
    const links = tables.flatMap(({ links }) => [links.A, links.B]);
    expect(found.flatMap((codes) => [...new Set(codes)])).toEqual(links.map((link) => link.toUpperCase()));
    for (const [at, codes] of found.entries()) cards.set(`${tables[Math.floor(at / 2)]!.table}${at % 2 === 0 ? 'A' : 'B'}`, codes[0]!);
    expect(cards.size).toBe(24);
  });

  test('the clock starts', async () => {
    const { page } = laptop;
    await tab('round', '[data-clock=start]');
    await page.click('[data-clock=start]');
    await page.waitForSelector('[data-clock=stop]');
    await page.waitForSelector('.tile >> nth=11');
    await visitors.look(page, 'kiosk-round');
  });

  test('two captains play a whole match by tapping', async () => {
    const phones: Record<Side, Viewer> = { A: await visitors.phone(), B: await visitors.phone(320, 640) };
    for (const side of ['A', 'B'] as const) {
      const { page } = phones[side];
      expect(card(first, side), 'the code has capitals').toMatch(/^HTTP:\/\/VENUE\.TEST:\d+\/T\/[A-Z2-7]+$/);
      await page.goto(card(first, side));
      await page.waitForSelector('[data-do=hold]');
      await visitors.look(page, `phone-hold-${side}`, [320]);
      await sitDown(page, card(first, side));
      await visitors.look(page, `phone-seats-${side}`, [320]);
      await chooseSeats(page, side);
    }
    const { winner } = first;
    const hands = variedWin(winner, first.gains);
    const reporterOf = (number: number): Side => (number % 2 === 1 ? 'A' : 'B');
    for (const [at, finish] of hands.entries()) {
      const number = at + 1;
      const reporter = phones[reporterOf(number)].page;
      const other = phones[otherSide(reporterOf(number))].page;
      if (number === 2) {
        // A slip: sent, seen by the other side, taken back, and sent again as it was.
        await tapHand(reporter, number, climb(otherSide(winner), 3));
        await other.waitForSelector('.answer');
        await visitors.look(reporter, 'phone-withdraw', [320]);
        await reporter.tap('[data-do=withdraw]');
        await other.waitForSelector('.answer', { state: 'detached' });
      }
      const said = await tapHand(reporter, number, finish);
      if (number === 1) {
        expect(said.join('\n')).toContain(`${sideNames[winner]}升3级，打5`);
        expect(said.join('\n')).toContain('下一副打5');
        expect(said.join('\n')).toMatch(/进贡/);
        await other.waitForSelector('.answer');
        await visitors.look(other, 'phone-answer', [320]);
      }
      if (number === hands.length) expect(said.join('\n')).toContain(`本场结束：${sideNames[winner]}获胜`);
      await tapConfirm(other, number);
      if (number === 3) await visitors.look(reporter, 'phone-between', [320]);
    }
    await phones.A.page.waitForSelector('.final');
    await visitors.look(phones.A.page, 'phone-final', [320]);
    await tapAgree(phones.A.page);
    await tapAgree(phones.B.page);
    const match = await event.match(first.match.id);
    expect(match.state).toBe('over');
    expect(match.agreed).toEqual({ A: true, B: true });
    expect(match.result).toMatchObject({ winner, by: 'passed-a', points: winner === 'A' ? { A: 2, B: 0 } : { A: 0, B: 2 } });
    expect(match.games[0]!.hands.map(({ state, hand }) => [state, hand!.finish!.slice(0, 2)])).toEqual(hands.map((finish) => ['confirmed', finish.slice(0, 2)]));
    await phones.A.context.close();
    await phones.B.context.close();
  });

  describe('the second table', () => {
    let a: Viewer;
    let b: Viewer;
    let hands: number[][];

    test('its captains do not agree on a hand', async () => {
      a = await visitors.phone();
      b = await visitors.phone();
      hands = variedWin(second.winner, second.gains);
      await sitDown(a.page, card(second, 'A'));
      await chooseSeats(a.page, 'A');
      await sitDown(b.page, card(second, 'B'));
      await chooseSeats(b.page, 'B');
      await tapHand(a.page, 1, hands[0]!);
      await b.page.tap('[data-do=object]');
      await tapOrder(b.page, climb(otherSide(second.winner), 1));
      await visitors.look(b.page, 'phone-object', [320]);
      await b.page.tap('[data-do=send-own]');
      for (const { page } of [a, b]) await page.waitForSelector('.dispute');
      await visitors.look(a.page, 'phone-dispute', [320]);
      await tab('round', '.tile[data-state=disputed]');
    });

    test('a referee signs in by a code of the kiosk and settles the objection', async () => {
      const staff = laptop.page;
      await staff.goto(`${kiosk.address}/#/staff`);
      await staff.click('[data-link=referee]');
      const shown = await staff.waitForSelector('img.qr');
      await until('the code is drawn', () => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth > 0));
      await visitors.look(staff, 'kiosk-staff');
      const [code] = await codesIn(await (await staff.waitForSelector('img.qr')).screenshot());
      referee = await visitors.phone();
      const { page } = referee;
      await page.goto(code!);
      await page.waitForSelector('[name=name]');
      await visitors.look(page, 'referee-redeem', [320]);
      await page.fill('[name=name]', '李裁判');
      await page.tap('form button.primary');
      await page.waitForURL(/\/referee$/);
      await page.waitForSelector(`.queue [data-kind=dispute], [data-kind=dispute][data-table="${second.table.table}"]`);
      await visitors.look(page, 'referee-queue');
      await page.tap('[data-kind=dispute] [data-do=open]');
      await page.waitForSelector('.match-sheet');
      await visitors.look(page, 'referee-match');
      await page.tap('.match-sheet .dispute [data-do=settle]');
      expect(await page.isDisabled('[data-do=settle-yes]'), 'nothing is ruled before it is chosen').toBe(true);
      await page.tap('[data-choose=A]');
      await page.fill('.dialog [name=reason]', '看了最后一墩牌');
      await page.waitForSelector('[data-do=settle-yes]:enabled');
      await visitors.look(page, 'referee-settle', [320]);
      await page.tap('[data-do=settle-yes]');
      await page.waitForSelector('.dialog', { state: 'detached' });
      for (const phone of [a, b]) await phone.page.waitForSelector('.hand[data-hand="1/1"] .hand-state:has-text("裁判裁定")');
      const hand = (await event.match(second.match.id)).games[0]!.hands[0]!;
      expect(hand).toMatchObject({ state: 'settled', reason: '看了最后一墩牌', author: '李裁判' });
      expect(hand.hand!.finish).toEqual(hands[0]);
    });

    test('a report waits while there is no network, and goes out once', async () => {
      await a.context.setOffline(true);
      await tapOrder(a.page, hands[1]!);
      await a.page.waitForSelector('.follows .note-warn');
      expect(await a.page.innerText('.follows')).toContain('没有网络');
      await a.page.tap('[data-do=send]');
      await a.page.waitForSelector('.outgoing:has-text("第 2 副等待发送")');
      await a.page.waitForSelector('.status[data-waiting="1"]:has-text("等待发送（1 条）")');
      expect(await a.page.locator('.saved').count(), 'nothing is called saved').toBe(0);
      await visitors.look(a.page, 'phone-waiting', [320]);
      expect((await event.match(second.match.id)).games[0]!.hands).toHaveLength(1);
      await a.context.setOffline(false);
      await a.page.waitForSelector('.saved:has-text("已保存：第 2 副")');
      await a.page.waitForSelector('.status[data-waiting="0"]');
      await tapConfirm(b.page, 2);
    });

    test('a report whose answer is lost on the way is sent again and counts once', async () => {
      let lost = 0;
      await b.page.route('**/hands', async (route) => {
        if (route.request().postDataJSON().dry_run || lost > 1) return route.continue();
        lost += 1;
        const request = route.request();
        const arrived = await fetch(request.url().replace(kiosk.address, kiosk.local), { method: 'POST', headers: request.headers(), body: request.postData() });
        expect(arrived.status).toBe(201);
        return route.abort('connectionreset');
      });
      await b.page.waitForSelector('.report:has-text("第 3 副")');
      await tapOrder(b.page, hands[2]!);
      await follows(b.page);
      await b.page.tap('[data-do=send]');
      await b.page.waitForSelector('.saved:has-text("已保存：第 3 副")');
      expect(lost).toBe(2);
      await b.page.unroute('**/hands');
      await tapConfirm(a.page, 3);
      const reports = (await event.journal()).filter(({ kind, match }) => kind === 'hand.reported' && match === second.match.id);
      // The first hand has the reports of both sides; the second and the third one each.
      expect(reports).toHaveLength(4);
    });

    test('another phone takes over, in sight of both sides', async () => {
      const other = await visitors.phone();
      await other.page.goto(card(second, 'A'));
      await other.page.waitForSelector('[data-do=take-over]');
      await visitors.look(other.page, 'phone-take-over', [320]);
      await other.page.tap('[data-do=take-over]');
      await other.page.tap('[data-do=take-over-yes]');
      await a.page.waitForSelector('[data-do=take-over]');
      expect(await a.page.locator('.report').count(), 'the old phone cannot report any more').toBe(0);
      const device = (await event.match(second.match.id)).holds.A!.device;
      await b.page.waitForSelector(`.holders:has-text("${device}")`);
      await a.context.close();
      a = other;
    });

    test('a captain calls the referee, who comes', async () => {
      await b.page.tap('[data-do=call]');
      await visitors.look(b.page, 'phone-call', [320]);
      await b.page.tap('.dialog [data-reason] >> nth=0');
      await b.page.waitForSelector('.call-state.call-waiting');
      const { page } = referee;
      await page.tap('[data-tab=queue]');
      await page.waitForSelector('[data-kind=call]');
      await page.tap('[data-kind=call] [data-do=on-the-way]');
      await b.page.waitForSelector('.call-state:has-text("李裁判")');
      await visitors.look(b.page, 'phone-called', [320]);
      await page.tap('[data-kind=call] [data-do=call-done]');
      await b.page.waitForSelector('.call-state', { state: 'detached' });
    });

    test('the referee warns a player with the step that is due', async () => {
      const { page } = referee;
      await page.tap('[data-tab=tables]');
      await visitors.look(page, 'referee-tables');
      await page.tap(`[data-table="${second.table.table}"]`);
      await page.tap('[data-do=penalty]');
      await page.waitForSelector('.dialog');
      await page.tap('.dialog [data-violation=slow-play]');
      await page.tap('.dialog [data-seat="2"]');
      await page.waitForSelector('.dialog [data-do=penalty-yes]:enabled');
      expect(await page.innerText('.dialog')).toContain('警告');
      await visitors.look(page, 'referee-penalty', [320]);
      await page.tap('.dialog [data-do=penalty-yes]');
      await page.waitForSelector('.penalties li');
      await b.page.waitForSelector('.penalties li:has-text("出牌超时")');
      await page.tap('[data-tab=timer]');
      await visitors.look(page, 'referee-timer');
      await page.tap('[data-tab=queue]');
    });

    test('it passes A, and both sides agree', async () => {
      for (const [at, finish] of hands.entries()) {
        if (at < 3) continue;
        await tapHand(b.page, at + 1, finish);
        await tapConfirm(a.page, at + 1);
      }
      await tapAgree(b.page);
      await tapAgree(a.page);
      const match = await event.match(second.match.id);
      expect(match.result).toMatchObject({ winner: second.winner, by: 'passed-a' });
      expect(match.agreed).toEqual({ A: true, B: true });
      await a.context.close();
      await b.context.close();
    });
  });

  test('a sheet is typed from paper with the keyboard alone', async () => {
    const { page } = laptop;
    await tab('type', '[name=target]');
    await page.waitForSelector('[name=target]:focus');
    await page.keyboard.type(String(typed.table.table));
    await page.keyboard.press('Enter');
    const rows = straightWin(typed.winner, typed.gains);
    for (const [row, finish] of rows.entries()) {
      await page.waitForSelector(`[name="row-0-${row}"]:focus`);
      await page.keyboard.type(finish.join(''));
      await page.keyboard.press('Enter');
    }
    await page.waitForSelector(`[name="row-0-${rows.length}"]:focus`);
    await page.waitForSelector('.stand');
    await visitors.look(page, 'kiosk-type');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[data-do=save]:focus');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.note-good[role=status]');
    await page.waitForSelector('[name=target]:focus');
    const match = await event.match(typed.match.id);
    expect(match.state).toBe('over');
    expect(match.result).toMatchObject({ winner: typed.winner, by: 'passed-a' });
    expect(match.games[0]!.hands).toHaveLength(rows.length);
  });

  test('a hand that is reported after the bell is marked late, and the referee rules on it', async () => {
    await event.playRound([first, second, typed, late].map(({ match }) => match.id));
    const { winner } = late;
    const captains = event.captains(late.table);
    await captains[winner].hold();
    for (const number of [1, 2]) await captains[winner].report(number, climb(winner, 3));
    const phone = await visitors.phone();
    const side = otherSide(winner);
    await sitDown(phone.page, card(late, side));
    await chooseSeats(phone.page, side);
    // Both unanswered hands are shown, and one touch agrees to both.
    await phone.page.waitForSelector('.answer:has-text("第 1、2 副")');
    await visitors.look(phone.page, 'phone-answer-two', [320]);
    await phone.page.tap('[data-do=confirm]');
    for (const number of [1, 2]) await phone.page.waitForSelector(`.hand[data-hand="1/${number}"] .hand-state:has-text("双方一致")`);
    await tab('round', '[data-clock=stop]');
    await laptop.page.click('[data-clock=stop]');
    await laptop.page.click('[data-clock=stop-yes]');
    await phone.page.waitForSelector('.final');
    await visitors.look(phone.page, 'phone-bell', [320]);
    await phone.page.tap('[data-do=late-report]');
    await phone.page.waitForSelector('.report:has-text("第 3 副")');
    await tapOrder(phone.page, climb(side, 1));
    expect((await follows(phone.page)).join('\n')).toContain('铃响后才上报');
    await phone.page.tap('[data-do=send]');
    await phone.page.waitForSelector('.hand[data-hand="1/3"] .late');
    await visitors.look(phone.page, 'phone-late', [320]);
    expect((await event.match(late.match.id)).games[0]!.hands[2]).toMatchObject({ late: true, state: 'reported' });
    const { page } = referee;
    await page.waitForSelector('[data-kind=late]');
    await visitors.look(page, 'referee-late', [320]);
    await page.tap('[data-kind=late] [data-do=open]');
    await page.tap('[data-do=late]');
    await page.fill('.dialog [name=reason]', '铃响前牌已出完');
    await page.tap('[data-do=late-counts]');
    await page.waitForSelector('.dialog', { state: 'detached' });
    await tapAgree(phone.page);
    await captains[winner].confirm();
    const match = await event.match(late.match.id);
    expect(match.games[0]!.levels).toEqual(winner === 'A' ? { A: '8', B: '3' } : { A: '3', B: '8' });
    expect(match.result).toMatchObject({ winner, by: 'time-level', points: winner === 'A' ? { A: 1, B: 0 } : { A: 0, B: 1 } });
    await page.tap('[data-do=sign-off]');
    await until('the referee signed the match off', async () => (await event.match(late.match.id)).state === 'signed-off');
    await phone.context.close();
  });

  test('the round is signed off, and its scoresheets open their matches', async () => {
    const { page } = laptop;
    await event.signOff(1);
    // Nobody confirmed what was typed from paper: the organiser signs that one off by itself.
    await tab('round', `.tile[data-table="${typed.table.table}"]`);
    await page.click(`.tile[data-table="${typed.table.table}"]`);
    await page.waitForSelector('.dialog .match-sheet');
    await visitors.look(page, 'kiosk-match');
    await page.click('.dialog [data-do=sign-off]');
    await until('the typed match is signed off', async () => (await event.match(typed.match.id)).state === 'signed-off');
    const sheets = await organiser.bytes(event.path('/print/scoresheets.pdf?round=1&lang=zh-Hans'));
    const codes = (await codesOf(sheets)).flat();
    expect(codes).toHaveLength(12);
    const at = (await event.tables()).findIndex(({ table }) => table === first.table.table);
    expect(codes[at]).toMatch(/^HTTP:\/\/VENUE\.TEST:\d+\/M\//);
    const reader = await visitors.phone();
    await reader.page.goto(codes[at]!);
    await reader.page.waitForSelector('.hand >> nth=4');
    expect(await reader.page.innerText('main')).toContain(first.match.sides.A.name);
    expect(await reader.page.locator('[data-do=type]').count(), 'readers do not type').toBe(0);
    await visitors.look(reader.page, 'match');
    await reader.context.close();
    await page.goto(codes[at]!);
    await page.click('[data-do=type]');
    await page.waitForSelector('.paper');
  });

  test('ten more rounds are played, and level differences rank the three that are level', async () => {
    for (let round = 2; round <= 11; round++) {
      await event.draw(`seed-${round}`);
      await event.playRound();
    }
    const [standings] = await organiser.need<StandingsView[]>(event.path('/standings?phase=group'));
    const rows = standings!.groups.find(({ name }) => name === 'A')!.rows;
    const shown = rows.slice(0, groupA.length).map((row) => ({
      name: row.name,
      points: row.points,
      difference: row.decided_by!.rule === 'level-difference' ? Number(row.figures.find(({ rule }) => rule === 'level-difference')!.value.replace('−', '-')) : null,
    }));
    expect(shown).toEqual(groupA.map(({ number, points, difference }) => ({ name: nameOf(number), points, difference })));
    expect(new Set(rows.map(({ points }) => points)).size, 'nobody else is level').toBe(10);
    expect(standings!.complete).toBe(true);
  }, 180_000);

  test('the pages show the standings with their reasons', async () => {
    await tab('standings', '.ranks .why');
    await visitors.look(laptop.page, 'kiosk-standings');
    for (const { number, difference } of groupA) {
      const why = laptop.page.locator('.ranks tr', { hasText: nameOf(number) }).first().locator('.why');
      // The rounds were played in a moment: the page shows them when it has heard of them.
      const reason = expect.poll(() => why.innerText(), { timeout: 15_000, message: nameOf(number) });
      if (difference !== null) await reason.toMatch(new RegExp(`3队同分，看级差和.*${nameOf('A05')} \\+?65.*${nameOf('A03')} \\+?64.*${nameOf('A04')} \\+?62`));
      else await reason.toContain('积分');
    }
    const reader = await visitors.phone();
    await reader.page.goto(`${kiosk.address}/e/${event.id}`);
    await reader.page.waitForSelector('.ranks');
    expect(await reader.page.locator('.ranks tr', { hasText: nameOf('A05') }).first().innerText()).toContain('3队同分，看级差和');
    await visitors.look(reader.page, 'public');
    await reader.page.fill('[name=search]', pair('A01').players[1]);
    await visitors.look(reader.page, 'public-search');
    await reader.context.close();
    const wall = await visitors.laptop();
    await wall.page.clock.install();
    await wall.page.goto(`${kiosk.address}/hall/${event.id}`);
    await wall.page.waitForSelector('.hall-standings tr');
    // The standings turn by themselves, some rows at a time.
    await until('the first of group A on the wall', async () => {
      if ((await wall.page.innerText('.hall-standings')).includes(`${nameOf('A01')}\t22 分`)) return true;
      await wall.page.clock.fastForward(12_000);
      return false;
    });
    await visitors.look(wall.page, 'hall', [360, 1920]);
    await wall.context.close();
  });

  test('the finals are drawn and played', async () => {
    for (let round = 12; round <= 14; round++) {
      const matches = await event.draw(`seed-${round}`);
      expect(matches).toHaveLength(4);
      expect((await event.matches()).map(({ id }) => id), 'the current round is what is shown').toEqual(matches.map(({ id }) => id));
      await event.playRound();
    }
    const view = await event.view();
    expect(view.state).toBe('over');
    expect(view.next_round.possible).toBe(false);
    const places = await organiser.need<{ place: number; name: string }[]>(event.path('/places'));
    expect(places.slice(0, 8).map(({ place, name }) => [place, name])).toEqual(firstEight.map((number, at) => [at + 1, nameOf(number)]));
    await tab('standings', '.ranks .why');
    // The latest phase comes first, as soon as the page has heard of it.
    await expect.poll(() => laptop.page.innerText('.standings h2 >> nth=0'), { timeout: 15_000 }).toContain('决赛');
    await visitors.look(laptop.page, 'kiosk-standings-final');
    const wall = await visitors.laptop();
    await wall.page.goto(`${kiosk.address}/hall/${event.id}`);
    await wall.page.waitForSelector('.hall-standings h2:has-text("决赛")');
    await wall.context.close();
  });

  test('certificates name the first eight, participation certificates everybody', async () => {
    const ranks = ['一', '二', '三', '四', '五', '六', '七', '八'];
    const certificates = await pagesOf(await organiser.bytes(event.path('/print/certificates.pdf?lang=zh-Hans')));
    expect(certificates).toHaveLength(8);
    for (const [at, page] of certificates.entries()) {
      const { unit, players } = pair(firstEight[at]!);
      const text = page.replace(/\s+/g, '');
      for (const part of [unit, ...players, `第${ranks[at]}名`, eventName, '二〇二六年十二月五日']) expect(text).toContain(part.replace('🐂', '□').replace(/\s+/g, ''));
    }
    const notes = await organiser.need<{ pages: number; notes: { text: string }[] }>(event.path('/print/certificates/notes?lang=zh-Hans'));
    expect(notes.pages).toBe(8);
    expect(notes.notes.map(({ text }) => text).join('\n'), 'a character that no font has is named').toContain('牛');
    const participation = await pagesOf(await organiser.bytes(event.path('/print/participation.pdf?lang=zh-Hans')));
    expect(participation).toHaveLength(pairs.length);
    const all = participation.join('').replace(/\s+/g, '');
    for (const { players } of pairs) for (const player of players) expect(all).toContain(player.replace('🐂', '□').replace(/\s+/g, ''));
  });

  test('the pages of phones and walls speak three languages', async () => {
    const { page } = await visitors.phone();
    for (const language of ['en', 'zh-Hant']) {
      for (const [name, path] of [['public', `/e/${event.id}`], ['hall', `/hall/${event.id}`], ['match', `/m/${first.match.id}`], ['phone', `/t/${cards.get('1A')!.split('/').pop()!}`], ['check', '/check'], ['code', '/t']] as const) {
        await page.goto(`${kiosk.address}${path}?lang=${language}`);
        await page.waitForSelector('main h1, main h2');
        await visitors.look(page, `${name}-${language}`);
      }
    }
    await page.context().close();
  }, 180_000);

  test('the kiosk speaks English', async () => {
    await tab('journal', '.journal tr');
    await visitors.look(laptop.page, 'kiosk-journal');
    for (const name of ['round', 'entries', 'checkin', 'draw', 'print', 'tables', 'journal', 'settings']) {
      await laptop.page.goto(`${kiosk.address}/?lang=en#/e/${event.id}/${name}`);
      await laptop.page.waitForSelector('.work h1');
      await visitors.look(laptop.page, `kiosk-${name}-en`);
    }
  }, 180_000);

  test('no page had an error, and the record stands', async () => {
    expect(visitors.troubles).toEqual([]);
    expect(visitors.faults).toEqual([]);
    const { chain_head: head } = await event.view();
    const ended = await kiosk.stop();
    expect(ended.code).toBe(0);
    expect(ended.err).not.toMatch(/panic|DATA RACE/);
    const verified = await run('verify', `${kiosk.data}/kiosk.db`);
    expect(verified, verified.err).toMatchObject({ code: 0 });
    expect(verified.out).toContain(head);
  });
});
