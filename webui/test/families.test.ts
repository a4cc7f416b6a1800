import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { wordsOf } from './setup';

interface Schema {
  enum?: (string | null)[];
  properties?: Record<string, Schema>;
  items?: Schema;
}

const file = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../api/openapi.json'), 'utf8')) as { components: { schemas: Record<string, Schema> } };
const keys = Object.keys(wordsOf('zh-Hans'));

function values(path: string): string[] {
  const schema = path.split('.').reduce<Schema | undefined>((at, name, index) => (index === 0 ? file.components.schemas[name] : at && at.properties && at.properties[name]), undefined);
  if (schema === undefined || schema.enum === undefined) throw new Error(`${path} is no list of values`);
  return schema.enum.filter((value): value is string => value !== null);
}

it.each([
  ['page.hand.state', 'HandState'],
  ['page.match.state', 'MatchState'],
  ['page.public.state', 'MatchState'],
  ['page.event.state', 'EventState'],
  ['page.role', 'Role'],
  ['page.phone.waiting', 'SideView.waiting'],
  ['page.present', 'Entrant.present'],
  ['page.entrant.state', 'Entrant.state'],
  ['page.queue.kind', 'QueueItem.kind'],
  ['page.meeting.table', 'MeetingTable.state'],
])('%s has words for every value of %s', (family, path) => {
  expect(values(path).filter((value) => keys.indexOf(`${family}.${value}`) < 0)).toEqual([]);
});
