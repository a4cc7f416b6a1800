import { render } from 'preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DrawPage } from '../src/kiosk/DrawPage';
import { byesOf, faultsAt, faultsElsewhere, numberTrouble, orderOf, readEntrant } from '../src/kiosk/drawing/lots';
import { sharedReason } from '../src/parts/PairReason';
import type { EventView, MissingMatch, NextDraw, Problem } from '../src/shapes';
import { EventDesk } from '../src/staff/eventDesk';
import { person } from '../src/staff/session';
import { draw, drawnPair, event, field, side } from './draws';
import { answerFetch, click, find, show, type, until, type Asked } from './setup';

const five = [side('01'), side('02'), side('A03', '机械分会'), side('10', '机械队'), side('11', '物理队')];

it.each([
  ['1', '01'],
  ['０１', '01'],
  ['a3', 'A03'],
  ['10', '10'],
  ['物理', '11'],
  ['单位10', '10'],
  ['机械队', '10'],
])('reads %s as %s', (text, number) => {
  const typed = readEntrant(five, text);
  expect(typed.side && typed.side.number).toBe(number);
});

it.each([
  ['', 'empty'],
  ['机械', 'several'],
  ['99', 'unknown'],
])('does not guess at “%s”', (text, why) => {
  expect(readEntrant(five, text)).toEqual({ side: null, why });
});

it('lets those sit out whom no pair names, but not those for third place or who are through', () => {
  const all = field({ third: [side('04'), side('05')], through: [side('03')] });
  expect(byesOf(all, []).map((one) => one.number)).toEqual(['01', '02']);
  expect(byesOf(all, [{ home: 'e01', away: 'e02' }])).toEqual([]);
});

it('reads the numbers that a group drew, and says what is wrong with one', () => {
  const order = [side('01'), side('02'), side('03')];
  expect(orderOf(order, { e01: '2', e02: '３', e03: ' 1 ' })).toEqual(['e03', 'e01', 'e02']);
  expect(orderOf(order, { e01: '2', e02: '3' })).toBeNull();
  expect(numberTrouble(order, { e01: '4' }, 'e01')).toBe('range');
  expect(numberTrouble(order, { e01: 'x' }, 'e01')).toBe('range');
  expect(numberTrouble(order, { e01: '2', e02: '2' }, 'e02')).toBe('twice');
  expect(numberTrouble(order, {}, 'e02')).toBe('');
});

it('puts each refusal to its line', () => {
  const fault = (at: string, message: string) => ({ code: 'x', at, clause: '', message });
  const problem = { faults: [fault('/pairings/1/home', '甲'), fault('/pairings/12', '乙'), fault('/3/pairings/1', '丙'), fault('/byes/0', '丁'), fault('', '戊'), fault('/orders/A/2', '己'), fault('/orders/A', '庚')] } as unknown as Problem;
  expect(faultsAt(problem, '/pairings/1')).toEqual(['甲', '丙']);
  expect(faultsAt(problem, '/byes/0')).toEqual(['丁']);
  expect(faultsAt(problem, '/orders/A/2')).toEqual(['己']);
  expect(faultsElsewhere(problem)).toEqual(['戊', '庚']);
  expect(faultsAt(null, '/byes/0')).toEqual([]);
});

it('says a reason once where it is the same for all', () => {
  expect(sharedReason(draw().pairs)).toBe('抽签排出');
  expect(sharedReason([drawnPair(1, '01', '02', '甲'), drawnPair(2, '03', '04', '乙')])).toBe('');
  expect(sharedReason([drawnPair(1, '01', '02', '甲')])).toBe('');
});

beforeEach(() => {
  document.body.replaceChildren(document.createElement('div'));
  person.value = { role: 'organiser', name: '王' };
});

afterEach(async () => {
  render(null, find(document, 'body > div'));
  // What was on its way comes to nobody before the test's kiosk is gone.
  await new Promise((resolve) => setTimeout(resolve, 0));
  person.value = undefined;
  vi.unstubAllGlobals();
});

/** The page over a kiosk that says what is next and answers the draw. */
function page(next: NextDraw, answer: (asked: Asked) => { status?: number; body?: unknown } | 'lost' = () => ({ body: {} }), change: Partial<EventView> = {}) {
  const asked = answerFetch((request) => {
    if (request.method === 'POST') return answer(request);
    if (/\/rounds\/next/.test(request.url)) return { body: next };
    if (/\/draw$/.test(request.url)) return { body: draw() };
    return 'lost';
  });
  const view = event(change);
  const desk = new EventDesk('ev1');
  desk.event.value = view;
  const root = show(<DrawPage desk={desk} event={view} />);
  return { root, asked, desk, posts: () => asked.filter((request) => request.method === 'POST') };
}

function enter(root: ParentNode, selector: string, text: string): void {
  const input = find<HTMLInputElement>(root, selector);
  type(input, text);
}

async function typePair(root: ParentNode, home: string, away: string): Promise<void> {
  const key = (selector: string) => find(root, selector).dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  enter(root, '[name=paper-home]', home);
  await until(() => root.querySelectorAll('.paper-entry .answer-good').length === 1);
  key('[name=paper-home]');
  await until(() => document.activeElement === find(root, '[name=paper-away]'));
  enter(root, '[name=paper-away]', away);
  await until(() => root.querySelectorAll('.paper-entry .answer-good').length === 2);
  const before = root.querySelectorAll('[data-pair]').length;
  key('[name=paper-away]');
  await until(() => root.querySelectorAll('[data-pair]').length === before + 1);
}

it('draws with a seed, and shows the pairs with their reasons, who sits out, and the way to the projector', async () => {
  const { root, posts } = page({ missing: [], field: field(), why: '' });
  await until(() => root.querySelectorAll('.pairs tbody tr').length === 2);
  expect(find(root, '.drawn-round').textContent).toContain('各场都是：抽签排出');
  expect(find(root, '.drawn-round').textContent).toContain('20261234');
  expect(find(root, '.drawn-round').textContent).toContain('本轮轮空：队05');
  expect(find(root, '[data-do=projector]').getAttribute('href')).toBe('/draw/ev1?round=1');
  await until(() => root.querySelector('[name=seed]'));
  enter(root, '[name=seed]', ' 42 ');
  await until(() => !find<HTMLButtonElement>(root, '[data-do=draw]').disabled);
  click(root, '[data-do=draw]');
  await until(() => posts().length === 1);
  expect(posts()[0]!.url).toBe('/api/v1/events/ev1/rounds');
  expect(posts()[0]!.body).toEqual({ seed: '42' });
});

it('draws nothing until it is said what happens to each match without a result', async () => {
  const outcomes: MissingMatch['outcomes'] = ['forfeit-a', 'forfeit-b', 'forfeit-both'];
  const missing = [1, 2].map((table): MissingMatch => ({ match: `ev1-${table}`, round: 1, table, group: '', a: side('01'), b: side('02'), outcomes }));
  const { root, posts } = page({ missing, field: null, why: '' }, () => ({ body: {} }), { next_round: { possible: false, why: '还有比赛没有结果' } });
  await until(() => root.querySelectorAll('[data-match]').length === 2);
  const button = () => find<HTMLButtonElement>(root, '[data-do=draw]');
  expect(button().disabled).toBe(true);
  const options = Array.from(root.querySelectorAll('[data-match="ev1-1"] option')).map((option) => option.textContent);
  expect(options).toEqual(['未定', '队01 弃权', '队02 弃权', '双方弃权']);
  const choose = (match: string, value: string) => {
    const select = find<HTMLSelectElement>(root, `[data-match="${match}"] select`);
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  };
  choose('ev1-1', 'forfeit-b');
  await until(() => find<HTMLSelectElement>(root, '[data-match="ev1-1"] select').value === 'forfeit-b');
  expect(button().disabled).toBe(true);
  choose('ev1-2', 'forfeit-both');
  await until(() => !button().disabled);
  button().click();
  await until(() => posts().length === 1);
  expect(posts()[0]!.body).toEqual({ missing: { 'ev1-1': 'forfeit-b', 'ev1-2': 'forfeit-both' } });
});

it('takes lots on paper by the keyboard alone, and shows a refusal at its line', async () => {
  const refused = { type: 'about:blank', title: 'x', status: 422, code: 'faults', faults: [{ code: 'knockout.bye', at: '/byes/0', clause: '', message: '队05不该轮空' }, { code: 'knockout.out', at: '/pairings/0', clause: '', message: '队01已被淘汰' }] };
  let refuse = true;
  const { root, posts } = page({ missing: [], field: field(), why: '' }, () => (refuse ? { status: 422, body: refused } : { status: 201, body: {} }));
  await until(() => root.querySelector('[data-do=by-hand]'));
  click(root, '[data-do=by-hand]');
  await until(() => document.activeElement === root.querySelector('[name=paper-home]'));
  await typePair(root, '1', '4');
  await typePair(root, '3', '队02');
  // One is left, who sits out: the next Enter draws.
  await until(() => document.activeElement === find(root, '[data-do=draw]'));
  expect(find(root, '.paper-left').textContent).toContain('队05');
  expect(find(root, '.paper-count').textContent).toBe('已录入 2 场，应为 2 场');
  click(root, '[data-do=draw]');
  await until(() => root.querySelector('.chip-bad'));
  expect(posts()[0]!.body).toEqual({ seed: '77', pairs: [{ home: 'e01', away: 'e04' }, { home: 'e03', away: 'e02' }], byes: ['e05'] });
  expect(find(root, '.chip-bad').textContent).toContain('队05不该轮空');
  expect(find(root, '[data-pair="0"]').textContent).toContain('队01已被淘汰');
  expect(find(root, '[data-pair="1"]').textContent).not.toContain('淘汰');
  refuse = false;
  click(root, '[data-do=draw]');
  await until(() => posts().length === 2 && root.querySelector('.paper-draw') === null);
});

it('takes up the pair before with the backspace key', async () => {
  const { root } = page({ missing: [], field: field(), why: '' });
  await until(() => root.querySelector('[data-do=by-hand]'));
  click(root, '[data-do=by-hand]');
  await until(() => root.querySelector('[name=paper-home]'));
  await typePair(root, '1', '2');
  find(root, '[name=paper-home]').dispatchEvent(new KeyboardEvent('keydown', { key: 'Backspace', bubbles: true, cancelable: true }));
  await until(() => find<HTMLInputElement>(root, '[name=paper-home]').value === '01');
  enter(root, '[name=paper-away]', '5');
  await until(() => root.querySelectorAll('.paper-entry .answer-good').length === 2);
  click(root, '[data-do=add-pair]');
  await until(() => (find(root, '[data-pair="0"]').textContent || '').indexOf('队05') >= 0);
  expect(root.querySelectorAll('[data-pair]')).toHaveLength(1);
});

it('takes the numbers that everybody drew where a schedule follows from them', async () => {
  const groups = [{ name: 'A', order: [side('01'), side('02')] }, { name: 'B', order: [side('03'), side('04')] }];
  const { root, posts } = page({ missing: [], field: field({ lots: 'orders', groups }), why: '' }, () => ({ status: 201, body: {} }));
  await until(() => root.querySelector('[data-do=by-hand]'));
  click(root, '[data-do=by-hand]');
  await until(() => document.activeElement === root.querySelector('[name=lot-e01]'));
  const lots: [string, string][] = [['e01', '2'], ['e02', '1'], ['e03', '1'], ['e04', '1']];
  for (const [entrant, number] of lots) {
    enter(root, `[name=lot-${entrant}]`, number);
    find(root, `[name=lot-${entrant}]`).dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  }
  await until(() => (find(root, '.paper-draw').textContent || '').indexOf('签号重复') >= 0);
  expect(find<HTMLButtonElement>(root, '[data-do=draw]').disabled).toBe(true);
  enter(root, '[name=lot-e04]', '2');
  await until(() => !find<HTMLButtonElement>(root, '[data-do=draw]').disabled);
  find(root, '[name=lot-e04]').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  expect(document.activeElement).toBe(find(root, '[data-do=draw]'));
  click(root, '[data-do=draw]');
  await until(() => posts().length === 1);
  expect(posts()[0]!.body).toEqual({ seed: '77', orders: { A: ['e02', 'e01'], B: ['e03', 'e04'] } });
});

it('offers no paper where the round is settled already', async () => {
  const { root } = page({ missing: [], field: field({ lots: 'none', groups: [] }), why: '' });
  await until(() => (root.textContent || '').indexOf('已经全部排定') >= 0);
  expect(root.querySelector('[data-do=by-hand]')).toBeNull();
  expect(root.querySelector('[name=seed]')).toBeNull();
});

it('takes a round back, and one that has begun only after a second question', async () => {
  const begun = { type: 'about:blank', title: 'x', status: 409, code: 'undo.begun', detail: '第1轮已经开始' };
  const { root, posts } = page({ missing: [], field: field(), why: '' }, (asked) => ((asked.body as { begun?: boolean }).begun ? { body: {} } : { status: 409, body: begun }));
  await until(() => root.querySelector('[data-do=undo]'));
  click(root, '[data-do=undo]');
  await until(() => root.querySelector('[role=dialog] [name=reason]'));
  expect(find<HTMLButtonElement>(root, '[data-do=undo-yes]').disabled).toBe(true);
  enter(root, '[role=dialog] [name=reason]', '桌号贴错');
  await until(() => !find<HTMLButtonElement>(root, '[data-do=undo-yes]').disabled);
  click(root, '[data-do=undo-yes]');
  const sure = await until(() => root.querySelector<HTMLInputElement>('[name=undo-sure]'));
  expect(find<HTMLButtonElement>(root, '[data-do=undo-yes]').disabled).toBe(true);
  sure!.click();
  await until(() => !find<HTMLButtonElement>(root, '[data-do=undo-yes]').disabled);
  click(root, '[data-do=undo-yes]');
  await until(() => root.querySelector('[role=dialog]') === null);
  expect(posts().map((request) => request.body)).toEqual([{ reason: '桌号贴错' }, { reason: '桌号贴错', begun: true }]);
  expect(posts()[0]!.url).toBe('/api/v1/events/ev1/rounds/1/undo');
});

it('leaves the draw to the organiser', async () => {
  person.value = { role: 'referee', name: '李' };
  const { root } = page({ missing: [], field: field(), why: '' });
  await until(() => root.querySelectorAll('.pairs tbody tr').length === 2);
  expect(root.querySelector('[data-do=draw]')).toBeNull();
  expect(root.querySelector('[data-do=undo]')).toBeNull();
});
