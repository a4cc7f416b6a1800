import type { ClockView, HandView, MatchView, Outcome, PublicMatch, ReportAnswer, SideView } from '../src/shapes';

const three = (hans: string, hant: string, en: string) => ({ 'zh-Hans': hans, 'zh-Hant': hant, en });

export const clock: ClockView = {
  state: 'running',
  minutes: 45,
  ends_at: '2026-12-05T02:45:00Z',
  remaining_s: 2700,
  extra_minutes: 0,
  reminders: [],
};

export const outcome: Outcome = { winner: 'A', upgrade: { A: 3, B: 0 }, played_at: '2', levels: { A: '5', B: '2' }, on_stage: 'A' };

export function hand(change: Partial<HandView> = {}): HandView {
  const finish = [1, 3];
  return {
    game: 1,
    number: 1,
    state: 'reported',
    by: 'A',
    late: false,
    reports: { A: { hand: { finish }, at: '2026-12-05T02:10:00Z', late: false, device: 'X50', outcome } },
    hand: { finish },
    outcome,
    ...change,
  };
}

export function match(change: Partial<MatchView> = {}): MatchView {
  return {
    id: 'm7',
    event: 'ev1',
    phase: 'group',
    phase_name: three('小组循环赛', '小組循環賽', 'Groups'),
    round: 1,
    group: 'A',
    table: 7,
    number: 7,
    state: 'playing',
    version: 3,
    sides: {
      A: { entrant: 'e1', name: '数学分会', unit: '数学分会', players: ['张建国', '李秀英'], seats: { 1: '张建国', 3: '李秀英' } },
      B: { entrant: 'e2', name: '物理分会', unit: '物理分会', players: ['王志强', '刘桂兰'], seats: { 2: '王志强', 4: '刘桂兰' } },
    },
    games: [{ number: 1, state: 'playing', levels: { A: '2', B: '2' }, ended_by_bell: false, hands: [] }],
    open: { game: 1, number: 1, state: 'none' },
    next: { game: 1, number: 1, level: '2', tribute: null, leads: null, leads_text: '抽牌定先手。' },
    result: null,
    agreed: { A: false, B: false },
    clock,
    calls: [],
    penalties: [],
    rulings: [],
    holds: { A: { device: 'X50', since: '2026-12-05T02:00:00Z' }, B: null },
    notices: [],
    ...change,
  };
}

export function sideView(change: Partial<SideView> = {}): SideView {
  return {
    server_time: '2026-12-05T02:12:00Z',
    event: { id: 'ev1', name: '教工赛', rulebook: 'guandan-college', rulebook_name: three('高校', '高校', 'College'), game: 'guandan' },
    table: 7,
    side: 'A',
    seats: [1, 3],
    seat_names: { 1: three('南', '南', 'South'), 2: three('东', '東', 'East'), 3: three('北', '北', 'North'), 4: three('西', '西', 'West') },
    side_names: { A: three('南北', '南北', 'N–S'), B: three('东西', '東西', 'E–W') },
    place_names: [three('头游', '頭游', '1st'), three('二游', '二游', '2nd'), three('三游', '三游', '3rd'), three('末游', '末游', '4th')],
    published: true,
    hold: 'mine',
    match: match(),
    waiting: null,
    undo: null,
    answer: null,
    call_reasons: [{ code: 'order', name: three('名次有争议', '名次有爭議', 'The order') }],
    lang_default: 'zh-Hans',
    ...change,
  };
}

export function answer(change: Partial<ReportAnswer> = {}): ReportAnswer {
  return { state: 'dry-run', outcome, next: null, game: match().games[0]!, text: ['南北升 3 级，2 → 5'], ...change };
}

export function publicMatch(change: Partial<PublicMatch> = {}): PublicMatch {
  const { A, B } = match().sides;
  return {
    id: 'm7',
    phase: 'group',
    round: 1,
    group: 'A',
    table: 7,
    number: 7,
    state: 'playing',
    sides: { A, B },
    open: { game: 1, number: 1, state: 'none' },
    levels: { A: '5', B: '2' },
    result: null,
    extra_minutes: 0,
    ...change,
  };
}
