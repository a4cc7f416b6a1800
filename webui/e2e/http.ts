import { randomBytes } from 'node:crypto';
import type { Problem } from '../src/shapes';

export interface Question {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: unknown;
  raw?: { bytes: Uint8Array; type: string };
  key?: string;
}

export interface Answer {
  status: number;
  text: string;
}

export function newKey(): string {
  return randomBytes(16).toString('hex');
}

/** The kiosk's interface, asked as a program would: with a bearer token, or as nobody. */
export class Http {
  constructor(
    readonly base: string,
    private readonly token: string | null = null,
  ) {}

  async ask(path: string, { method = 'GET', body, raw, key = newKey() }: Question = {}): Promise<Answer> {
    const headers: Record<string, string> = { 'Accept-Language': 'zh-Hans' };
    if (this.token !== null) headers['Authorization'] = `Bearer ${this.token}`;
    if (method !== 'GET') headers['Idempotency-Key'] = key;
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    if (raw !== undefined) headers['Content-Type'] = raw.type;
    const response = await fetch(this.base + path, { method, headers, body: raw ? Buffer.from(raw.bytes) : body === undefined ? undefined : JSON.stringify(body) });
    return { status: response.status, text: await response.text() };
  }

  /** Asks for something that must be given; anything but success is an error with the kiosk's words. */
  async need<T>(path: string, question: Question = {}): Promise<T> {
    const answer = await this.ask(path, question);
    if (answer.status >= 300) throw new Error(`${question.method ?? 'GET'} ${path}: ${answer.status} ${answer.text.slice(0, 600)}`);
    return (answer.text === '' ? undefined : JSON.parse(answer.text)) as T;
  }

  post<T>(path: string, body: unknown, key?: string): Promise<T> {
    return this.need<T>(path, { method: 'POST', body, ...(key === undefined ? {} : { key }) });
  }

  /** Asks for something that must be refused, and gives the refusal. */
  async refused(status: number, path: string, question: Question): Promise<Problem> {
    const answer = await this.ask(path, question);
    if (answer.status !== status) throw new Error(`${path}: ${answer.status} instead of ${status}: ${answer.text.slice(0, 600)}`);
    return JSON.parse(answer.text) as Problem;
  }

  async bytes(path: string): Promise<Uint8Array> {
    const headers = this.token === null ? undefined : { Authorization: `Bearer ${this.token}` };
    const response = await fetch(this.base + path, { headers });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return new Uint8Array(await response.arrayBuffer());
  }
}

/** Signs in with a PIN. */
export async function signIn(base: string, pin: string, name: string): Promise<Http> {
  const { token } = await new Http(base).post<{ token: string }>('/api/v1/session', { pin, name });
  return new Http(base, token);
}
