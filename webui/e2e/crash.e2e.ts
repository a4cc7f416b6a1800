import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { otherSide, type Side, type TableView } from '../src/shapes';
import { goodList } from './entries';
import { type Captain, CollegeEvent } from './event';
import { newKey, signIn } from './http';
import { Kiosk, run } from './kiosk';
import { until } from './patience';
import { straightWin } from './plan';

/** A report that the kiosk has answered. */
interface Answered {
  match: string;
  side: Side;
  number: number;
}

describe('a kiosk that is killed in mid-round', () => {
  let kiosk: Kiosk;
  let event: CollegeEvent;

  beforeAll(async () => {
    kiosk = await Kiosk.start({ args: ['--public-url', 'http://venue.test:8080'] });
    event = await CollegeEvent.make(await signIn(kiosk.local, kiosk.pin, '王组织'), '教职工掼蛋赛', goodList);
    await event.draw('7');
  });
  afterAll(() => kiosk?.remove());

  test('comes back with every report that it answered, once', async () => {
    const answered: Answered[] = [];
    let repeats = 0;
    // Each captain does what the phone page does: sends again, with the same key, until there is an answer.
    const report = async (captain: Captain, match: string, side: Side, number: number, finish: readonly number[]) => {
      const key = newKey();
      await until(`report ${match} ${number} ${side}`, async () => {
        try {
          await captain.report(number, finish, key);
        } catch (error) {
          if (!(error instanceof TypeError)) throw error;
          repeats += 1;
          return false;
        }
        answered.push({ match, side, number });
        return true;
      }, 60);
    };
    const play = async (table: TableView) => {
      const { winner, gains } = await event.plan(table.match!);
      const captains = event.captains(table);
      for (const [at, finish] of straightWin(winner, gains).entries()) {
        const side: Side = at % 2 === 0 ? 'A' : 'B';
        await report(captains[side], table.match!.id, side, at + 1, finish);
        await report(captains[otherSide(side)], table.match!.id, otherSide(side), at + 1, finish);
      }
    };
    const tables = await event.tables();
    for (const table of tables) for (const captain of Object.values(event.captains(table))) await captain.hold();
    const playing = Promise.all(tables.map(play));
    for (const mark of [20, 50, 80]) {
      await until(`${mark} reports are answered`, async () => answered.length >= mark, 60);
      await kiosk.kill();
      kiosk = await Kiosk.start({ data: kiosk.data, port: kiosk.port, args: ['--public-url', 'http://venue.test:8080'] });
      expect(kiosk.pin, 'the PIN is printed at the first start only').toBe('');
    }
    await playing;
    expect(repeats, 'reports were under way when it was killed').toBeGreaterThan(0);

    for (const { match } of tables) {
      const now = await event.match(match!.id);
      const { winner, gains } = await event.plan(now);
      expect(now.state).toBe('over');
      expect(now.games[0]!.hands.map(({ state, hand }) => ({ state, finish: hand!.finish }))).toEqual(straightWin(winner, gains).map((finish) => ({ state: 'confirmed', finish })));
    }
    // A first report is an entry of its own; one that is equal to it stands in the entry of the agreement.
    const inJournal = (await event.journal()).flatMap(({ kind, match, data }) => {
      const { number, side, hands, report } = data as { number: number; side: Side; hands?: { number: number }[]; report?: unknown };
      if (kind === 'hand.reported') return [`${match}/${number}/${side}`];
      return kind === 'hand.confirmed' && report !== undefined ? [`${match}/${hands![0]!.number}/${side}`] : [];
    });
    expect(inJournal.sort()).toEqual(answered.map(({ match, side, number }) => `${match}/${number}/${side}`).sort());
  }, 150_000);

  test('leaves a record that verifies', async () => {
    const head = (await event.view()).chain_head;
    expect((await kiosk.stop()).code).toBe(0);
    const verified = await run('verify', '--data', kiosk.data);
    expect(verified, verified.err).toMatchObject({ code: 0 });
    expect(verified.out).toContain(head);
  });
});
