import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { boardOfSide, sitsAt, tableWords } from '../src/parts/board';
import { contradicts, paperOf, placeOf, seatingOf, sheetOf } from '../src/kiosk/paper';
import { orderForm } from '../src/parts/order';
import { Desk } from '../src/phone/desk';
import { DeskView } from '../src/phone/DeskView';
import { lateHand } from '../src/phone/LateReport';
import { sideOfSeat, type HandView, type MatchView, type SideView, type SquadView } from '../src/shapes';
import { answer, hand, match, publicMatch, sideView } from './fixtures';
import { answerFetch, click, FakeSource, find, show, until } from './setup';

const name = (text: string) => ({ 'zh-Hans': text, 'zh-Hant': text, en: text });
const seats = [1, 2, 3, 4, 5, 6];
const teams = {
  A: ['赵一', '钱二', '孙三', '李四', '周五', '吴六'],
  B: ['郑一', '王二', '冯三', '陈四', '褚五', '卫六'],
};

function meetingMatch(sitting: number, change: Partial<MatchView> = {}): MatchView {
  const odd = sitting === 2 ? ('B' as const) : ('A' as const);
  const table = (number: number, squad: number) => ({
    table: number,
    squad,
    odd,
    number: (sitting - 1) * 2 + number - 2,
    state: 'playing' as const,
    seats: null,
    holds: { A: null, B: null },
  });
  return match({
    table: 3,
    tables: [3, 4],
    sides: {
      A: { entrant: 'e1', name: '青岛队', unit: '', players: teams.A, seats: { 1: '赵一', 3: '钱二', 5: '孙三' } },
      B: { entrant: 'e2', name: '济南队', unit: '', players: teams.B, seats: { 2: '郑一', 4: '王二', 6: '冯三' } },
    },
    games: [{ number: 1, state: 'playing', points: { A: 0, B: 0 }, ended_by_bell: false, hands: [] }],
    next: { game: 1, number: 1, table: 3, sitting: 1 },
    meeting: { game: 1, sitting, sittings: 2, hands: 4, tables: [table(3, sitting === 2 ? 2 : 1), table(4, sitting === 2 ? 1 : 2)] },
    ...change,
  });
}

function squadView(change: Partial<SquadView> = {}): SquadView {
  return {
    squad: 1,
    players: teams.A.slice(0, 3),
    sitting: 1,
    sittings: 2,
    waits_for: [],
    then: { table: 4, sitting: 2, seats: [2, 4, 6] },
    late: null,
    ...change,
  };
}

function first(change: Partial<SideView> = {}): SideView {
  return sideView({
    event: { id: 'ev1', name: '够级团体赛', rulebook: 'gouji-two-tables', rulebook_name: name('两桌'), game: 'gouji' },
    table: 3,
    seats: [1, 3, 5],
    seat_names: Object.assign({}, ...seats.map((seat) => ({ [seat]: name(`${seat}号位`) }))) as SideView['seat_names'],
    side_names: { A: name('甲队'), B: name('乙队') },
    place_names: seats.map((place) => name(`第${place}名`)),
    match: meetingMatch(1),
    meeting: squadView(),
    ...change,
  });
}

/** The same squad after the change: at the other table, on the even seats. */
function second(change: Partial<SideView> = {}): SideView {
  const played = meetingMatch(2, { table: 4, next: { game: 1, number: 4, table: 4, sitting: 2 } });
  played.sides.A.seats = { 2: '赵一', 4: '钱二', 6: '孙三' };
  played.sides.B.seats = { 1: '郑一', 3: '王二', 5: '冯三' };
  return first({
    server_time: '2026-12-05T02:30:00Z',
    table: 4,
    seats: [2, 4, 6],
    match: played,
    meeting: squadView({ sitting: 2, then: null }),
    ...change,
  });
}

function told(number: number, squad: number, change: Partial<HandView> = {}): HandView {
  const sitting = number > 2 ? 2 : 1;
  const finish = [1, 3, 5, 2, 4, 6];
  const outcome = { winner: 'A' as const, points: { A: 15, B: 6 } };
  return hand({
    number,
    table: number % 2 === 1 ? 3 : 4,
    sitting,
    squad,
    hand: { finish },
    outcome,
    reports: { A: { hand: { finish }, at: '2026-12-05T02:10:00Z', late: false, device: 'X50', outcome } },
    ...change,
  });
}

const opened: Desk[] = [];

function open(view: SideView): { desk: Desk; root: HTMLElement } {
  const desk = new Desk('ABCDEF');
  opened.push(desk);
  desk.accept(view);
  return { desk, root: show(<DeskView desk={desk} />) };
}

beforeEach(() => {
  localStorage.clear();
  FakeSource.made = [];
  vi.stubGlobal('EventSource', FakeSource);
});
afterEach(() => {
  opened.splice(0).forEach((desk) => desk.stop());
  vi.unstubAllGlobals();
});

describe('the phone of a squad in a team meeting', () => {
  it('says which table, which sitting, who sits where and what comes next', () => {
    const { root } = open(first());
    expect(find(root, '.plate-table').textContent).toContain('3 桌');
    expect(find(root, '.plate-table').textContent).toContain('1·3·5 号位');
    const panel = find(root, '.meeting').textContent!;
    expect(panel).toContain('3 桌 · 第 1 坐');
    expect(panel).toContain('第 1 组：赵一、钱二、孙三');
    expect(panel).toContain('接着换到 4 桌 2·4·6 号位，打第 2 坐');
    expect(find(root, '[data-table="4"].meeting-table').textContent).toContain('还在打');
    expect(find(root, '.seat[data-seat="1"]').className).toContain('seat-A');
    expect(find(root, '.seat[data-seat="5"]').textContent).toContain('孙三');
  });

  it('asks its own three players for its seats', () => {
    const asking = meetingMatch(1);
    asking.sides.A.seats = null;
    const { root } = open(first({ match: asking, meeting: squadView({ squad: 2, players: teams.A.slice(3) }) }));
    expect(root.querySelector('[data-seat="1"][data-player="李四"]')).not.toBeNull();
    expect(root.querySelector('[data-player="赵一"]')).toBeNull();
  });

  it('reports the hand of its own table', async () => {
    const asked = answerFetch((request) => ({ status: (request.body as { dry_run?: boolean }).dry_run ? 200 : 201, body: answer({ text: ['4 桌还没有打完：请在原位安静等候'] }) }));
    const { root } = open(second());
    for (const seat of [2, 4, 6, 1, 3]) {
      click(root, `.seat[data-seat="${seat}"]`);
      await until(() => find<HTMLButtonElement>(root, `.seat[data-seat="${seat}"]`).disabled);
    }
    await until(() => find(root, '.follows').textContent!.indexOf('安静等候') >= 0);
    click(root, '[data-do=send]');
    await until(() => asked.some((request) => !(request.body as { dry_run?: boolean }).dry_run && request.method === 'POST'));
    expect(asked[0]!.body).toMatchObject({ game: 1, number: 4, hand: { finish: [2, 4, 6, 1, 3] } });
  });

  it('waits in silence for the other table', () => {
    const waiting = meetingMatch(1, { next: null });
    waiting.games[0]!.hands = [told(1, 1, { state: 'confirmed' })];
    waiting.meeting!.tables[0]!.state = 'agreed';
    const { root } = open(first({ match: waiting, meeting: squadView({ waits_for: [4] }) }));
    expect(find(root, '.meeting-wait').textContent).toContain('请在原位安静等候');
    expect(find(root, '.meeting-wait').textContent).toContain('4 桌打完并记分以后再换桌');
    expect(find(root, '[data-table="3"].meeting-table').textContent).toContain('已记分');
    expect(root.querySelector('.order-pad')).toBeNull();
  });

  it('goes with its squad to the other table and the other seats', async () => {
    const { desk, root } = open(first());
    const standing = second();
    standing.match!.sides.A.seats = null;
    desk.accept(standing);
    await until(() => find(root, '.meeting').dataset['sitting'] === '2');
    expect(find(root, '.meeting-change').textContent).toContain('请到 4 桌 2·4·6 号位');
    expect(find(root, '.plate-table').textContent).toContain('4 桌');
    expect(root.querySelector('.seats [data-seat="2"][data-player="赵一"]')).not.toBeNull();
    desk.accept({ ...second(), server_time: '2026-12-05T02:31:00Z' });
    await until(() => root.querySelector('.order-pad'));
    expect(root.querySelector('.meeting-change')).toBeNull();
    // The colours are the teams': side A has the even seats now.
    expect(find(root, 'main').className).toContain('frame-A');
    expect(find(root, '.seat[data-seat="2"]').className).toContain('seat-A');
    expect(find(root, '.seat[data-seat="1"]').className).toContain('seat-B');
    expect(find(root, '.seat[data-seat="1"]').textContent).toContain('郑一');
    expect(find(root, '.meeting-then').textContent).toContain('最后一坐');
  });

  it('answers a hand of the first sitting by who sat there then', () => {
    const view = second({ answer: { game: 1, number: 1 }, side: 'B', meeting: squadView({ sitting: 2, then: null, players: teams.B.slice(0, 3) }), seats: [1, 3, 5] });
    view.match!.games[0]!.hands = [told(1, 1, { seats: { 1: '赵一', 2: '郑一' } }), told(2, 2), told(3, 2)];
    const { root } = open(view);
    const panel = find(root, '.answer');
    expect(panel.textContent).toContain('第 1 副（3 桌第 1 坐）');
    expect(panel.querySelectorAll('.order-list').length).toBe(1);
    expect(find(panel, '.order-list li').className).toBe('line-A');
    expect(find(panel, '.order-list li').textContent).toContain('赵一');
  });

  it('shows the dispute of its own table only, and says that there is another', () => {
    const view = first();
    view.match!.games[0]!.hands = [told(2, 2, { state: 'disputed', hand: null })];
    view.match!.meeting!.tables[1]!.state = 'disputed';
    const { root } = open(view);
    expect(root.querySelector('.dispute')).toBeNull();
    expect(find(root, '[data-table="4"].meeting-table').textContent).toContain('等裁判');
    expect(root.querySelector('.order-pad')).not.toBeNull();
    const own = first();
    own.match!.games[0]!.hands = [told(1, 1, { state: 'disputed', hand: null })];
    own.match!.open = { game: 1, number: 1, state: 'disputed' };
    own.match!.next = null;
    expect(open(own).root.querySelectorAll('.dispute').length).toBe(1);
  });

  it('names the hands of both tables in the history', () => {
    const view = first();
    view.match!.games[0]!.hands = [told(1, 1, { state: 'confirmed' }), told(2, 2)];
    const { root } = open(view);
    const rows = Array.from(root.querySelectorAll('.history .hand-number')).map((row) => row.textContent);
    expect(rows).toEqual(['第 2 副（4 桌第 1 坐）', '第 1 副（3 桌第 1 坐）']);
  });

  it('is at the end when the match is over', () => {
    const over = second({ match: { ...second().match!, state: 'over', next: null, result: { winner: 'A', games: { A: 1, B: 0 }, points: { A: 3, B: 0 }, by: 'points', provisional: true } } });
    const { root } = open(over);
    expect(root.querySelector('.meeting')).toBeNull();
    expect(find(root, '[data-do=agree]')).not.toBeNull();
  });
});

it('knows whose a seat is in each sitting', () => {
  expect([0, 1, 2, 3].map((sitting) => sideOfSeat(1, sitting))).toEqual(['A', 'A', 'B', 'A']);
  expect(sideOfSeat(4, 2)).toBe('A');
  expect(boardOfSide(second()).sitting).toBe(2);
  expect(boardOfSide(sideView()).sitting).toBeUndefined();
});

it('names the tables of a match', () => {
  expect(tableWords(meetingMatch(1))).toBe('3–4');
  expect(tableWords(match())).toBe('7');
  expect(tableWords(publicMatch({ table: null }))).toBe('');
  expect(sitsAt(meetingMatch(1), 4)).toBe(true);
  expect(sitsAt(match(), 8)).toBe(false);
});

it('takes the hand after the bell from the kiosk', () => {
  const ended = meetingMatch(1, { next: null });
  ended.games[0]!.ended_by_bell = true;
  expect(lateHand(ended, squadView({ late: { game: 1, number: 2 } }))).toEqual({ game: 1, number: 2 });
  expect(lateHand(ended, squadView())).toBeNull();
});

describe('a sheet of a team meeting typed from paper', () => {
  const form = { form: orderForm('gouji'), hand: {} };
  const recorded = meetingMatch(1);
  recorded.games[0]!.hands = [told(2, 2, { state: 'confirmed', hand: { finish: [1, 3, 5, 2, 4, 6] } })];

  it('has a row for each hand, with its table and sitting', () => {
    expect(paperOf(recorded)).toEqual([{ rows: ['', '135246', '', ''], bell: false }]);
    expect(paperOf(meetingMatch(1, { games: [] }))[0]!.rows).toEqual(['', '', '', '']);
    expect([0, 1, 2, 3].map((row) => seatingOf(recorded, row))).toEqual([
      { table: 1, sitting: 1 },
      { table: 2, sitting: 1 },
      { table: 1, sitting: 2 },
      { table: 2, sitting: 2 },
    ]);
    expect(seatingOf(match(), 0)).toBeNull();
  });

  it('leaves out what was not played, wherever it stands', () => {
    const rows = ['', '135246', '246135', ''];
    expect(sheetOf([{ rows, bell: false }], form, recorded)).toEqual([
      {
        hands: [
          { finish: [1, 3, 5, 2, 4, 6], table: 2, sitting: 1 },
          { finish: [2, 4, 6, 1, 3, 5], table: 1, sitting: 2 },
        ],
      },
    ]);
    expect([0, 1, 2, 3].map((row) => placeOf(rows, row, true))).toEqual([-1, 0, 1, -1]);
    expect(placeOf(rows, 2, false)).toBe(2);
    expect(sheetOf([{ rows: ['13', '', '', ''], bell: false }], form, recorded)).toBeNull();
    expect(contradicts([{ rows, bell: false }], recorded)).toBe(false);
    expect(contradicts([{ rows: ['', '', '', ''], bell: false }], recorded)).toBe(true);
  });
});
