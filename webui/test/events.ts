import type { Entrant, EventView, LadderAnswer, Ladder, LadderChallenger, LadderHolder } from '../src/shapes';
import { EventDesk } from '../src/staff/eventDesk';
import { person } from '../src/staff/session';
import { clock } from './fixtures';

const three = (text: string) => ({ 'zh-Hans': text, 'zh-Hant': text, en: text });

export function entrant(id: string, change: Partial<Entrant> = {}): Entrant {
  return {
    id,
    number: id.slice(1),
    unit: `单位${id}`,
    team: '',
    name: `队${id}`,
    group: null,
    players: [`甲${id}`, `乙${id}`],
    seed: null,
    note: '',
    present: 'present',
    state: 'in',
    drawn: true,
    left_reason: '',
    joined: 0,
    replaced: [],
    ...change,
  };
}

export const drawnRound: EventView['rounds'][number] = {
  number: 1,
  phase: 'group',
  group_round: 1,
  state: 'running',
  seed: '7',
  matches: 2,
  done: 0,
  clock,
  byes: [],
};

export function eventView(change: Partial<EventView> = {}): EventView {
  return {
    id: 'ev1',
    name: '教工赛',
    rulebook: 'guandan-college',
    rulebook_name: three('高校'),
    state: 'running',
    entrants: [entrant('e1'), entrant('e2')],
    rounds: [drawnRound],
    created_at: '2026-12-05T01:00:00Z',
    dates: [],
    server_time: '2026-12-05T02:00:00Z',
    settings: {},
    setting_list: [],
    phases: [{ id: 'group', name: three('小组赛'), kind: 'round-robin', groups: [] }],
    base_url: 'http://192.168.1.10:8080',
    chain_head: 'abc',
    version: 9,
    next_round: { possible: false },
    issuer: '',
    entry: { players: 2, groups: [], partners: '', fixed_players: false, clause: '' },
    partners: [],
    ...change,
  };
}

/** An event as somebody of a role sees it; the kiosk behind it is the test's own. */
export function deskOf(event: EventView, role: 'organiser' | 'chief' | 'referee' = 'organiser'): EventDesk {
  person.value = { role, name: '王组织' };
  const desk = new EventDesk(event.id);
  desk.event.value = event;
  return desk;
}

function holder(id: string, change: Partial<LadderHolder> = {}): LadderHolder {
  return { entrant: id, lost_to: [], losses: 3, absences: 0, scores: [], may: [], points: 0, ...change };
}

export const challenger: LadderChallenger = {
  entrant: 'e9',
  scores: [{ title: 'vanguard', beaten: ['e4', 'e5'], left: ['e6'], need: 3, holders: 3 }],
  absences: 1,
  may: 'vanguard',
  why: 'meets',
  at: 'vanguard',
  points: 2,
};

export function ladder(change: Partial<Ladder> = {}): LadderAnswer {
  return {
    ladder: {
      quarter: 1,
      quarters: 4,
      next: 'close',
      titles: [
        { title: { id: 'chief', name: three('主将'), holders: 1, points: 6 }, holders: [holder('e1')], vacant: 0 },
        { title: { id: 'vanguard', name: three('先锋'), holders: 3, points: 1 }, holders: [holder('e4', { lost_to: ['e9', 'e10'], absences: 2, losing: true })], vacant: 2 },
      ],
      challengers: [challenger],
      matches: [],
      closed: [],
      moves: [],
      outcome: [{ entrant: 'e9', to: 'vanguard', why: 'claimed', against: ['e4', 'e5'] }],
      ...change,
    },
    names: { e1: '飞龙队', e4: '运输队', e5: '采油队', e6: '供电队', e9: '公安队', e10: '邮政队' },
    why: { meets: '正在与守擂队逐一交手' },
  };
}
