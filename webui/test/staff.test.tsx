import { afterEach, expect, it, vi } from 'vitest';
import { PaperSheet } from '../src/kiosk/PaperSheet';
import { boardOfSide } from '../src/parts/board';
import { publicState } from '../src/parts/publicState';
import { StandingsTables } from '../src/parts/StandingsTables';
import { finds } from '../src/public/PublicPage';
import type { Impact, MatchView, StandingsView, Verdict } from '../src/shapes';
import { EventDesk } from '../src/staff/eventDesk';
import { MatchSheet } from '../src/staff/MatchSheet';
import { tableState } from '../src/staff/tableState';
import { hand, match, publicMatch, sideView } from './fixtures';
import { answerFetch, click, find, show, type, until } from './setup';

const board = boardOfSide(sideView());
const impact: Impact = { ranks: [], pairings: [], choices: [] };

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['drawn', match({ state: 'drawn' })],
  ['playing', match()],
  ['reported', match({ open: { game: 1, number: 1, state: 'reported' } })],
  ['disputed', match({ games: [{ ...match().games[0]!, hands: [hand({ state: 'disputed' })] }] })],
  ['late', match({ games: [{ ...match().games[0]!, hands: [hand({ late: true })] }] })],
  ['call', match({ calls: [{ id: 'c', table: 7, match: 'm7', side: 'A', reason: 'x', reason_code: 'x', at: '2026-12-05T02:00:00Z', state: 'waiting' }] })],
  ['agree', match({ state: 'over', agreed: { A: true, B: false } })],
  ['agreed', match({ state: 'over', agreed: { A: true, B: true } })],
  ['signed-off', match({ state: 'signed-off' })],
  ['forfeited', match({ state: 'forfeited' })],
] as [string, MatchView][])('a table can be %s', (state, shown) => {
  expect(tableState(shown)).toBe(state);
});

it('tells onlookers how a match stands', () => {
  expect(publicState(publicMatch())).toBe('playing');
  expect(publicState(publicMatch({ open: { game: 1, number: 2, state: 'disputed' } }))).toBe('disputed');
  expect(publicState(publicMatch({ state: 'over' }))).toBe('over');
});

it('finds one’s own table by its number, unit or a player', () => {
  expect(finds(publicMatch(), '7')).toBe(true);
  expect(finds(publicMatch({ table: 17 }), '7')).toBe(false);
  expect(finds(publicMatch(), '物理')).toBe(true);
  expect(finds(publicMatch(), '李秀英')).toBe(true);
  expect(finds(publicMatch(), '化学')).toBe(false);
});

it('settles a dispute by choosing a report, with a reason, after showing what it changes', async () => {
  const disputed = match({
    games: [{ ...match().games[0]!, hands: [hand({ state: 'disputed', reports: { A: hand().reports.A!, B: { ...hand().reports.A!, hand: { finish: [2, 4] } } } })] }],
  });
  const asked = answerFetch((request) =>
    (request.body as { dry_run?: boolean } | undefined)?.dry_run
      ? { body: { match: disputed, text: ['级牌变为 2 : 5'], impact } }
      : request.method === 'POST'
        ? { status: 201, body: { match: match(), text: [], impact } }
        : 'lost',
  );
  const root = show(<MatchSheet desk={new EventDesk('ev1')} match={disputed} board={board} />);
  click(root, '[data-do=settle]');
  await until(() => root.querySelector('[data-choose=B]'));
  click(root, '[data-choose=B]');
  await until(() => (root.querySelector('.consequences') || root).textContent!.indexOf('2 : 5') >= 0);
  expect(find<HTMLButtonElement>(root, '[data-do=settle-yes]').disabled).toBe(true);
  type(find<HTMLInputElement>(root, '[role=dialog] [name=reason]'), '两家都承认');
  await until(() => !find<HTMLButtonElement>(root, '[data-do=settle-yes]').disabled);
  click(root, '[data-do=settle-yes]');
  await until(() => root.querySelector('[role=dialog]') === null);
  const settled = asked.filter((request) => request.method === 'POST' && !(request.body as { dry_run?: boolean }).dry_run);
  expect(settled).toHaveLength(1);
  expect(settled[0]!.body).toEqual({ game: 1, number: 1, hand: { finish: [2, 4] }, reason: '两家都承认', version: 3 });
});

it('asks a second time before a forfeit', async () => {
  const asked = answerFetch((request) => (request.method === 'POST' ? { status: 201, body: { match: match({ state: 'forfeited' }), text: [], impact } } : 'lost'));
  const root = show(<MatchSheet desk={new EventDesk('ev1')} match={match()} board={board} />);
  click(root, '[data-do=forfeit]');
  await until(() => root.querySelector('[role=dialog] [data-side=B]'));
  click(root, '[role=dialog] [data-side=B]');
  type(find<HTMLInputElement>(root, '[role=dialog] [name=reason]'), '没有到场');
  await until(() => !find<HTMLButtonElement>(root, '[data-do=forfeit-next]').disabled);
  click(root, '[data-do=forfeit-next]');
  const yes = await until(() => root.querySelector<HTMLElement>('[data-do=forfeit-yes]'));
  const given = () => asked.filter((request) => request.method === 'POST' && !(request.body as { dry_run?: boolean }).dry_run);
  expect(given()).toHaveLength(0);
  expect(yes!.textContent).toContain('物理分会');
  yes!.click();
  await until(() => given().length > 0);
  expect(given()[0]!.url).toBe('/api/v1/matches/m7/forfeit');
  expect(given()[0]!.body).toEqual({ side: 'B', reason: '没有到场' });
});

it('is typed from paper with the keyboard alone', async () => {
  const verdict: Verdict = {
    rulebook: 'guandan-college',
    valid: true,
    faults: [],
    notices: [],
    games: [{ state: 'playing', levels: { A: '5', B: '2' }, hands: [{ winner: 'A', upgrade: { A: 3, B: 0 }, levels: { A: '5', B: '2' } }] }],
  };
  const asked = answerFetch((request) => ({ status: (request.body as { dry_run?: boolean }).dry_run ? 200 : 201, body: { verdict, match: match({ version: 4 }), impact } }));
  const saved = vi.fn();
  const root = show(<PaperSheet match={match()} board={board} cancel={() => undefined} saved={saved} />);
  const enter = (input: HTMLElement) => input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  const first = find<HTMLInputElement>(root, '[name=row-0-0]');
  await until(() => document.activeElement === first);
  type(first, '13');
  await until(() => (find(root, '.paper-rows').textContent || '').indexOf('+3') >= 0);
  enter(first);
  const second = await until(() => root.querySelector<HTMLInputElement>('[name=row-0-1]'));
  await until(() => document.activeElement === second);
  enter(second!);
  await until(() => document.activeElement === find(root, '[data-do=save]'));
  click(root, '[data-do=save]');
  await until(() => saved.mock.calls.length === 1);
  const last = asked[asked.length - 1]!;
  expect(last.body).toEqual({ games: [{ hands: [{ finish: [1, 3] }] }], version: 3 });
});

it('has each figure in its own column, also where only some rows have it', () => {
  const name = (text: string) => ({ 'zh-Hans': text, 'zh-Hant': text, en: text });
  const difference = { rule: 'level-difference', name: name('级差和'), value: '12' };
  const row = { entrant: 'e1', name: '数学', unit: '', players: [], played: 3, won: 2, lost: 1, points: '5', rank: 1, shared: false, provisional: false, figures: [difference], decided_by: null };
  const tied = { ...row, entrant: 'e2', figures: [{ rule: 'head-to-head', name: name('相互胜负'), value: '1' }, { ...difference, value: '9' }] };
  const groups = [{ name: 'A', provisional: false, rows: [row, tied] }];
  const root = show(<StandingsTables standings={[{ phase: 'group', phase_name: name('小组'), final: false, complete: true, groups }]} />);
  const texts = (selector: string) => Array.from(root.querySelectorAll(selector)).map((cell) => cell.textContent);
  expect(texts('th').slice(-2)).toEqual(['相互胜负', '级差和']);
  expect(texts('[data-entrant=e1] td').slice(-2)).toEqual(['', '12']);
  expect(texts('[data-entrant=e2] td').slice(-2)).toEqual(['1', '9']);
});

it('shows the reason beside a rank, and what two share', () => {
  const row = { entrant: 'e1', name: '数学', unit: '', players: [], played: 3, won: 2, lost: 1, points: '5', figures: [], decided_by: null, provisional: false };
  const standings: StandingsView[] = [
    {
      phase: 'group',
      phase_name: { 'zh-Hans': '小组', 'zh-Hant': '小組', en: 'Group' },
      final: false,
      complete: false,
      groups: [
        {
          name: 'A',
          provisional: true,
          rows: [
            { ...row, rank: 1, shared: false, decided_by: { rule: 'head-to-head', text: '直接对阵胜' } },
            { ...row, entrant: 'e2', rank: 2, shared: true },
            { ...row, entrant: 'e3', rank: 2, shared: true },
          ],
        },
      ],
    },
  ];
  const root = show(<StandingsTables standings={standings} />);
  expect(find(root, '[data-entrant=e1] .why').textContent).toBe('直接对阵胜');
  expect(find(root, '[data-entrant=e2] .rank').textContent).toContain('2 并列');
  expect(find(root, 'h3').textContent).toContain('暂时排名');
});
