import { render } from 'preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BackupLine, BackupPanel } from '../src/kiosk/BackupPanel';
import type { BackupView } from '../src/shapes';
import { person } from '../src/staff/session';
import { setWords } from '../src/words/words';
import { allWordsOf, answerFetch, click, find, type, until } from './setup';

function backup(changed: Partial<BackupView> = {}): BackupView {
  return {
    folder: '/media/stick',
    own: false,
    same_disk: false,
    every_s: 600,
    keep: 30,
    days: 30,
    running: false,
    current: true,
    last: { file: '/media/stick/kiosk-abcdef-00001-20261205-100000.db', at: '2026-12-05T02:00:00Z', age_s: 250, bytes: 65536 },
    sticks: ['/media/stick', '/media/other'],
    ...changed,
  };
}

let root: HTMLElement;

beforeEach(() => {
  setWords(allWordsOf('en'));
  root = document.createElement('div');
  document.body.replaceChildren(root);
  person.value = { role: 'organiser', name: 'x' };
});

afterEach(() => {
  render(null, root);
  vi.unstubAllGlobals();
});

it('says beside every page how old the last good backup is', async () => {
  answerFetch(() => ({ body: { backup: backup() } }));
  render(<BackupLine />, root);
  await until(() => root.textContent!.includes('Last good backup 4 min ago'));
  expect(root.querySelector('[role=alert]')).toBeNull();
});

it('raises an alarm when nothing can be backed up, and says why', async () => {
  answerFetch(() => ({ body: { backup: backup({ error: 'was the stick pulled out?', last: null }) } }));
  render(<BackupLine />, root);
  await until(() => root.querySelector('[role=alert]') !== null);
  render(<BackupPanel />, root);
  await until(() => root.textContent!.includes('was the stick pulled out?'));
  expect(root.textContent).toContain('No backup yet');
});

it('says beside every page that nothing can be saved', async () => {
  answerFetch(() => ({ body: { backup: backup(), trouble: 'the disk is full' } }));
  render(<BackupLine />, root);
  await until(() => find(root, '[role=alert]').textContent === 'the disk is full');
});

it('shows nothing to those who see no backups', async () => {
  const asked = answerFetch(() => ({ body: { backup: null } }));
  render(<BackupPanel />, root);
  await until(() => asked.length > 0);
  expect(root.textContent).toBe('');
});

it('takes a stick that is plugged in, or a folder that is typed, and backs up when asked', async () => {
  const asked = answerFetch((request) => ({ body: request.method === 'GET' ? { backup: backup({ own: true, same_disk: true }) } : backup() }));
  render(<BackupPanel />, root);
  await until(() => root.querySelector('[data-stick]') !== null);
  expect(root.querySelectorAll('[data-stick]').length).toBe(1);
  expect(root.textContent).toContain('same disk');
  const changes = () => asked.filter((request) => request.method !== 'GET');
  // A button that is busy with the command before takes no other.
  const press = (selector: string, n: number) =>
    until(() => {
      if (changes().length < n) click(root, selector);
      return changes().length === n;
    });
  await press('[data-stick="/media/other"]', 1);
  expect(changes()[0]).toMatchObject({ method: 'PUT', url: '/api/v1/kiosk/backup', body: { folder: '/media/other' } });
  type(find<HTMLInputElement>(root, 'input[name=backup-folder]'), ' /mnt/usb ');
  await press('[data-do=backup-folder]', 2);
  expect(changes()[1]).toMatchObject({ body: { folder: '/mnt/usb' } });
  await press('[data-do=backup]', 3);
  expect(changes()[2]).toMatchObject({ method: 'POST', url: '/api/v1/kiosk/backup' });
});

it('lets only the organiser choose', async () => {
  person.value = { role: 'referee', name: 'x' };
  answerFetch(() => ({ body: { backup: backup() } }));
  render(<BackupPanel />, root);
  await until(() => root.textContent!.includes('/media/stick'));
  expect(root.querySelector('button')).toBeNull();
});
