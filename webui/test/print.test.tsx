import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PrintPage } from '../src/kiosk/PrintPage';
import type { EventView } from '../src/shapes';
import { person } from '../src/staff/session';
import { answerFetch, click, find, show, until, type Asked } from './setup';

const event = {
  id: 'ev1',
  version: 7,
  entrants: [{ id: 'e1', number: '1', name: '物理' }],
  rounds: [{ number: 1 }, { number: 2 }],
  phases: [
    { id: 'groups', name: { 'zh-Hans': '小组赛', 'zh-Hant': '小組賽', en: 'Groups' }, kind: 'round-robin', groups: ['A', 'B'] },
    { id: 'final', name: { 'zh-Hans': '淘汰赛', 'zh-Hant': '淘汰賽', en: 'Knockout' }, kind: 'knockout', groups: [''] },
  ],
} as unknown as EventView;

const documents = [
  { name: 'round-sheet', ready: true, why: '', parts: ['round', 'group'], phases: [] },
  { name: 'bracket', ready: true, why: '', parts: ['phase'], phases: ['final'] },
  { name: 'appeal-record', ready: true, why: '', parts: ['match'], phases: [] },
  { name: 'certificates', ready: false, why: '名次还没有定', parts: ['first', 'entrants'], phases: [] },
];

function answer(request: Asked) {
  if (/\/documents$/.test(request.url)) return { body: documents };
  if (/\/matches\?/.test(request.url)) return { body: [{ id: 'ev1-4', table: 3, sides: { A: { name: '物理' }, B: { name: '化学' } } }] };
  return { body: { pages: 2, notes: [] } };
}

beforeEach(() => {
  person.value = { role: 'referee', name: '李' };
});

afterEach(() => vi.unstubAllGlobals());

function choose(root: ParentNode, selector: string, value: string): void {
  const select = find<HTMLSelectElement>(root, selector);
  select.value = value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}

const href = (root: ParentNode, selector: string) => find<HTMLAnchorElement>(root, selector).getAttribute('href') || '';

it('offers what fits the event, and says why the rest is not there yet', async () => {
  answerFetch(answer);
  const root = show(<PrintPage event={event} />);
  await until(() => root.querySelector('[data-document=bracket]'));
  expect(root.querySelector('[data-document=certificates]')).toBeNull();
  expect(find(root, '[data-later=certificates]').textContent).toContain('名次还没有定');
  expect(root.querySelector('[data-document=ladder]')).toBeNull();
});

it('asks for the part of the event that was chosen, and for nothing that the document is not by', async () => {
  answerFetch(answer);
  const root = show(<PrintPage event={event} />);
  await until(() => root.querySelector('select[name=round]'));
  choose(root, 'select[name=round]', '1');
  choose(root, 'select[name=group]', 'B');
  await until(() => /round-sheet\.pdf\?.*round=1.*group=B/.test(href(root, '[data-do=print]')));
  click(root, '[data-document=bracket]');
  await until(() => /bracket\.pdf\?/.test(href(root, '[data-do=print]')));
  expect(href(root, '[data-do=print]')).not.toMatch(/round=|group=/);
  click(root, '[data-document=appeal-record]');
  await until(() => root.querySelector('select[name=match] option[value=ev1-4]'));
  choose(root, 'select[name=match]', 'ev1-4');
  await until(() => /match=ev1-4/.test(href(root, '[data-do=print]')));
});

it('gives files for other programs, the whole event to the organiser alone', async () => {
  answerFetch(answer);
  const root = show(<PrintPage event={event} />);
  expect(href(root, '[data-export="results.csv"]')).toMatch(/\/export\/results\.csv\?lang=/);
  click(root, 'input[name=gb18030]');
  await until(() => /encoding=gb18030/.test(href(root, '[data-export="results.csv"]')));
  expect(href(root, '[data-export="results.xlsx"]')).not.toMatch(/encoding/);
  expect(root.querySelector('[data-export="event.json"]')).toBeNull();
  person.value = { role: 'organiser', name: '王' };
  await until(() => root.querySelector('[data-export="event.json"]'));
});
