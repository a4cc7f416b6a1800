import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Visitors } from './browser';
import { goodList } from './entries';
import { CollegeEvent } from './event';
import { signIn } from './http';
import { freePort, Kiosk, venue } from './kiosk';
import { until } from './patience';
import { etcdProgram } from './programs';
import { chooseSeats, sitDown, tapOrder } from './tap';

// Two kiosks before one store: when the one that a phone is at dies, the phone
// goes on at the other with what it had not sent.

let etcd: ChildProcess;
let folder: string;
let here: Kiosk;
let there: Kiosk;
let visitors: Visitors;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiosk-e2e-etcd-'));
  const [client, peer] = [await freePort(), await freePort()];
  etcd = spawn(
    etcdProgram,
    ['--data-dir', folder, '--name', 'one', '--listen-client-urls', `http://127.0.0.1:${client}`, '--advertise-client-urls', `http://127.0.0.1:${client}`,
      '--listen-peer-urls', `http://127.0.0.1:${peer}`, '--initial-advertise-peer-urls', `http://127.0.0.1:${peer}`, '--initial-cluster', `one=http://127.0.0.1:${peer}`],
    { stdio: 'ignore' },
  );
  await until('etcd answers', async () => {
    try {
      return (await fetch(`http://127.0.0.1:${client}/health`)).ok;
    } catch {
      return false;
    }
  });
  const start = async () => {
    const port = await freePort();
    return Kiosk.start({ port, args: ['--store', `etcd://127.0.0.1:${client}/hall`, '--public-url', `http://${venue}:${port}`] });
  };
  here = await start();
  there = await start();
  visitors = await Visitors.come();
});

afterAll(async () => {
  await visitors?.leave();
  await here?.remove();
  await there?.remove();
  etcd?.kill('SIGKILL');
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

test('a phone goes on at another kiosk with its unsent report', async () => {
  const organiser = await signIn(here.local, here.pin, '王组织');
  const event = await CollegeEvent.make(organiser, '两台主机', goodList);
  await event.draw('7');
  const [table] = await event.tables();
  const { page } = await visitors.phone();
  await sitDown(page, `${here.address}/t/${table!.links.A.slice(table!.links.A.lastIndexOf('/') + 1)}`);
  await chooseSeats(page, 'A');
  await tapOrder(page, [1, 3]);
  await page.waitForSelector('.follows li');
  // The page has learnt where else it may go.
  await page.waitForFunction((origin) => (localStorage.getItem('kiosk.others') || '').indexOf(origin) >= 0, there.address);
  await here.kill();
  await page.tap('[data-do=send]');
  await page.waitForSelector('.outgoing');
  await visitors.look(page, 'phone-kiosk-gone', [320]);
  await page.waitForURL(`${there.address}/**`, { timeout: 45_000 });
  await page.waitForSelector('[data-moved="1"]');
  await page.waitForSelector('.withdraw, .saved');
  await visitors.look(page, 'phone-moved', [320]);
  expect(new URL(page.url()).hash, 'nothing of the luggage stays in the address').toBe('');
  const again = new CollegeEvent(await signIn(there.local, here.pin, '王组织'), event.id);
  const match = await again.match(table!.match!.id);
  expect(match.games[0]!.hands).toHaveLength(1);
  expect(match.games[0]!.hands[0]!.reports.A!.hand.finish).toEqual([1, 3]);
  expect(match.holds.A, 'it still speaks for its side').not.toBeNull();
});

test('no page had an error or looked wrong', () => {
  expect(visitors.faults).toEqual([]);
  expect(visitors.troubles.filter((trouble) => !/Failed to load resource|ERR_CONNECTION/.test(trouble))).toEqual([]);
});
