import { afterEach, expect, it, vi } from 'vitest';
import { LadderPage } from '../src/kiosk/LadderPage';
import { SideNav } from '../src/kiosk/SideNav';
import type { Ladder } from '../src/shapes';
import { deskOf, entrant, eventView, ladder } from './events';
import { answerFetch, type Asked, click, find, show, type, until } from './setup';

const arena = { 'zh-Hans': '擂台赛', 'zh-Hant': '擂臺賽', en: 'Challenges' };
const event = eventView({ phases: [{ id: 'challenge', name: arena, kind: 'ladder', groups: [] }], entrants: ['e1', 'e4', 'e9', 'e10'].map((id) => entrant(id)) });
const body = (request: Asked) => request.body as Record<string, unknown>;

/** Shows the ladder as it stands; gives what was decided. */
async function shown(change: Partial<Ladder> = {}, role: 'organiser' | 'referee' = 'organiser') {
  const asked = answerFetch((request) => (/ladder/.test(request.url) ? { status: request.method === 'POST' ? 201 : 200, body: ladder(change) } : 'lost'));
  const root = show(<LadderPage desk={deskOf(event, role)} event={event} />);
  await until(() => root.querySelector('.pyramid'));
  return { root, decided: () => asked.filter((request) => request.method === 'POST') };
}

const button = (root: ParentNode, selector: string) => find<HTMLButtonElement>(root, selector);

afterEach(() => vi.unstubAllGlobals());

it('is a tab only where the rulebook has one', () => {
  answerFetch(() => 'lost');
  expect(show(<SideNav desk={deskOf(event)} />).querySelectorAll('a[href$="/ladder"]')).toHaveLength(1);
  expect(show(<SideNav desk={deskOf(eventView())} />).querySelectorAll('a[href$="/ladder"]')).toHaveLength(0);
});

it('shows titles as steps, the highest on top, with losses, absences and empty seats', async () => {
  const { root } = await shown();
  expect(Array.from(root.querySelectorAll('.pyramid-step')).map((step) => step.getAttribute('data-title'))).toEqual(['chief', 'vanguard']);
  const vanguard = find(root, '.pyramid [data-entrant=e4]');
  expect(vanguard.textContent).toContain('负 2/3 队');
  expect(vanguard.textContent).toContain('公安队、邮政队');
  expect(vanguard.textContent).toContain('缺席 2 次');
  expect(vanguard.textContent).toContain('季度末失去称号');
  expect(root.querySelectorAll('.vacant')).toHaveLength(2);
});

it('shows whom a challenger has beaten, whom it may meet and why', async () => {
  const { root } = await shown();
  const shownOne = find(root, '.challenger[data-entrant=e9]').textContent;
  expect(shownOne).toContain('胜先锋 2/3');
  expect(shownOne).toContain('运输队、采油队');
  expect(shownOne).toContain('可攻先锋');
  expect(shownOne).toContain('正在与守擂队逐一交手');
  expect(shownOne).toContain('还没对过：供电队');
});

it('closes a quarter with what it changes, a seed, and a second question', async () => {
  const { root, decided } = await shown();
  click(root, '[data-do=close]');
  await until(() => root.querySelector('[role=dialog] .moves'));
  expect(find(root, '[role=dialog] .moves').textContent).toContain('无称号 → 先锋');
  type(find<HTMLInputElement>(root, '[name=seed]'), 'Q1');
  await until(() => !button(root, '[data-do=close-next]').disabled);
  click(root, '[data-do=close-next]');
  await until(() => root.querySelector('[data-do=close-yes]'));
  expect(decided()).toHaveLength(0);
  click(root, '[data-do=close-yes]');
  await until(() => decided().length === 1);
  expect(decided()[0]!.url).toBe('/api/v1/events/ev1/ladder/close');
  expect(body(decided()[0]!)).toEqual({ seed: 'Q1' });
});

it('wants a reason where there is more to play', async () => {
  const { root } = await shown({ next: 'challenge', next_title: 'vanguard' });
  click(root, '[data-do=close]');
  await until(() => root.querySelector('[data-do=close-next]'));
  expect(button(root, '[data-do=close-next]').disabled).toBe(true);
  type(find<HTMLInputElement>(root, '[role=dialog] [name=reason]'), '场地收回');
  await until(() => !button(root, '[data-do=close-next]').disabled);
});

it('takes a title, grants an empty seat, and asks for a match among holders', async () => {
  const { root, decided } = await shown({ next: 'challenge', next_title: 'vanguard' });
  click(root, '.pyramid [data-entrant=e4] [data-do=holder]');
  const against = await until(() => root.querySelector<HTMLSelectElement>('[name=against]'));
  against!.value = 'e1';
  against!.dispatchEvent(new Event('change', { bubbles: true }));
  await until(() => !button(root, '[data-do=ask-yes]').disabled);
  click(root, '[data-do=ask-yes]');
  await until(() => decided().length === 1 && root.querySelector('[role=dialog]') === null);
  click(root, '.pyramid [data-entrant=e4] [data-do=holder]');
  (await until(() => root.querySelector<HTMLElement>('[data-do=take]')))!.click();
  await until(() => root.querySelector('[data-do=take-next]'));
  type(find<HTMLInputElement>(root, '[role=dialog] [name=reason]'), '换了人');
  await until(() => !button(root, '[data-do=take-next]').disabled);
  click(root, '[data-do=take-next]');
  (await until(() => root.querySelector<HTMLElement>('[data-do=take-yes]')))!.click();
  await until(() => decided().length === 2 && root.querySelector('[role=dialog]') === null);
  click(root, '[data-title=vanguard] [data-do=grant]');
  const who = await until(() => root.querySelector<HTMLSelectElement>('[name=entrant]'));
  who!.value = 'e9';
  who!.dispatchEvent(new Event('change', { bubbles: true }));
  type(find<HTMLInputElement>(root, '[role=dialog] [name=reason]'), '组委会决定');
  await until(() => !button(root, '[data-do=grant-next]').disabled);
  click(root, '[data-do=grant-next]');
  (await until(() => root.querySelector<HTMLElement>('[data-do=grant-yes]')))!.click();
  await until(() => decided().length === 3);
  expect(decided().map((request) => [request.url.replace('/api/v1/events/ev1/ladder/', ''), request.body])).toEqual([
    ['challenges', { challenger: 'e4', holder: 'e1' }],
    ['titles', { entrant: 'e4', title: '', reason: '换了人' }],
    ['titles', { entrant: 'e9', title: 'vanguard', reason: '组委会决定' }],
  ]);
});

it('registers who challenges, of those without a title', async () => {
  const { root, decided } = await shown({ next: 'challenge', next_title: 'vanguard' });
  click(root, '[data-do=register]');
  await until(() => root.querySelector('[role=dialog] [data-entrant=e10]'));
  expect(root.querySelector('[role=dialog] [data-entrant=e1]')).toBeNull();
  click(root, '[role=dialog] [data-entrant=e10]');
  await until(() => find(root, '[role=dialog] [data-entrant=e10]').getAttribute('aria-pressed') === 'true');
  click(root, '[data-do=register-yes]');
  await until(() => decided().length === 1);
  expect(body(decided()[0]!)).toEqual({ entrants: ['e9', 'e10'] });
});

it('shows what corrections would make of a quarter that is over, and reopens the last one', async () => {
  const closed = { number: 1, before: [['e4'], ['e1']], after: [['e9'], ['e1']], moves: [{ entrant: 'e9', to: 'vanguard', why: 'claimed' as const, against: ['e4'] }], seed: 'Q1', now: [['e4'], ['e9']] };
  const { root, decided } = await shown({ quarter: 2, closed: [closed] });
  const now = find(root, '.closed-quarter .note-warn').textContent;
  expect(now).toContain('主将: 公安队');
  expect(now).toContain('先锋: 运输队');
  click(root, '[data-do=reopen]');
  type((await until(() => root.querySelector<HTMLInputElement>('[role=dialog] [name=reason]')))!, '点错');
  await until(() => !button(root, '[data-do=reopen-next]').disabled);
  click(root, '[data-do=reopen-next]');
  (await until(() => root.querySelector<HTMLElement>('[data-do=reopen-yes]')))!.click();
  await until(() => decided().length === 1);
  expect(decided()[0]!.url).toBe('/api/v1/events/ev1/ladder/reopen');
});

it('leaves decisions to those who run the event', async () => {
  const { root } = await shown({}, 'referee');
  expect(root.querySelectorAll('[data-do]')).toHaveLength(0);
});
