import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cardSigns } from '../src/parts/RulingRow';
import { sideView } from './fixtures';
import { CardDesk } from '../src/staff/cards/CardDesk';
import { laidOut, levelAt, questionOf, withCard, withoutCard, withRank, rankCount, type Asked } from '../src/staff/cards/picks';
import { EventDesk } from '../src/staff/eventDesk';
import type { CardAnswer, RulebookView } from '../src/shapes';
import { setWords } from '../src/words/words';
import { hand, match } from './fixtures';
import { allWordsOf, answerFetch, click, find, show, until } from './setup';

const name = { 'zh-Hans': '', 'zh-Hant': '', en: '' };

function rulebook(game: string, packs?: number): RulebookView {
  const label = name;
  const settings: RulebookView['settings'] =
    packs === undefined ? [] : [{ name: 'packs', kind: 'integer', value: packs, default: packs, origin: 'source', label, text: name, default_text: name, changed: false, phases: [] }];
  return {
    id: 'book', name, game, source: '', summary: name, drawable: true, hash: '', articles: [], settings, violations: [], incidents: [], bands: [], entry: [], phases: [],
    match_points: [], awards: [], seat_names: sideView().seat_names, side_names: sideView().side_names, place_names: [], play_time: null, event: null,
  };
}

const asked = (change: Partial<Asked>): Asked => ({
  game: 'guandan', piles: {}, level: '5', trump: '', leftAs: '', rightAs: '', playersLeft: 6, noOpposite: false, afterSecond: false, afterOut: false, ...change,
});

beforeEach(() => setWords(allWordsOf('zh-Hans')));
afterEach(() => vi.unstubAllGlobals());

it('takes cards as often as they are in play, then puts them back', () => {
  let cards = withCard([], 'S3', 2);
  cards = withCard(cards, 'S3', 2);
  expect(cards).toEqual(['S3', 'S3']);
  expect(withCard(cards.concat('H4'), 'S3', 2)).toEqual(['H4']);
  expect(withoutCard(['S3', 'S3', 'H4'], 'S3')).toEqual(['S3', 'H4']);
});

it('takes ranks where suits do not matter, no card more often than the packs have it', () => {
  let cards: string[] = [];
  for (let i = 0; i < 16; i++) cards = withRank(cards, '10', 4);
  expect(rankCount(cards, '10')).toBe(16);
  for (const suit of ['S', 'H', 'C', 'D']) expect(cards.filter((card) => card === `${suit}10`)).toHaveLength(4);
  expect(withRank(cards, '10', 4)).toEqual([]);
  expect(withRank([], 'big', 4)).toEqual(['big']);
});

it('lays cards out: jokers, the level, then from the A down', () => {
  expect(laidOut(['S2', 'HA', 'D5', 'small', 'S10', 'big', 'H5'], '5')).toEqual(['big', 'small', 'H5', 'D5', 'HA', 'S10', 'S2']);
});

it('proposes the level that the table plays', () => {
  expect(levelAt(null)).toBe('2');
  expect(levelAt(match({ next: { game: 1, number: 3, level: '8', tribute: null, leads: null } }))).toBe('8');
  const played = hand({ outcome: { winner: 'A', played_at: 'K' } });
  expect(levelAt(match({ next: null, games: [{ ...match().games[0]!, hands: [played] }] }))).toBe('K');
});

it('asks about one play or two, with what the game needs', () => {
  expect(questionOf(asked({}))).toBeNull();
  expect(questionOf(asked({ piles: { right: ['S3'] } }))).toEqual({ left: 'S3', level: '5' });
  expect(questionOf(asked({ piles: { left: ['S3', 'H3'], right: ['S4', 'D4'] }, rightAs: 'pair:4' }))).toEqual({ left: 'S3 H3', right: 'S4 D4', level: '5', right_as: 'pair:4' });
  expect(questionOf(asked({ game: 'gouji', piles: { left: ['S3'], hand: ['big'] }, playersLeft: 4, noOpposite: true }))).toEqual({ left: 'S3', hand: 'big', players_left: 4, no_opposite: true });
  expect(questionOf(asked({ game: 'shuangsheng', piles: { left: ['S3'] } }))).toBeNull();
  expect(questionOf(asked({ game: 'shuangsheng', trump: 'none', piles: { left: ['S3'], lead: ['S4'], other2: ['H5'] } }))).toEqual({ left: 'S3', level: '5', trump: 'none', lead: 'S4', others: ['H5'] });
});

it('writes cards with the signs of their suits', () => {
  expect(cardSigns('S10 HA DJ C2 big small')).toBe('♠10 ♥A ♦J ♣2 大王 小王');
});

const nothing: CardAnswer = { readings: [], default: null, left: null, right: null, right_beats_left: null, why: null, rulings: [] };

it('rules on two plays, lets another reading be chosen, and shares it with the table', async () => {
  const tube = { type: 'tube', size: 6, as: 'tube:8', text: '三连对（到8）' };
  const plate = { type: 'plate', size: 6, as: 'plate:8', text: '钢板（到8）' };
  const requests = answerFetch((request) => {
    const body = request.body as { left_as?: string } | undefined;
    if (request.url.endsWith('/play')) return { body: { ...nothing, readings: [tube, plate], why: { code: 'play.undeclared', text: '要说明。' } } };
    if (request.url.endsWith('/rulings')) {
      const ruling = { game: 1, number: 2, left: 'S7', right: 'SA', level: '8', right_beats_left: false, text: '压不住。', clause: '第六条', author: '王裁判', at: '2026-12-05T02:00:00Z' };
      return { status: 201, body: { match: match({ rulings: [ruling] }) } };
    }
    return { body: { ...nothing, right_beats_left: body && body.left_as ? false : null, why: { code: 'compare.lower', text: '压不住。', clause: '第六条' } } };
  });
  const table = match({ next: { game: 1, number: 2, level: '8', tribute: null, leads: null } });
  const root = show(<CardDesk desk={new EventDesk('ev1')} rulebook={rulebook('guandan')} match={table} />);
  expect(find<HTMLSelectElement>(root, '[name=level]').value).toBe('8');
  click(root, '[data-card=S7]');
  await until(() => find(root, '[data-card=S7]').getAttribute('aria-pressed') === 'true');
  await until(() => root.querySelector('[data-verdict="play.undeclared"]'));
  click(root, '[data-slot=right]');
  await until(() => find(root, '[data-slot=right]').getAttribute('aria-pressed') === 'true');
  click(root, '[data-card=SA]');
  await until(() => root.querySelector('[data-reading=right]'));
  click(root, '[data-reading=left] [data-as="plate:8"]');
  await until(() => requests.some((request) => request.url.endsWith('/compare') && (request.body as { left_as?: string }).left_as === 'plate:8'));
  await until(() => root.querySelector('.verdict.note-bad'));
  click(root, '[data-do=share]');
  await until(() => root.querySelector('[data-shared]'));
  const shared = requests.filter((request) => request.url === '/api/v1/matches/m7/rulings');
  expect(shared).toHaveLength(1);
  expect(shared[0]!.body).toEqual({ left: 'S7', right: 'SA', level: '8', left_as: 'plate:8' });
  expect(find(root, '[data-shared]').textContent).toContain('压不住。');
});

it('puts cards back one by one', async () => {
  answerFetch(() => ({ body: nothing }));
  const root = show(<CardDesk desk={new EventDesk('ev1')} rulebook={rulebook('gouji', 4)} match={match()} />);
  expect(root.querySelector('[name=level]')).toBeNull();
  click(root, '[data-rank="10"]');
  await until(() => root.querySelector('[data-back]'));
  click(root, '[data-rank="10"]');
  await until(() => root.querySelectorAll('[data-back]').length === 2);
  click(root, '[data-back]');
  await until(() => root.querySelectorAll('[data-back]').length === 1);
  expect(find(root, '[name=players]')).toBeTruthy();
});

it('asks for the trump suit before it rules on Shuangsheng', async () => {
  const requests = answerFetch(() => ({ body: { ...nothing, rulings: [{ kind: 'throw', holds: false, code: 'throw.failed', text: '甩牌失误。' }] } }));
  const root = show(<CardDesk desk={new EventDesk('ev1')} rulebook={rulebook('shuangsheng')} match={match()} />);
  click(root, '[data-card=S7]');
  await until(() => root.querySelector('[data-back=S7]'));
  expect(requests).toHaveLength(0);
  click(root, '[data-trump=H]');
  await until(() => root.querySelector('[data-ruling=throw]'));
  expect(requests[0]!.body).toEqual({ cards: 'S7', level: '2', trump: 'H' });
});
