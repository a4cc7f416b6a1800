import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Desk } from '../src/phone/desk';
import { DeskView } from '../src/phone/DeskView';
import { lateHand } from '../src/phone/LateReport';
import { tokenOf } from '../src/phone/place';
import type { SideView } from '../src/shapes';
import { forget } from '../src/wire/memory';
import { chooseLanguage } from '../src/words/language';
import { answer, hand, match, sideView } from './fixtures';
import { answerFetch, click, FakeSource, find, show, type, until } from './setup';

const opened: Desk[] = [];

function open(view: SideView): { desk: Desk; root: HTMLElement } {
  const desk = new Desk('ABCDEF');
  opened.push(desk);
  desk.accept(view);
  return { desk, root: show(<DeskView desk={desk} />) };
}

beforeEach(() => {
  localStorage.clear();
  forget('kiosk.draft.ABCDEF');
  FakeSource.made = [];
  vi.stubGlobal('EventSource', FakeSource);
});
afterEach(() => {
  opened.splice(0).forEach((desk) => desk.stop());
  vi.unstubAllGlobals();
});

it('finds the token in any case of the address', () => {
  expect(tokenOf('/t/abcdef')).toBe('ABCDEF');
  expect(tokenOf('/T/ABCDEF/')).toBe('ABCDEF');
  expect(tokenOf('/t')).toBeNull();
});

describe('the phone', () => {
  it('shows its side in colour, shape and words', () => {
    const { root } = open(sideView({ side: 'B', seats: [2, 4] }));
    expect(find(root, 'main').className).toContain('frame-B');
    expect(find(root, '.plate-side').textContent).toContain('●');
    expect(find(root, '.plate-side').textContent).toContain('东西');
    expect(find(root, '.plate').textContent).toContain('物理分会');
  });

  it('asks who sits where before the first hand, with nothing chosen', async () => {
    const seated = match();
    const { root } = open(sideView({ match: { ...seated, sides: { ...seated.sides, A: { ...seated.sides.A, seats: null } } } }));
    expect(root.querySelector('.order-pad')).toBeNull();
    expect(find<HTMLButtonElement>(root, '[data-do=seats]').disabled).toBe(true);
    const asked = answerFetch(() => ({ body: sideView() }));
    click(root, '[data-seat="1"][data-player="李秀英"]');
    await until(() => !find<HTMLButtonElement>(root, '[data-do=seats]').disabled);
    click(root, '[data-do=seats]');
    await until(() => root.querySelector('.order-pad'));
    expect(asked[0]!.url).toBe('/api/v1/t/ABCDEF/seats');
    expect(asked[0]!.body).toMatchObject({ seats: { 1: '李秀英', 3: '张建国' } });
  });

  it('shows what follows before it sends, and saved only after the answer', async () => {
    let stored = false;
    const reported = sideView({
      server_time: '2026-12-05T02:13:00Z',
      match: match({ version: 4, games: [{ ...match().games[0]!, hands: [hand()] }], next: { ...match().next!, number: 2, level: '5' } }),
      undo: { game: 1, number: 1 },
    });
    const asked = answerFetch((request) => {
      if (request.method === 'GET') return { body: reported };
      const body = request.body as { dry_run?: boolean };
      if (body.dry_run) return { body: answer() };
      return stored ? { status: 201, body: answer({ state: 'reported' }) } : 'lost';
    });
    const { desk, root } = open(sideView());
    click(root, '.seat[data-seat="1"]');
    await until(() => find<HTMLButtonElement>(root, '.seat[data-seat="1"]').disabled);
    expect(root.querySelector('[data-do=send]')).toBeNull();
    click(root, '.seat[data-seat="3"]');
    await until(() => find(root, '.follows').textContent!.indexOf('2 → 5') >= 0);
    click(root, '[data-do=send]');
    await until(() => root.querySelector('.outgoing'));
    await until(() => !desk.outbox.sending.value);
    expect(root.querySelector('.saved')).toBeNull();
    expect(find(root, '.status').textContent).toContain('等待发送（1 条）');
    stored = true;
    window.dispatchEvent(new Event('online'));
    desk.outbox.now();
    await until(() => root.querySelector('.saved'));
    expect(find(root, '.saved').textContent).toContain('已保存：第 1 副');
    await until(() => root.querySelector('[data-do=withdraw]'));
    const sends = asked.filter((request) => request.method === 'POST' && !(request.body as { dry_run?: boolean }).dry_run);
    expect(new Set(sends.map((request) => request.key)).size).toBe(1);
    expect(sends[0]!.body).toMatchObject({ game: 1, number: 1, hand: { finish: [1, 3] } });
  });

  it('lets a report be sent when what follows cannot be worked out', async () => {
    answerFetch(() => 'lost');
    const { root } = open(sideView());
    for (const seat of [1, 2, 3]) {
      click(root, `.seat[data-seat="${seat}"]`);
      await until(() => find<HTMLButtonElement>(root, `.seat[data-seat="${seat}"]`).disabled);
    }
    await until(() => root.querySelector('.follows .note-warn'));
    await until(() => !find<HTMLButtonElement>(root, '[data-do=send]').disabled);
    expect(find(root, '.seat[data-seat="4"]').textContent).toContain('末游');
  });

  it('takes back the last tap', async () => {
    const { root } = open(sideView());
    click(root, '.seat[data-seat="2"]');
    await until(() => find(root, '.seat[data-seat="2"]').textContent!.indexOf('头游') >= 0);
    click(root, '[data-do=undo]');
    await until(() => find(root, '.seat[data-seat="2"]').textContent!.indexOf('头游') < 0);
  });

  it('keeps what is half told through a reload, and when the other side reports first', async () => {
    const { desk, root } = open(sideView());
    click(root, '.seat[data-seat="2"]');
    await until(() => find(root, '.seat[data-seat="2"]').textContent!.indexOf('头游') >= 0);
    const reported = match({ games: [{ ...match().games[0]!, hands: [hand({ by: 'B', reports: { B: hand().reports.A! } })] }], open: { game: 1, number: 1, state: 'reported' } });
    desk.accept(sideView({ answer: { game: 1, number: 1 }, match: { ...reported, version: reported.version + 1 } }));
    await until(() => root.querySelector('.answer') && !root.querySelector('.report'));
    click(root, '[data-do=object]');
    const dialog = await until(() => document.querySelector('dialog, .dialog'));
    expect(find(dialog!, '.seat[data-seat="2"]').textContent).toContain('头游');
    const again = open(sideView());
    expect(find(again.root, '.report .seat[data-seat="2"]').textContent).toContain('头游');
    const other = open(sideView({ match: { ...match(), next: { ...match().next!, number: 2 } } }));
    expect(find(other.root, '.report .seat[data-seat="2"]').textContent, 'another hand begins empty').not.toContain('头游');
  });

  it('shows the other side’s report with its outcome, and confirms it', async () => {
    const { root } = open(
      sideView({
        side: 'B',
        seats: [2, 4],
        answer: { game: 1, number: 1 },
        match: match({ games: [{ ...match().games[0]!, hands: [hand()] }], open: { game: 1, number: 1, state: 'reported' } }),
      }),
    );
    expect(find(root, '.answer').textContent).toContain('南北报告第 1 副');
    expect(find(root, '.answer').textContent).toContain('南北升 3 级');
    const asked = answerFetch(() => ({ status: 201, body: { view: sideView({ server_time: '2026-12-05T02:14:00Z', side: 'B' }) } }));
    click(root, '[data-do=confirm]');
    await until(() => root.querySelector('.answer') === null);
    expect(asked[0]!.url).toBe('/api/v1/t/ABCDEF/confirm');
    expect(asked[0]!.body).toMatchObject({ version: 3 });
  });

  it('objects with a reason', async () => {
    const { root } = open(sideView({ side: 'B', answer: { game: 1, number: 1 }, match: match({ games: [{ ...match().games[0]!, hands: [hand()] }] }) }));
    const asked = answerFetch(() => ({ status: 201, body: { view: sideView({ server_time: '2026-12-05T02:14:00Z' }) } }));
    click(root, '[data-do=object]');
    const dialog = await until(() => root.querySelector<HTMLElement>('[role=dialog]'));
    find(dialog!, '.choices.two button:nth-child(2)').click();
    const words = await until(() => dialog!.querySelector<HTMLTextAreaElement>('[name=reason]'));
    type(words!, '还没打完');
    await until(() => !find<HTMLButtonElement>(dialog!, '[data-do=send-objection]').disabled);
    click(dialog!, '[data-do=send-objection]');
    await until(() => asked.length > 0);
    expect(asked[0]!.url).toBe('/api/v1/t/ABCDEF/object');
    expect(asked[0]!.body).toMatchObject({ reason: '还没打完', game: 1, number: 1 });
  });

  it('shows two different reports beside each other and asks for no further hand', () => {
    const both = hand({ state: 'disputed', reports: { A: hand().reports.A!, B: { ...hand().reports.A!, hand: { finish: [2, 4] } } } });
    const { root } = open(sideView({ match: match({ games: [{ ...match().games[0]!, hands: [both] }], open: { game: 1, number: 1, state: 'disputed' } }) }));
    expect(root.querySelectorAll('.dispute .report-of')).toHaveLength(2);
    expect(find(root, '.side-box-A').textContent).toContain('（本方）');
    expect(root.querySelector('.order-pad')).toBeNull();
  });

  it('lets a side see that the other one is right in a dispute', async () => {
    const both = hand({ state: 'disputed', reports: { A: hand().reports.A!, B: { ...hand().reports.A!, hand: { finish: [2, 4] } } } });
    const { root } = open(
      sideView({ answer: { game: 1, number: 1 }, match: match({ games: [{ ...match().games[0]!, hands: [both] }], open: { game: 1, number: 1, state: 'disputed' } }) }),
    );
    expect(root.querySelector('.answer')).toBeNull();
    const asked = answerFetch(() => ({ status: 201, body: { view: sideView({ server_time: '2026-12-05T02:14:00Z' }) } }));
    click(root, '[data-do=concede]');
    await until(() => root.querySelector('.dispute') === null);
    expect(asked[0]!.url).toBe('/api/v1/t/ABCDEF/confirm');
  });

  it('asks before it takes over, and tells who holds the side', async () => {
    const { root } = open(sideView({ hold: 'other' }));
    expect(root.querySelector('.order-pad')).toBeNull();
    expect(find(root, '.hold').textContent).toContain('X50');
    const asked = answerFetch(() => ({ body: sideView({ server_time: '2026-12-05T02:14:00Z' }) }));
    click(root, '[data-do=take-over]');
    await until(() => root.querySelector('[data-do=take-over-yes]'));
    expect(asked).toHaveLength(0);
    click(root, '[data-do=take-over-yes]');
    await until(() => root.querySelector('.order-pad'));
    expect(asked[0]!.body).toMatchObject({ take_over: true });
  });

  it('has the finished match confirmed', async () => {
    const over = match({ state: 'over', next: null, result: { winner: 'A', games: { A: 1, B: 0 }, points: { A: 2, B: 0 }, by: 'passed-a', provisional: false } });
    const { root } = open(sideView({ match: over }));
    expect(find(root, '.final').textContent).toContain('数学分会 胜');
    expect(find(root, '.final').textContent).toContain('过 A 获胜');
    const asked = answerFetch(() => ({ status: 201, body: { view: sideView({ server_time: '2026-12-05T02:14:00Z', match: { ...over, agreed: { A: true, B: false } } }) } }));
    click(root, '[data-do=agree]');
    await until(() => root.querySelector('.final .yes'));
    expect(root.querySelector('[data-do=agree]')).toBeNull();
    expect(asked).toHaveLength(1);
  });

  it('reports a hand after the bell, behind a question', async () => {
    const rung = match({
      state: 'over',
      next: null,
      open: { game: 1, number: 2, state: 'none' },
      clock: { ...match().clock, state: 'over', ends_at: null, remaining_s: 0 },
      games: [{ number: 1, state: 'over', by: 'time-level', winner: 'A', levels: { A: '5', B: '2' }, ended_by_bell: true, hands: [hand({ state: 'confirmed' })] }],
    });
    const { root } = open(sideView({ match: rung }));
    expect(root.querySelector('.order-pad')).toBeNull();
    const asked = answerFetch((request) =>
      (request.body as { dry_run?: boolean }).dry_run ? { body: answer() } : { status: 201, body: answer({ state: 'reported' }) },
    );
    click(root, '[data-do=late-report]');
    await until(() => root.querySelector('.order-pad'));
    for (const seat of [2, 4]) {
      click(root, `.seat[data-seat="${seat}"]`);
      await until(() => find<HTMLButtonElement>(root, `.seat[data-seat="${seat}"]`).disabled);
    }
    await until(() => root.querySelector('[data-do=send]:not([disabled])'));
    click(root, '[data-do=send]');
    await until(() => asked.some((request) => request.method === 'POST' && !(request.body as { dry_run?: boolean }).dry_run));
    expect(asked[asked.length - 1]!.body).toMatchObject({ game: 1, number: 2, hand: { finish: [2, 4] } });
  });

  it('offers no late report once both sides have agreed, or where no bell ended the game', () => {
    const over = match({ state: 'over', next: null, games: [{ ...match().games[0]!, state: 'over', ended_by_bell: true }] });
    expect(lateHand(over)).toEqual({ game: 1, number: 1 });
    expect(lateHand({ ...over, agreed: { A: true, B: true } })).toBeNull();
    expect(lateHand({ ...over, state: 'playing', games: [{ ...over.games[0]!, hands: [hand()] }] })).toEqual({ game: 1, number: 2 });
    expect(lateHand({ ...over, games: [{ ...over.games[0]!, hands: [hand({ late: true })] }] })).toBeNull();
    expect(lateHand({ ...over, games: [{ ...over.games[0]!, ended_by_bell: false }] })).toBeNull();
    expect(lateHand(match())).toBeNull();
  });

  it('says what the judge says when a report is refused', async () => {
    const { desk, root } = open(sideView());
    answerFetch((request) =>
      request.method === 'GET'
        ? { body: sideView() }
        : { status: 422, body: { type: 'about:blank', title: 'refused', status: 422, code: 'faults', faults: [{ code: 'finish.duplicate', at: '/finish/1', clause: '第四条', message: '南重复了。' }] } },
    );
    desk.report(match().next!, { finish: [1, 1] });
    const note = await until(() => root.querySelector('.dismissable'));
    expect(note!.textContent).toContain('南重复了。');
    expect(note!.textContent).toContain('第四条');
  });

  it('does not let an older answer replace a newer one', () => {
    const { desk } = open(sideView({ server_time: '2026-12-05T02:20:00Z', table: 9 }));
    desk.accept(sideView({ server_time: '2026-12-05T02:10:00Z' }));
    expect(desk.view.value!.table).toBe(9);
  });

  it('opens its stream anew in the language that is chosen', async () => {
    answerFetch(() => ({ body: sideView() }));
    const { desk } = open(sideView());
    desk.start();
    expect(FakeSource.made[0]!.url).toContain('lang=zh-Hans');
    chooseLanguage('en');
    await until(() => FakeSource.made.length === 2);
    expect(FakeSource.made[0]!.closed).toBe(true);
    expect(FakeSource.made[1]!.url).toContain('lang=en');
    chooseLanguage('zh-Hans');
  });

  it('takes the view that the stream brings', async () => {
    answerFetch(() => ({ body: sideView() }));
    const { desk, root } = open(sideView());
    desk.start();
    FakeSource.made[0]!.emit('change', { version: 9, view: sideView({ server_time: '2026-12-05T02:30:00Z', match: null, waiting: 'no-match' }) });
    await until(() => root.querySelector('.waiting'));
    expect(FakeSource.made[0]!.url).toContain('/api/v1/t/ABCDEF/stream?device=');
  });
});
