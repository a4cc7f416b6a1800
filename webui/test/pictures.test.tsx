import { expect, it } from 'vitest';
import { windowsOf } from '../src/hall/HallBracket';
import { BracketPicture } from '../src/parts/BracketPicture';
import { currentColumn, layoutBracket, partOf } from '../src/parts/bracketLayout';
import { CrossTable } from '../src/parts/CrossTable';
import { fitName, textWidth } from '../src/parts/fitName';
import { StandingsTables } from '../src/parts/StandingsTables';
import type { BracketView, CrossView, StandingsRow } from '../src/shapes';
import { bracketMatch, fixedBracket, taken } from './draws';
import { find, show } from './setup';

it.each([
  ['化工', 6, ['化工'], false],
  ['后勤保卫分会', 5, ['后勤保卫分会'], false],
  ['中国邮政储蓄银行南山支行', 8, ['中国邮政储蓄银行南山', '支行'], false],
  ['中国邮政储蓄银行股份有限公司南山区支行营业部', 6, ['中国邮政储蓄银', '行股份有限公…'], true],
  ['Anna Maria Müller', 6, ['Anna Maria', 'Müller'], false],
])('sets %s into %d ems', (name, ems, lines, cut) => {
  const fitted = fitName(name, ems);
  expect(fitted.lines).toEqual(lines);
  expect(fitted.cut).toBe(cut);
  for (const line of fitted.lines) expect(textWidth(line) * fitted.scale).toBeLessThanOrEqual(ems + 0.01);
});

it('sets a name somewhat smaller before it takes two lines', () => {
  expect(fitName('后勤保卫分会', 5).scale).toBeCloseTo(5 / 6);
});

it('shows who goes on with a mark, and where the lines of a fixed bracket will lead', () => {
  const root = show(<BracketPicture bracket={fixedBracket()} />);
  const won = find<HTMLElement>(root, '.b-won');
  expect(won.textContent).toContain('甲');
  expect(won.textContent).toContain('✓');
  expect(root.querySelectorAll('.b-line.b-going')).toHaveLength(1);
  // The second place of the final, and the way to the champion.
  expect(root.querySelectorAll('.b-line.b-to-come')).toHaveLength(2);
  expect(root.textContent).toContain('冠军');
  expect(root.textContent).toContain('季军战');
  expect(root.textContent).toContain('第2场负者');
});

it('names its columns, and says which one is played', () => {
  const bracket = fixedBracket();
  expect(currentColumn(bracket)).toBe(0);
  expect(layoutBracket(bracket).heads.map((head) => [head.text, head.current])).toEqual([['半决赛', true], ['决赛', false]]);
});

/** Knockouts that are drawn anew: the second round is drawn from all who are in. */
function redrawn(from: readonly [number, number][]): BracketView {
  const first = Array.from({ length: from.length * 2 }, (_, at) => bracketMatch(at + 1, [taken(`胜${at + 1}`, { won: true }), taken(`负${at + 1}`)]));
  const second = from.map(([a, b], at) => bracketMatch(at + 1, [taken(`胜${a}`, { from: a }), taken(`胜${b}`, { from: b })], { state: 'drawn' }));
  return { ...fixedBracket(), fixed: false, third: null, columns: [{ round: 1, name: '第1轮', matches: first }, { round: 2, name: '第2轮', matches: second }] };
}

it('draws lines in a redrawn knockout only where somebody has gone and none cross', () => {
  expect(layoutBracket(redrawn([[1, 2], [3, 4]])).lines).toHaveLength(4);
  expect(layoutBracket(redrawn([[1, 3], [2, 4]])).lines).toHaveLength(0);
  const chance = redrawn([[1, 2], [3, 4]]);
  chance.columns[1]!.matches[0]!.places[1] = taken('负2', { from: 2 });
  expect(layoutBracket(chance).lines).toHaveLength(0);
});

it('says why somebody plays nobody', () => {
  const bracket = fixedBracket();
  const empty = { kind: 'bye' as const, entrant: '', name: '轮空', unit: '', seed: 0, from: 0, won: false, score: '' };
  const alone = (text: string, kind: 'bye' | 'empty') => bracketMatch(1, [taken('甲', { won: true }), { ...empty, kind }], { state: 'passed', table: 0, text });
  const shown = (text: string, kind: 'bye' | 'empty') =>
    show(<BracketPicture bracket={{ ...bracket, third: null, columns: [{ round: 1, name: '第1轮', matches: [alone(text, kind)] }] }} />);
  expect(find(shown('', 'bye'), '.b-note').textContent).toBe('轮空');
  expect(find(shown('', 'empty'), '.b-note').textContent).toBe('无对手');
  expect(find(shown('直接晋级', 'bye'), '.b-note').textContent).toBe('直接晋级');
});

it('keeps boxes from lying over each other, whatever has led to them', () => {
  for (const matches of [1, 2, 3, 5, 16, 61]) {
    const pairs = Array.from({ length: matches }, (_, at): [number, number] => [2 * at + 1, 2 * at + 2]);
    const layout = layoutBracket(redrawn(pairs));
    for (const column of [0, 1]) {
      const boxes = layout.boxes.filter((box) => box.column === column);
      boxes.slice(1).forEach((box, at) => expect(box.y).toBeGreaterThanOrEqual(boxes[at]!.y + boxes[at]!.height));
    }
    expect(layout.height).toBeGreaterThan(Math.max(...layout.boxes.map((box) => box.y)));
  }
});

it('cuts a part out of a bracket with its links', () => {
  const part = partOf(redrawn([[1, 2], [3, 4], [5, 6], [7, 8]]), 0, 4, 4);
  expect(part.columns.map((column) => column.matches.map((match) => match.places[0]!.name))).toEqual([['胜5', '胜6', '胜7', '胜8'], ['胜5', '胜7']]);
  expect(part.columns[1]!.matches.map((match) => match.places.map((place) => place.from))).toEqual([[1, 2], [3, 4]]);
});

it('shows the wall what fits on it, and the rest by turns', () => {
  expect(windowsOf(fixedBracket())).toHaveLength(1);
  const large = redrawn(Array.from({ length: 11 }, (_, at): [number, number] => [2 * at + 1, 2 * at + 2]));
  const windows = windowsOf(large);
  expect(windows).toHaveLength(2);
  expect(windows.map((one) => one.columns[0]!.matches.length)).toEqual([8, 3]);
  expect(windowsOf({ ...large, columns: [] })).toEqual([]);
});

it('fills the proportion of a wall', () => {
  const layout = layoutBracket(redrawn([[1, 2], [3, 4], [5, 6], [7, 8]]), 2);
  expect(layout.width).toBeLessThanOrEqual(layout.height * 2 + 1);
  expect(layout.boxWidth).toBeGreaterThan(layoutBracket(redrawn([[1, 2]])).boxWidth);
});

it('shows a group as everybody against everybody', () => {
  const cell = (outcome: CrossView['rows'][number]['cells'][number]['outcome'], score = '', round = 1) => ({ outcome, score, match: '', round });
  const row = { number: '', provisional: true, points: '2' };
  const cross: CrossView = {
    phase: 'group', phase_name: { 'zh-Hans': '小组', 'zh-Hant': '小組', en: 'Group' }, group: 'A',
    rows: [
      { ...row, entrant: 'e1', name: '甲', rank: 1, cells: [cell('self'), cell('won', '10:4'), cell('walkover')] },
      { ...row, entrant: 'e2', name: '乙', rank: 2, cells: [cell('lost', '4:10'), cell('self'), cell('playing', '', 3)] },
      { ...row, entrant: 'e3', name: '丙', rank: 3, provisional: false, cells: [cell('forfeited'), cell('playing', '', 3), cell('self')] },
    ],
  };
  const root = show(<CrossTable cross={cross} />);
  const cells = (entrant: string) => Array.from(root.querySelectorAll(`[data-entrant=${entrant}] td`)).map((one) => one.textContent);
  expect(cells('e1')).toEqual(['', '胜10:4', '胜弃权', '2', '1*']);
  expect(cells('e2')).toEqual(['负4:10', '', '第3轮', '2', '2*']);
  expect(cells('e3')).toEqual(['负弃权', '第3轮', '', '2', '3']);
});

it('marks the ranks that may change, and shows a knockout without points', () => {
  const name = (text: string) => ({ 'zh-Hans': text, 'zh-Hant': text, en: text });
  const row = (entrant: string, change: Partial<StandingsRow>): StandingsRow => ({
    entrant, name: entrant, unit: '', players: [], played: 1, won: 1, lost: 0, points: '0', rank: 1, shared: false, provisional: false, decided_by: null,
    figures: [{ rule: 'round-reached', name: name('进入轮次'), value: '决赛' }], ...change,
  });
  const groups = [{ name: '', provisional: true, rows: [row('e1', { provisional: true }), row('e2', { rank: 2 })] }];
  const root = show(<StandingsTables standings={[{ phase: 'knockout', phase_name: name('淘汰赛'), final: true, complete: false, groups }]} />);
  expect(find(root, '[data-entrant=e1] .rank').textContent).toBe('1*');
  expect(find(root, '[data-entrant=e2] .rank').textContent).toBe('2');
  expect(Array.from(root.querySelectorAll('th')).map((one) => one.textContent)).toEqual(['名次', '参赛队', '场', '胜', '进入轮次']);
  expect(find(root, '.provisional-note').textContent).toContain('名次还可能变动');
});
