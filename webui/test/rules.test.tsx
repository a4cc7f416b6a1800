import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ArticleSheet } from '../src/parts/ArticleSheet';
import { Cited, Clause } from '../src/parts/Clause';
import { openClause, placeRules, rulesAddress, rulesPlace } from '../src/parts/rules';
import { Trouble } from '../src/parts/Trouble';
import { AllRulebooks } from '../src/rules/AllRulebooks';
import { Finder } from '../src/rules/find';
import { OneRulebook } from '../src/rules/OneRulebook';
import { rulebookOf } from '../src/rules/RulesPage';
import type { Lang3, RulebookView } from '../src/shapes';
import { Refusal } from '../src/wire/client';
import { language } from '../src/words/language';
import { answerFetch, click, find, show, type, until } from './setup';

const three = (hans: string, hant: string, en: string): Lang3 => ({ 'zh-Hans': hans, 'zh-Hant': hant, en });
const tribute = three('从第二副起进贡，10或更小的牌还贡。', '從第二副起進貢，10或更小的牌還貢。', 'From the second hand on the last gives a card.');
const climbing = three('双下升3级，打A不过退到2。', '雙下升3級，打A不過退到2。', 'A double-down climbs 3; a failed A drops to 2.');

function book(change: Partial<RulebookView> = {}): RulebookView {
  const line = (text: Lang3, origin: 'source' | 'default', clause?: string) => ({ text, origin, clause });
  return {
    id: 'guandan-college',
    name: three('学院教职工掼蛋赛', '學院教職工掼蛋賽', 'College staff Guandan'),
    game: 'guandan',
    source: '002',
    summary: three('两人一队。', '兩人一隊。', 'Pairs.'),
    drawable: true,
    hash: '0123456789abcdef0123',
    articles: [
      { id: 'tribute', number: '第七条', text: tribute, origin: 'source' },
      { id: 'climbing', number: '第四条', text: climbing, origin: 'default' },
    ],
    settings: [
      { name: 'minutes', kind: 'integer', value: 30, default: 45, origin: 'source', clause: '第三条', label: three('每局时间', '每局時間', 'minutes'), fixed: false, text: three('30', '30', '30'), default_text: three('45', '45', '45'), changed: true, phases: [] },
      { name: 'bell', kind: 'choice', value: 'stop', default: 'stop', origin: 'default', label: three('时间到时', '時間到時', 'at the bell'), text: three('立即停止', '立即停止', 'stop'), default_text: three('立即停止', '立即停止', 'stop'), changed: false, phases: [{ phase: three('决赛', '決賽', 'Final'), text: three('打完', '打完', 'finish') }] },
    ],
    violations: [
      { id: 'talk', name: three('说话', '說話', 'talk'), clause: '第八条', ladder: [['warn'], ['lose-hand']], ladders: [{ when: null, steps: [three('警告', '警告', 'warning'), three('判负本副', '判負本副', 'hand lost')] }], counted: three('按一方、本场累计', '按一方、本場累計', 'for each side'), scope: 'match', default: false },
    ],
    incidents: [],
    bands: [],
    entry: [line(three('每队2人', '每隊2人', '2 players'), 'source', '通知一')],
    phases: [{ id: 'group', name: three('预赛', '預賽', 'Groups'), kind: 'round-robin', groups: [], lines: [line(three('单循环', '單循環', 'round robin'), 'source', '通知二')], ranking: [line(three('积分', '積分', 'Points'), 'default')] }],
    match_points: [line(three('胜：2分', '勝：2分', 'Win: 2'), 'default')],
    awards: [],
    seat_names: {},
    side_names: { A: three('南北', '南北', 'N–S'), B: three('东西', '東西', 'E–W') },
    place_names: [],
    play_time: null,
    event: { id: 'ev1', name: '教工赛' },
    ...change,
  };
}

beforeEach(() => {
  language.value = 'zh-Hans';
  rulesPlace.value = null;
  openClause.value = null;
});
afterEach(() => vi.unstubAllGlobals());

const marked = (pieces: { text: string; found: boolean }[]) => pieces.filter((piece) => piece.found).map((piece) => piece.text);

it('finds words in either kind of characters, of any width and case', () => {
  const finder = new Finder([tribute, climbing]);
  for (const search of ['进贡', '進貢', '　進貢 還貢 ', '１０']) {
    expect(finder.find(finder.words(search), tribute, 'zh-Hans'), search).not.toBeNull();
  }
  expect(marked(finder.find(finder.words('進貢'), tribute, 'zh-Hans')!.pieces)).toEqual(['进贡']);
  expect(marked(finder.find(finder.words('进贡'), tribute, 'zh-Hant')!.pieces)).toEqual(['進貢']);
  expect(marked(finder.find(finder.words('打a'), climbing, 'zh-Hans')!.pieces)).toEqual(['打A']);
  expect(finder.find(finder.words('进贡 双下'), tribute, 'zh-Hans')).toBeNull();
});

it('shows the language that words were found in, and everything for none', () => {
  const finder = new Finder([tribute, climbing]);
  const found = finder.find(finder.words('double-DOWN'), climbing, 'zh-Hans')!;
  expect(found.language).toBe('en');
  expect(marked(found.pieces)).toEqual(['double-down']);
  expect(finder.words('  ')).toEqual([]);
  expect(finder.find([], tribute, 'zh-Hant')!.pieces).toEqual([{ text: tribute['zh-Hant'], found: false }]);
});

it('knows the rulebook that an address names', () => {
  expect(rulebookOf('/rules')).toBeNull();
  expect(rulebookOf('/rules/')).toBeNull();
  expect(rulebookOf('/rules/guandan-college')).toBe('guandan-college');
});

it('makes a link of the article that a sentence ends on, or of none without a rulebook', () => {
  expect(show(<Clause clause="第四条" />).querySelector('a')).toBeNull();
  placeRules({ rulebook: 'guandan-college', event: 'ev1' });
  const root = show(<Cited text="名次写了两次（第四条）" clause="第四条" />);
  expect(root.textContent).toBe('名次写了两次（第四条）');
  const link = find<HTMLAnchorElement>(root, 'a');
  expect(link.getAttribute('href')).toBe(`/rules/guandan-college?event=ev1#${encodeURIComponent('第四条')}`);
  expect(link.target).toBe('_blank');
  expect(show(<Cited text="压得住。" clause="第六条" />).textContent).toBe('压得住。 第六条');
  expect(show(<Cited text="三张压不住。" clause="三" />).textContent).toBe('三张压不住。 三');
  expect(find(show(<Cited text="规程原文 第三条" clause="第三条" />), 'a').textContent).toBe('第三条');
  expect(rulesAddress({ rulebook: 'a b' })).toBe('/rules/a%20b');
});

it('links the article of every fault', () => {
  placeRules({ rulebook: 'guandan-college' });
  const faults = [{ code: 'finish.seat', at: '/games/0', clause: '第四条', message: '没有这个座位（第四条）' }];
  const root = show(<Trouble error={new Refusal(422, { type: 'about:blank', title: 'no', status: 422, code: 'faults', faults })} />);
  expect(root.querySelectorAll('a[data-clause="第四条"]')).toHaveLength(1);
});

it('opens an article over a phone’s page, which stays', async () => {
  const asked = answerFetch(() => ({ body: book() }));
  placeRules({ rulebook: 'guandan-college', event: 'ev1', sheet: true });
  const root = show(
    <>
      <Clause clause="第七条" />
      <ArticleSheet />
    </>,
  );
  expect(root.querySelector('a')).toBeNull();
  click(root, '[data-clause="第七条"]');
  const text = await until(() => root.querySelector('[role=dialog] .article-text'));
  expect(text!.textContent).toBe(tribute['zh-Hans']);
  expect(asked[0]!.url).toBe('/api/v1/events/ev1/rulebook');
  expect(find(root, '.article-list').textContent).toContain(climbing['zh-Hans']);
  click(root, '.dialog-head button');
  await until(() => root.querySelector('[role=dialog]') === null);
});

it('tells a rulebook with its defaults, its changes and its ladders', async () => {
  const asked = answerFetch(() => ({ body: book() }));
  const root = show(<OneRulebook id="guandan-college" event="ev1" />);
  await until(() => root.querySelector('article'));
  expect(asked[0]!.url).toBe('/api/v1/events/ev1/rulebook');
  expect(find(root, '[id="第四条"] .tag-ours').textContent).toContain('默认');
  expect(root.querySelector('[id="第七条"] .tag-ours')).toBeNull();
  const minutes = find(root, '[data-setting=minutes]');
  expect(minutes.textContent).toContain('30');
  expect(find(minutes, '.tag-changed').textContent).toContain('45');
  expect(find(minutes, 'a').getAttribute('href')).toContain('event=ev1#');
  expect(find(root, '[data-setting=bell]').textContent).toContain('决赛：打完');
  expect(Array.from(root.querySelectorAll('[data-violation=talk] .ladder li'), (step) => step.textContent)).toEqual(['第 1 次 警告', '第 2 次起 判负本副']);
  expect(find(root, '#points').textContent).toContain('胜：2分');
  type(find<HTMLInputElement>(root, '[name=search]'), '進貢');
  await until(() => root.querySelectorAll('article').length === 1);
  expect(find(root, 'article mark').textContent).toBe('进贡');
});

it('searches the articles of all rulebooks', async () => {
  const whole = book();
  answerFetch((request) =>
    request.url === '/api/v1/articles'
      ? { body: whole.articles.map((article) => ({ ...article, rulebook: whole.id })) }
      : { body: [{ id: whole.id, name: whole.name, game: whole.game, source: whole.source, summary: whole.summary, drawable: whole.drawable }] },
  );
  const root = show(<AllRulebooks />);
  await until(() => root.querySelector('[data-rulebook=guandan-college]'));
  type(find<HTMLInputElement>(root, '[name=search]'), '雙下');
  const hit = await until(() => root.querySelector<HTMLAnchorElement>('[data-hit]'));
  expect(hit!.getAttribute('href')).toBe(`/rules/guandan-college#${encodeURIComponent('第四条')}`);
  expect(find(hit!, 'mark').textContent).toBe('双下');
  type(find<HTMLInputElement>(root, '[name=search]'), '没有这种词');
  await until(() => root.querySelector('[data-hit]') === null);
});
