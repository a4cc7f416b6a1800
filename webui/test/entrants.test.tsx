import { afterEach, expect, it, vi } from 'vitest';
import { CheckInPage } from '../src/kiosk/CheckInPage';
import { EntriesPage } from '../src/kiosk/EntriesPage';
import type { EventView } from '../src/shapes';
import { deskOf, entrant, eventView } from './events';
import { answerFetch, type Asked, click, find, show, type, until } from './setup';

const body = (request: Asked) => request.body as Record<string, unknown>;
const button = (root: ParentNode, selector: string) => find<HTMLButtonElement>(root, selector);
const refusal = (code: string, detail: string) => ({ status: 409, body: { type: 'about:blank', title: 'Conflict', status: 409, code, detail } });

/** A kiosk that takes every command, unless it is to refuse the first ones. */
function kiosk(event: EventView, ...refusals: ReturnType<typeof refusal>[]) {
  const asked = answerFetch((request) => {
    if (request.method !== 'POST') return 'lost';
    const refused = refusals.shift();
    if (refused !== undefined) return refused;
    return { status: 201, body: /partners$|entrants$/.test(request.url) ? event : { entrant: event.entrants[0], kept: [] } };
  });
  return { asked: () => asked.filter((request) => request.method === 'POST') };
}

async function opened(event: EventView, who: string, role: 'organiser' | 'referee' = 'organiser'): Promise<HTMLElement> {
  const root = show(<EntriesPage desk={deskOf(event, role)} event={event} />);
  click(root, `[data-entrant=${who}] [data-do=entrant]`);
  await until(() => root.querySelector('[role=dialog]'));
  return root;
}

const actions = (root: HTMLElement) => Array.from(root.querySelectorAll('[role=dialog] [data-do]')).map((one) => one.getAttribute('data-do'));

afterEach(() => vi.unstubAllGlobals());

it('tells what became of each entrant: since when it is out and why, who came late, who plays for whom', () => {
  const event = eventView({
    entrants: [
      entrant('e1', { state: 'withdrawn', left_round: 3, left_reason: '有人受伤', left_at: '2026-12-05T03:00:00Z', left_by: '王组织' }),
      entrant('e2', { joined: 2 }),
      entrant('e3', { replaced: [{ out: '甲e3', in: '新人', reason: '生病', round: 2, by: '李裁判', at: '2026-12-05T03:00:00Z' }] }),
    ],
  });
  const root = show(<EntriesPage desk={deskOf(event)} event={event} />);
  const told = (id: string) => find(root, `[data-entrant=${id}] .standing`).textContent;
  expect(told('e1')).toContain('退赛 第 3 轮起');
  expect(told('e1')).toContain('有人受伤');
  expect(told('e2')).toContain('第 2 轮起加入');
  expect(told('e3')).toContain('第 2 轮起 新人 换下 甲e3');
});

it.each([
  ['organiser', {}, ['correct', 'replace', 'withdraw', 'disqualify']],
  ['organiser', { state: 'disqualified', left_round: 1 }, ['correct', 'reinstate']],
  ['organiser', { drawn: false, present: 'missing' }, ['correct', 'replace', 'withdraw', 'disqualify', 'add']],
  ['referee', {}, ['replace']],
  ['referee', { state: 'withdrawn', left_round: 1 }, []],
] as const)('offers an %s what can be done about %o', async (role, change, want) => {
  const root = await opened(eventView({ entrants: [entrant('e1', change)] }), 'e1', role);
  expect(actions(root)).toEqual(want);
});

it('asks a second time before somebody leaves, with the reason', async () => {
  const event = eventView();
  const { asked } = kiosk(event);
  const root = await opened(event, 'e1');
  click(root, '[data-do=withdraw]');
  await until(() => root.querySelector('[name=reason]'));
  expect(button(root, '[data-do=leave-next]').disabled).toBe(true);
  type(find<HTMLInputElement>(root, '[name=reason]'), '有人受伤');
  await until(() => !button(root, '[data-do=leave-next]').disabled);
  click(root, '[data-do=leave-next]');
  await until(() => root.querySelector('[data-do=leave-yes]'));
  expect(asked()).toHaveLength(0);
  expect(find(root, '[role=dialog]').textContent).toContain('队e1');
  click(root, '[data-do=leave-yes]');
  await until(() => asked().length === 1);
  expect(asked()[0]!.url).toBe('/api/v1/events/ev1/entrants/e1/withdraw');
  expect(body(asked()[0]!)).toEqual({ reason: '有人受伤' });
});

it('says which forfeits stay when somebody is back', async () => {
  const event = eventView({ entrants: [entrant('e1', { state: 'withdrawn', left_round: 1 })] });
  answerFetch((request) => (request.method === 'POST' ? { body: { entrant: entrant('e1'), kept: ['ev1-1', 'ev1-5'] } } : 'lost'));
  const root = await opened(event, 'e1');
  click(root, '[data-do=reinstate]');
  await until(() => root.querySelector('[name=reason]'));
  type(find<HTMLInputElement>(root, '[name=reason]'), '查清');
  await until(() => !button(root, '[data-do=leave-next]').disabled);
  click(root, '[data-do=leave-next]');
  (await until(() => root.querySelector<HTMLElement>('[data-do=leave-yes]')))!.click();
  await until(() => (find(root, '[role=dialog]').textContent || '').indexOf('2 场弃权不变') >= 0);
});

it('overrules a rulebook that fixes players only after it has said so, and only for those who run the event', async () => {
  const event = eventView();
  const fixed = refusal('replace.fixed', '按规程，中途不得换人');
  for (const role of ['organiser', 'referee'] as const) {
    const { asked } = kiosk(event, fixed);
    const root = await opened(event, 'e1', role);
    click(root, '[data-do=replace]');
    (await until(() => root.querySelector<HTMLElement>('[data-player=甲e1]')))!.click();
    type(find<HTMLInputElement>(root, '[name=in]'), '新人');
    type(find<HTMLInputElement>(root, '[name=reason]'), '生病');
    expect(root.querySelector('[name=override]')).toBeNull();
    await until(() => !button(root, '[data-do=replace-yes]').disabled);
    click(root, '[data-do=replace-yes]');
    await until(() => (find(root, '[role=dialog]').textContent || '').indexOf('不得换人') >= 0);
    if (role === 'referee') {
      expect(root.querySelector('[name=override]')).toBeNull();
      continue;
    }
    const override = await until(() => root.querySelector<HTMLInputElement>('[name=override]'));
    override!.click();
    await until(() => find(root, '[data-do=replace-yes]').className.indexOf('danger') >= 0);
    click(root, '[data-do=replace-yes]');
    await until(() => asked().length === 2);
    expect(body(asked()[1]!)).toEqual({ out: '甲e1', in: '新人', reason: '生病', override: true });
  }
});

it('takes in a late entry, and shows the kiosk’s sentence where there is no place', async () => {
  const event = eventView({ entry: { players: 2, groups: ['A', 'B'], partners: '', fixed_players: false, clause: '' } });
  const { asked } = kiosk(event, refusal('add.knockout', '淘汰赛已经抽签，没有空位'));
  const root = show(<EntriesPage desk={deskOf(event)} event={event} />);
  click(root, '[data-do=add]');
  await until(() => root.querySelector('[name=player-2]'));
  const fields = { number: 'A09', unit: '后勤', 'player-1': '袁方', 'player-2': '潘岳', reason: '漏报' };
  for (const [name, text] of Object.entries(fields)) type(find<HTMLInputElement>(root, `[role=dialog] [name=${name}]`), text);
  const group = find<HTMLSelectElement>(root, '[name=group]');
  group.value = 'B';
  group.dispatchEvent(new Event('change', { bubbles: true }));
  await until(() => !button(root, '[data-do=add-yes]').disabled);
  click(root, '[data-do=add-yes]');
  await until(() => (find(root, '[role=dialog]').textContent || '').indexOf('没有空位') >= 0);
  click(root, '[data-do=add-yes]');
  await until(() => root.querySelector('[role=dialog]') === null);
  expect(body(asked()[1]!)).toEqual({ number: 'A09', unit: '后勤', team: '', group: 'B', players: ['袁方', '潘岳'], reason: '漏报' });
});

it('takes in at check-in who was missing when the draw was made', async () => {
  const event = eventView({ entrants: [entrant('e1'), entrant('e2', { present: 'missing', drawn: false })] });
  const { asked } = kiosk(event);
  const root = show(<CheckInPage desk={deskOf(event)} event={event} />);
  expect(root.querySelectorAll('[data-do=add]')).toHaveLength(1);
  click(root, '[data-entrant=e2] [data-do=add]');
  type((await until(() => root.querySelector<HTMLInputElement>('[role=dialog] [name=reason]')))!, '堵车');
  await until(() => !button(root, '[data-do=add-yes]').disabled);
  click(root, '[data-do=add-yes]');
  await until(() => asked().length === 1);
  expect(body(asked()[0]!)).toEqual({ id: 'e2', reason: '堵车' });
});

const single = (id: string) => entrant(id, { players: [`独${id}`], drawn: false });
const alone = eventView({
  rounds: [],
  entrants: ['e1', 'e2', 'e3', 'e4'].map(single),
  entry: { players: 2, groups: [], partners: 'either', fixed_players: false, clause: '' },
});

it('draws partners from a seed, after some are named', async () => {
  const { asked } = kiosk(alone);
  const root = show(<EntriesPage desk={deskOf(alone)} event={alone} />);
  click(root, '[data-person=e1]');
  await until(() => find(root, '[data-person=e1]').getAttribute('aria-pressed') === 'true');
  click(root, '[data-person=e4]');
  await until(() => root.querySelector('.together li'));
  expect(root.querySelector('[data-person=e1]')).toBeNull();
  type(find<HTMLInputElement>(root, '[name=partners-seed]'), '20261205');
  await until(() => find<HTMLInputElement>(root, '[name=partners-seed]').value === '20261205');
  click(root, '[data-do=partners]');
  await until(() => asked().length === 1);
  expect(body(asked()[0]!)).toEqual({ together: [['e1', 'e4']], seed: '20261205' });
});

it('enters named partners without a lot', async () => {
  const { asked } = kiosk(alone);
  const root = show(<EntriesPage desk={deskOf(alone)} event={alone} />);
  click(root, '[data-person=e2]');
  await until(() => find(root, '[data-person=e2]').getAttribute('aria-pressed') === 'true');
  click(root, '[data-person=e3]');
  (await until(() => root.querySelector<HTMLElement>('[data-do=partners-named]')))!.click();
  await until(() => asked().length === 1);
  expect(body(asked()[0]!)).toEqual({ together: [['e2', 'e3']], no_lot: true });
});

it('shows the lots that were drawn with their seed, and parts them only when asked twice', async () => {
  const drawn = { ...alone, entrants: [entrant('e5', { players: ['甲', '乙'] })], partners: [{ lot: 1, entrant: 'e5', persons: ['甲', '乙'], seed: '777' }] };
  const { asked } = kiosk(drawn);
  const root = show(<EntriesPage desk={deskOf(drawn)} event={drawn} />);
  expect(find(root, '[data-lot="1"]').textContent).toContain('甲、乙');
  expect(find(root, '.partners code').textContent).toBe('777');
  click(root, '[data-do=partners-anew]');
  await until(() => root.querySelector('[data-do=partners-anew-yes]'));
  expect(asked()).toHaveLength(0);
  click(root, '[data-do=partners-anew-yes]');
  await until(() => asked().length === 1);
  expect(body(asked()[0]!)).toEqual({ anew: true });
});

it('draws no partners once a round is drawn', () => {
  const event = { ...alone, rounds: eventView().rounds };
  const root = show(<EntriesPage desk={deskOf(event)} event={event} />);
  expect(root.querySelector('.partners')).toBeNull();
});
