import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { boardOfSide } from '../src/parts/board';
import { Queue } from '../src/referee/Queue';
import type { Impact, MatchView, QueueItem } from '../src/shapes';
import { CorrectHandDialog } from '../src/staff/CorrectHandDialog';
import { ExchangeDialog } from '../src/staff/ExchangeDialog';
import { ForfeitDialog } from '../src/staff/ForfeitDialog';
import { MatchSheet } from '../src/staff/MatchSheet';
import { PenaltyDialog } from '../src/staff/PenaltyDialog';
import { ReplayDialog } from '../src/staff/ReplayDialog';
import { PaperSheet } from '../src/kiosk/PaperSheet';
import { deskOf, eventView } from './events';
import { hand, match, sideView } from './fixtures';
import { answerFetch, type Asked, click, find, show, type, until } from './setup';

const board = boardOfSide(sideView());
const nothing: Impact = { ranks: [], pairings: [], choices: [] };
const touching: Impact = {
  ranks: [{ phase: 'final', group: '', entrant: 'e1', name: '数学分会', from: 1, to: 2 }],
  pairings: [{ match: 'm9', round: 2, table: 1, begun: true, out: 'e1', in: 'e2', text: '第2轮第1桌：数学分会不应进入这一轮' }],
  choices: ['keep', 'redraw', 'replay'],
};

const close = vi.fn();
const body = (request: Asked) => request.body as Record<string, unknown>;

/** A kiosk that foresees an impact, and refuses what touches later rounds and does not say what becomes of them. */
function kiosk(impact: Impact, change: Partial<MatchView> = {}): { ruled(): Asked[] } {
  const told = { match: match(change), text: [], impact, due: ['warn'], repetition: 1, clause: '6', actions: ['warn'], changes: [], verdict: { rulebook: 'x', valid: true, faults: [], notices: [], games: [] } };
  const asked = answerFetch((request) => {
    if (request.method !== 'POST') return 'lost';
    if (body(request)['dry_run'] === true) return { body: told };
    if (impact.choices.length > 0 && body(request)['later'] === undefined) {
      return { status: 409, body: { type: 'about:blank', title: 'Conflict', status: 409, code: 'later.choose', detail: '请先选择', present: impact } };
    }
    return { status: 201, body: told };
  });
  return { ruled: () => asked.filter((request) => request.method === 'POST' && body(request)['dry_run'] !== true) };
}

const button = (root: ParentNode, selector: string) => find<HTMLButtonElement>(root, selector);

beforeEach(() => close.mockClear());
afterEach(() => vi.unstubAllGlobals());

it('shows what a correction changes, and sends nothing before it is said what becomes of later rounds', async () => {
  const { ruled } = kiosk(touching);
  const root = show(<CorrectHandDialog desk={deskOf(eventView())} match={match()} board={board} hand={hand({ state: 'confirmed' })} close={close} />);
  click(root, '[name=void]');
  await until(() => root.querySelectorAll('[data-later]').length === 3);
  expect(find(root, '.consequences').textContent).toContain('数学分会不应进入这一轮');
  expect(find(root, '.rank-shifts').textContent).toContain('第 1 → 第 2');
  expect(find(root, '[data-later=redraw]').textContent).toContain('第 2 轮');
  expect(find(root, '.later').textContent).toContain('1 场已经开打');
  type(find<HTMLInputElement>(root, '[name=reason]'), '记错了');
  await until(() => root.querySelector('.note-warn') !== null);
  expect(button(root, '[data-do=correct-yes]').disabled).toBe(true);
  expect(ruled()).toHaveLength(0);
  click(root, '[data-later=keep]');
  await until(() => !button(root, '[data-do=correct-yes]').disabled);
  click(root, '[data-do=correct-yes]');
  await until(() => close.mock.calls.length === 1);
  expect(ruled().map(body)).toEqual([{ game: 1, number: 1, hand: null, version: 3, reason: '记错了', later: 'keep' }]);
});

it('asks nothing of later rounds where none is touched', async () => {
  const { ruled } = kiosk(nothing);
  const root = show(<ReplayDialog desk={deskOf(eventView())} match={match()} close={close} />);
  type(find<HTMLInputElement>(root, '[name=reason]'), '发错牌');
  await until(() => !button(root, '[data-do=replay-next]').disabled);
  expect(root.querySelector('[data-later]')).toBeNull();
  click(root, '[data-do=replay-next]');
  await until(() => root.querySelector('[data-do=replay-yes]'));
  expect(find(root, '.ruling-end').textContent).toContain('物理分会');
  expect(ruled()).toHaveLength(0);
  click(root, '[data-do=replay-yes]');
  await until(() => close.mock.calls.length === 1);
  expect(ruled().map(body)).toEqual([{ version: 3, reason: '发错牌' }]);
});

it('takes a refusal that asks about later rounds as the question, not as trouble', async () => {
  let foreseen = false;
  const asked = answerFetch((request) => {
    if (request.method !== 'POST') return 'lost';
    if (body(request)['dry_run'] === true) {
      foreseen = true;
      return { body: { match: match(), text: [], impact: nothing } };
    }
    if (body(request)['later'] === undefined) return { status: 409, body: { type: '', title: '', status: 409, code: 'later.choose', detail: '请先选择', present: touching } };
    return { status: 201, body: { match: match(), text: [], impact: touching } };
  });
  const root = show(<ForfeitDialog desk={deskOf(eventView())} match={match()} board={board} close={close} />);
  click(root, '[data-side=B]');
  type(find<HTMLInputElement>(root, '[name=reason]'), '冒名');
  await until(() => foreseen && !button(root, '[data-do=forfeit-next]').disabled);
  click(root, '[data-do=forfeit-next]');
  await until(() => root.querySelector('[data-do=forfeit-yes]'));
  click(root, '[data-do=forfeit-yes]');
  await until(() => root.querySelector('[data-later=replay]'));
  expect(root.querySelector('[role=alert]')).toBeNull();
  expect(close).not.toHaveBeenCalled();
  expect(button(root, '[data-do=forfeit-yes]').disabled).toBe(true);
  click(root, '[data-later=replay]');
  await until(() => !button(root, '[data-do=forfeit-yes]').disabled);
  click(root, '[data-do=forfeit-yes]');
  await until(() => close.mock.calls.length === 1);
  const last = asked.filter((request) => request.method === 'POST').pop()!;
  expect(body(last)).toEqual({ side: 'B', reason: '冒名', later: 'replay' });
});

it('takes a forfeit back where one was given', async () => {
  const { ruled } = kiosk(nothing);
  const root = show(<ForfeitDialog desk={deskOf(eventView())} match={match({ state: 'forfeited' })} board={board} close={close} />);
  click(root, '[data-side=none]');
  type(find<HTMLInputElement>(root, '[name=reason]'), '人到了');
  await until(() => !button(root, '[data-do=forfeit-next]').disabled);
  click(root, '[data-do=forfeit-next]');
  await until(() => root.querySelector('[data-do=forfeit-yes]'));
  click(root, '[data-do=forfeit-yes]');
  await until(() => close.mock.calls.length === 1);
  expect(body(ruled()[0]!)).toEqual({ side: 'none', reason: '人到了' });
});

it('wants a reason of a penalty that touches later rounds, also of one that is due', async () => {
  const { ruled } = kiosk(touching);
  const desk = deskOf(eventView());
  const name = { 'zh-Hans': '冒名', 'zh-Hant': '冒名', en: 'impostor' };
  desk.rulebook.value = { violations: [{ id: 'impostor', name, clause: '6', ladder: [['warn']], ladders: [], counted: name, scope: '', default: false }] } as unknown as typeof desk.rulebook.value;
  const root = show(<PenaltyDialog desk={desk} match={match()} board={board} close={close} />);
  click(root, '[data-side=A]');
  click(root, '[data-violation=impostor]');
  await until(() => root.querySelector('[data-later=keep]'));
  click(root, '[data-later=keep]');
  await until(() => find(root, '[data-later=keep]').getAttribute('aria-pressed') === 'true');
  expect(button(root, '[data-do=penalty-yes]').disabled).toBe(true);
  type(find<HTMLInputElement>(root, '[name=reason]'), '查明');
  await until(() => !button(root, '[data-do=penalty-yes]').disabled);
  click(root, '[data-do=penalty-yes]');
  await until(() => close.mock.calls.length === 1);
  expect(body(ruled()[0]!)).toEqual({ violation: 'impostor', side: 'A', game: 1, later: 'keep', reason: '查明' });
});

it('does not save a sheet from paper before it is said what becomes of later rounds', async () => {
  const { ruled } = kiosk(touching);
  const saved = vi.fn();
  const root = show(<PaperSheet match={match()} board={board} cancel={() => undefined} saved={saved} />);
  type(find<HTMLInputElement>(root, '[name=row-0-0]'), '13');
  await until(() => root.querySelector('[data-later=redraw]'));
  expect(button(root, '[data-do=save]').disabled).toBe(true);
  click(root, '[data-later=redraw]');
  type(find<HTMLInputElement>(root, '[name=reason]'), '看错了行');
  await until(() => !button(root, '[data-do=save]').disabled);
  click(root, '[data-do=save]');
  await until(() => saved.mock.calls.length === 1);
  expect(body(ruled()[0]!)).toEqual({ games: [{ hands: [{ finish: [1, 3] }] }], version: 3, reason: '看错了行', later: 'redraw' });
});

it.each([
  ['sides', [], { with: 'm7', side: 'A', with_side: 'B' }, ['● 数学分会']],
  ['tables', [], { with: 'm8' }, ['7 桌', '化学分会', '8 桌', '数学分会']],
  ['side', ['side-A', 'with-side-B'], { with: 'm8', side: 'A', with_side: 'B' }, ['▲ 体育分会', '● 数学分会']],
] as const)('puts right who sat at whose place: %s', async (kind, choices, sent, words) => {
  const other = match({ id: 'm8', table: 8, sides: { A: { ...match().sides.A, entrant: 'e3', name: '化学分会' }, B: { ...match().sides.B, entrant: 'e4', name: '体育分会' } } });
  const asked = answerFetch((request) =>
    request.method !== 'POST'
      ? request.url.indexOf('/matches') > 0
        ? { body: [match(), other] }
        : 'lost'
      : { status: 201, body: { match: match(), text: [], impact: nothing } },
  );
  const root = show(<ExchangeDialog desk={deskOf(eventView())} match={match()} close={close} />);
  click(root, `[data-kind=${kind}]`);
  if (kind !== 'sides') {
    const select = await until(() => root.querySelector<HTMLSelectElement>('[name=with] option[value=m8]') && root.querySelector<HTMLSelectElement>('[name=with]'));
    select!.value = 'm8';
    select!.dispatchEvent(new Event('change', { bubbles: true }));
  }
  for (const choice of choices) (await until(() => root.querySelector<HTMLElement>(`[data-choice=${choice}]`)))!.click();
  const after = await until(() => root.querySelector('.after-exchange'));
  for (const word of words) expect(after!.textContent).toContain(word);
  type(find<HTMLInputElement>(root, '[name=reason]'), '坐错');
  await until(() => !button(root, '[data-do=exchange-yes]').disabled);
  click(root, '[data-do=exchange-yes]');
  await until(() => close.mock.calls.length === 1);
  const made = asked.filter((request) => request.method === 'POST' && body(request)['dry_run'] !== true);
  expect(made.map(body)).toEqual([{ ...sent, version: 3, reason: '坐错' }]);
});

it('leaves replays and withdrawals to those who run the event', () => {
  kiosk(nothing);
  const asReferee = show(<MatchSheet desk={deskOf(eventView(), 'referee')} match={match()} board={board} />);
  expect(asReferee.querySelector('[data-do=exchange]')).not.toBeNull();
  expect(asReferee.querySelector('[data-do=replay], [data-do=withdraw]')).toBeNull();
  const asChief = show(<MatchSheet desk={deskOf(eventView(), 'chief')} match={match()} board={board} />);
  expect(asChief.querySelectorAll('[data-do=replay], [data-do=withdraw]')).toHaveLength(2);
});

const absent: QueueItem = { kind: 'absent', table: 7, match: 'm7', since: '2026-12-05T02:00:00Z', side: 'B', text: '物理分会开赛10分钟未到场' };

it('gives the walkover that the rulebook has for who is absent by one press', async () => {
  const { ruled } = kiosk(nothing);
  const desk = deskOf(eventView(), 'referee');
  desk.matches.value = [match()];
  desk.queue.value = [{ ...absent, forfeit: 'B' }];
  const root = show(<Queue desk={desk} open={() => undefined} />);
  expect(find(root, '[data-do=absent-forfeit]').textContent).toContain('物理分会');
  click(root, '[data-do=absent-forfeit]');
  await until(() => ruled().length === 1);
  expect(ruled()[0]!.url).toBe('/api/v1/matches/m7/forfeit');
  expect(body(ruled()[0]!)).toEqual({ side: 'B', reason: absent.text });
});

it('gives all penalties that are due, each under a key of its own', async () => {
  const { ruled } = kiosk(nothing);
  const desk = deskOf(eventView(), 'referee');
  const penalty = { violation: 'late', side: 'B' as const, game: 1 };
  desk.queue.value = [{ ...absent, penalties: [penalty, penalty] }];
  const root = show(<Queue desk={desk} open={() => undefined} />);
  click(root, '[data-do=absent-penalty]');
  await until(() => ruled().length === 2);
  expect(ruled().map((request) => request.url)).toEqual(['/api/v1/matches/m7/penalties', '/api/v1/matches/m7/penalties']);
  expect(ruled()[0]!.key).not.toBe(ruled()[1]!.key);
  expect(body(ruled()[1]!)).toEqual({ ...penalty, reason: absent.text });
});
