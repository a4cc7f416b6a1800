import { signal } from '@preact/signals';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LotsCard } from '../src/kiosk/LotsCard';
import { PlacesTable } from '../src/parts/PlacesTable';
import type { PlaceView, StandingsView } from '../src/shapes';
import type { EventDesk } from '../src/staff/eventDesk';
import { answerFetch, click, find, show, type, until } from './setup';

const row = (name: string, shared: boolean) => ({ rank: 1, shared, provisional: false, entrant: name, name, players: [], points: '4', played: 2, won: 2, figures: [], decided_by: null });

function standings(lot_needed: boolean, complete = true): StandingsView {
  const name = { 'zh-Hans': '小组赛', 'zh-Hant': '小組賽', en: 'groups' };
  return { phase: 'group', phase_name: name, final: false, complete, groups: [{ name: 'A', provisional: false, lot_needed, rows: [row('数学', true), row('物理', true), row('化学', false)] }] } as unknown as StandingsView;
}

function desk(view: StandingsView) {
  const loads: number[] = [];
  return { desk: { id: 'ev1', standings: signal([view]), load: () => Promise.resolve(void loads.push(1)) } as unknown as EventDesk, loads };
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

it('offers a lot where nothing else parts, once the phase is over', () => {
  expect(show(<LotsCard desk={desk(standings(false)).desk} />).textContent).toBe('');
  expect(show(<LotsCard desk={desk(standings(true, false)).desk} />).textContent).toBe('');
  const text = show(<LotsCard desk={desk(standings(true)).desk} />).textContent;
  expect(text).toContain('数学、物理');
  expect(text).not.toContain('化学');
});

it('draws it from the seed that was named, and shows what came of it', async () => {
  const asked = answerFetch(() => ({ status: 201, body: { seed: '42', standings: [] } }));
  const { desk: shown, loads } = desk(standings(true));
  const root = show(<LotsCard desk={shown} />);
  type(find<HTMLInputElement>(root, '[name=lots-seed]'), ' 42 ');
  await until(() => find<HTMLInputElement>(root, '[name=lots-seed]').value === ' 42 ');
  click(root, '[data-do=lots]');
  await until(() => loads.length === 1);
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatchObject({ method: 'POST', url: '/api/v1/events/ev1/lots', body: { seed: '42' } });
});

it('shows places that are certain with why, and no others', () => {
  expect(show(<PlacesTable places={[]} />).textContent).toBe('');
  const place: PlaceView = { place: 3, shared: true, entrant: 'e1', name: '数学', unit: '', players: ['张三'], provisional: false, reason: '三四名赛' };
  expect(show(<PlacesTable places={[{ ...place, provisional: true }]} />).textContent).toBe('');
  const root = show(<PlacesTable places={[place]} />);
  expect(find(root, '[data-place="3"]').textContent).toContain('三四名赛');
  expect(find(root, '[data-place="3"]').textContent).toContain('并列');
});
