import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** The program under test, as `make build` leaves it. */
export const kioskProgram = process.env['E2E_KIOSK'] || resolve(import.meta.dirname, '../../bin/kiosk');

export const chromiumProgram = process.env['CHROMIUM'] || '/usr/bin/chromium';

export const etcdProgram = process.env['ETCD'] || 'etcd';

/** Programs of the machine, and the Debian packages that have them. */
const needed = [
  { program: chromiumProgram, from: 'chromium' },
  { program: 'pdftotext', from: 'poppler-utils' },
  { program: 'pdftoppm', from: 'poppler-utils' },
  { program: 'zbarimg', from: 'zbar-tools' },
  { program: etcdProgram, from: 'etcd-server' },
];

function isThere(program: string): boolean {
  if (program.startsWith('/')) return existsSync(program);
  return (process.env['PATH'] || '').split(':').some((folder) => existsSync(`${folder}/${program}`));
}

/** Ends the run, before its first test, with a sentence about what is missing. */
export default function requirePrograms(): void {
  const missing = needed.filter(({ program }) => !isThere(program));
  if (missing.length > 0) {
    const packages = [...new Set(missing.map(({ from }) => from))].join(' ');
    throw new Error(`The browser tests need ${missing.map(({ program }) => program).join(', ')}: run "make tools", or install ${packages}.`);
  }
  if (!existsSync(kioskProgram)) throw new Error(`The browser tests drive ${kioskProgram}, which is not there: run "make build".`);
  const fonts = execFileSync('fc-list', [':lang=zh', 'family'], { encoding: 'utf8' });
  if (fonts.trim() === '') throw new Error('The browser tests need a Chinese font: run "make tools", or install fonts-noto-cjk.');
}
