import type { BracketMatch, BracketPlace, BracketView, DrawView, DrawnPair, DrawnSide, EventView, NextField } from '../src/shapes';

const three = (text: string) => ({ 'zh-Hans': text, 'zh-Hant': text, en: text });

export function side(number: string, name = `队${number}`, from = ''): DrawnSide {
  return { entrant: `e${number}`, number, name, unit: `单位${number}`, from };
}

export function drawnPair(table: number, a: string, b: string, why = '抽签排出'): DrawnPair {
  return { match: `ev1-${table}`, table, group: '', a: side(a), b: side(b), reason: 'lot', why };
}

export function draw(change: Partial<DrawView> = {}): DrawView {
  return {
    round: 1, phase: 'knockout', phase_name: three('淘汰赛'), phase_round: 1, seed: '20261234', paper: false, playoff: false,
    pairs: [drawnPair(1, '01', '02'), drawnPair(2, '03', '04')], byes: [side('05')], through: [], groups: [], ...change,
  };
}

export function field(change: Partial<NextField> = {}): NextField {
  return {
    phase: 'knockout', phase_name: three('淘汰赛'), phase_round: 1, playoff: false, lots: 'pairs', matches: 2, seed: '77', third: [], through: [],
    groups: [{ name: '', order: [side('01'), side('02'), side('03'), side('04'), side('05')] }], ...change,
  };
}

export function event(change: Partial<EventView> = {}): EventView {
  const clock = { state: 'idle', minutes: 45, ends_at: null, remaining_s: 2700, extra_minutes: 0, reminders: [] };
  const round = { number: 1, phase: 'knockout', group_round: 1, state: 'drawn', seed: '20261234', matches: 2, done: 0, clock, byes: ['e05'] };
  return { id: 'ev1', name: '国庆赛', version: 7, entrants: [], rounds: [round], phases: [], next_round: { possible: true }, ...change } as unknown as EventView;
}

export function taken(name: string, change: Partial<BracketPlace> = {}): BracketPlace {
  return { kind: 'entrant', entrant: name, name, unit: '', seed: 0, from: 0, won: false, score: '', ...change };
}

export function bracketMatch(slot: number, places: BracketPlace[], change: Partial<BracketMatch> = {}): BracketMatch {
  return { slot, state: 'won', table: slot, match: `ev1-${slot}`, text: '', places, ...change };
}

/** Four in a fixed bracket: one semi-final is played, the other one goes on. */
export function fixedBracket(): BracketView {
  const winner = (from: number): BracketPlace => ({ kind: 'winner', entrant: '', name: `第${from}场胜者`, unit: '', seed: 0, from, won: false, score: '' });
  return {
    phase: 'final', phase_name: three('决赛'), fixed: true, over: false, champion: null,
    columns: [
      { round: 3, name: '半决赛', matches: [bracketMatch(1, [taken('甲', { won: true, score: 'A' }), taken('乙', { score: '6' })]), bracketMatch(2, [taken('丙'), taken('丁')], { state: 'drawn' })] },
      { round: 0, name: '决赛', matches: [bracketMatch(1, [taken('甲', { from: 1 }), winner(2)], { state: 'to-come', table: 0, match: '' })] },
    ],
    third: bracketMatch(2, [taken('乙', { from: 1 }), { ...winner(2), kind: 'loser', name: '第2场负者' }], { state: 'to-come', table: 0, match: '' }),
  };
}
