import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const plenty = { maxBuffer: 64 << 20 };

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'kiosk-paper-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The text of each page of a PDF, as somebody who copies it gets it. */
export function pagesOf(pdf: Uint8Array): Promise<string[]> {
  return inFolder(async (folder) => {
    await writeFile(join(folder, 'in.pdf'), pdf);
    const { stdout } = await execute('pdftotext', ['-layout', join(folder, 'in.pdf'), '-'], plenty);
    return stdout.split('\f').slice(0, -1);
  });
}

/** The QR codes on each page of a PDF, printed at 150 dots an inch. */
export function codesOf(pdf: Uint8Array): Promise<string[][]> {
  return inFolder(async (folder) => {
    await writeFile(join(folder, 'in.pdf'), pdf);
    await execute('pdftoppm', ['-r', '150', '-gray', join(folder, 'in.pdf'), join(folder, 'page')], plenty);
    const pages = (await readdir(folder)).filter((name) => name.startsWith('page')).sort();
    const codes: string[][] = [];
    for (const page of pages) codes.push(await scan(join(folder, page)));
    return codes;
  });
}

/** The QR codes in a picture. */
export function codesIn(picture: Uint8Array): Promise<string[]> {
  return inFolder(async (folder) => {
    await writeFile(join(folder, 'in.png'), picture);
    return scan(join(folder, 'in.png'));
  });
}

async function scan(file: string): Promise<string[]> {
  const { stdout } = await execute('zbarimg', ['--raw', '-q', '-Sdisable', '-Sqrcode.enable', file], plenty);
  return stdout.split('\n').filter((line) => line !== '');
}
