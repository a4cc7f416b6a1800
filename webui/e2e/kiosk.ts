import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './patience';
import { kioskProgram } from './programs';

/** The name under which browsers reach the kiosk: not localhost, so that pages run as in the hall, in no secure context. */
export const venue = 'venue.test';

export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

/** How a program ended. */
export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

function launch(args: readonly string[]) {
  // The settings of whoever runs the tests are not the tests'.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('KIOSK_')));
  return spawn(kioskProgram, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...env, KIOSK_OPEN_BROWSER: 'false' } });
}

/** Runs the kiosk's program to its end. */
export async function run(...args: string[]): Promise<Ended> {
  return ending(launch(args));
}

function ending(child: ChildProcess): Promise<Ended> {
  const ended: Ended = { code: null, out: '', err: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (ended.out += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (ended.err += text));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ ...ended, code }));
  });
}

/** A kiosk that runs on a data folder of its own. */
export class Kiosk {
  private constructor(
    private readonly child: ChildProcess,
    private readonly ended: Promise<Ended>,
    readonly data: string,
    readonly port: number,
    /** The organiser's PIN, where this start was the folder's first. */
    readonly pin: string,
  ) {}

  /** Where tests ask without a browser. */
  get local(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Where browsers and printed codes lead. */
  get address(): string {
    return `http://${venue}:${this.port}`;
  }

  static async dataFolder(): Promise<string> {
    return mkdtemp(join(tmpdir(), 'kiosk-e2e-'));
  }

  /** Starts a kiosk and waits until it answers. A folder that was used before, and its port, may be handed in. */
  static async start(more: { data?: string; port?: number; args?: readonly string[] } = {}): Promise<Kiosk> {
    const data = more.data ?? (await Kiosk.dataFolder());
    const port = more.port ?? (await freePort());
    const args = ['serve', '--data', data, '--addr', `127.0.0.1:${port}`, '--lang', 'zh-Hans', ...(more.args ?? [])];
    const child = launch(args);
    let said = '';
    child.stdout.on('data', (text: Buffer) => (said += text.toString()));
    let failed: Ended | null = null;
    const ended = ending(child);
    void ended.then((how) => (failed = how));
    await until('the kiosk answers', async () => {
      if (failed !== null) throw new Error(`The kiosk ended at once: ${JSON.stringify(failed)}`);
      try {
        return (await fetch(`http://127.0.0.1:${port}/healthz`)).ok;
      } catch {
        return false;
      }
    });
    const pin = /PIN\D*(\d{4,})/.exec(said);
    return new Kiosk(child, ended, data, port, pin?.[1] ?? '');
  }

  /** Ends it as Ctrl+C does. */
  async stop(): Promise<Ended> {
    this.child.kill('SIGINT');
    return this.ended;
  }

  /** Takes its life in the middle of whatever it does. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }

  /** Stops it if it still runs, and removes its data. */
  async remove(): Promise<void> {
    await this.kill();
    await rm(this.data, { recursive: true, force: true });
  }
}
