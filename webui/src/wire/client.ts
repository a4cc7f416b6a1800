import type { paths } from '../api-types';
import type { Problem } from '../shapes';
import { language } from '../words/language';
import { newKey } from './random';
import { heard } from './contact';

type Paths = keyof paths;
type Operation<P extends Paths, M extends 'get' | 'post' | 'put' | 'delete'> = NonNullable<paths[P][M]>;
type Content<R> = R extends { content: { 'application/json': infer Body } } ? Body : never;
type Answer<O> = O extends { responses: infer R }
  ? (200 extends keyof R ? Content<R[200]> : never) | (201 extends keyof R ? Content<R[201]> : never)
  : never;
type Body<O> = O extends { requestBody?: infer R } ? ([NonNullable<R>] extends [never] ? never : NonNullable<R> extends { content: { 'application/json': infer B } } ? B : never) : never;

/** Values for the braces of a path. */
export type Names = Record<string, string | number>;
export type Query = Record<string, string | number | undefined>;

/** The kiosk answered, and refused. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(problem.detail || problem.title);
    this.name = 'Refusal';
  }
}

/** The kiosk did not answer, or is not able to at the moment: try again. */
export class Unreachable extends Error {
  constructor(readonly retryAfterSeconds: number | null = null) {
    super('unreachable');
    this.name = 'Unreachable';
  }
}

const patience = 15000;
const tryAgain = [408, 425, 429, 500, 502, 503, 504];

export function fill(path: string, names: Names = {}, query: Query = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(names[name])));
  const pairs = Object.keys(query)
    .filter((name) => query[name] !== undefined)
    .map((name) => `${name}=${encodeURIComponent(String(query[name]))}`);
  return pairs.length > 0 ? `${filled}?${pairs.join('&')}` : filled;
}

interface Request {
  method: string;
  url: string;
  body?: string | Blob;
  type?: string;
  key?: string;
  device?: string;
}

async function readProblem(response: Response): Promise<Problem> {
  try {
    const problem: unknown = await response.json();
    if (problem !== null && typeof problem === 'object' && 'title' in problem) return problem as Problem;
  } catch {
    // Not JSON: the status is all there is.
  }
  return { type: 'about:blank', title: response.statusText || String(response.status), status: response.status, code: '' };
}

/** Sends a request; throws Refusal or Unreachable. An empty answer is undefined. */
export async function send(request: Request): Promise<unknown> {
  const headers: Record<string, string> = { Accept: 'application/json', 'Accept-Language': language.peek(), 'X-Kiosk': '1' };
  if (request.body !== undefined) headers['Content-Type'] = request.type || 'application/json';
  if (request.key !== undefined) headers['Idempotency-Key'] = request.key;
  if (request.device !== undefined) headers['X-Device'] = request.device;
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), patience);
  let response: Response;
  try {
    response = await fetch(request.url, {
      method: request.method,
      headers,
      body: request.body,
      credentials: 'same-origin',
      cache: 'no-store',
      signal: abort.signal,
    });
    if (response.ok) {
      const text = await response.text();
      heard();
      return text === '' ? undefined : (JSON.parse(text) as unknown);
    }
  } catch {
    throw new Unreachable();
  } finally {
    clearTimeout(timer);
  }
  if (tryAgain.indexOf(response.status) >= 0) {
    const after = Number(response.headers.get('Retry-After'));
    const problem = await readProblem(response);
    // A refusal to guess on at sign-in is the kiosk's word, not a lost line.
    if (response.status === 429 && problem.detail) throw new Refusal(429, problem);
    throw new Unreachable(after > 0 ? after : null);
  }
  heard();
  throw new Refusal(response.status, await readProblem(response));
}

export function get<P extends Paths>(path: P, names?: Names, query?: Query): Promise<Answer<Operation<P, 'get'>>> {
  return send({ method: 'GET', url: fill(path, names, query) }) as Promise<Answer<Operation<P, 'get'>>>;
}

export interface Sending {
  key?: string;
  device?: string;
}

export function post<P extends Paths>(path: P, names: Names, body: Body<Operation<P, 'post'>>, how: Sending = {}): Promise<Answer<Operation<P, 'post'>>> {
  return send({ method: 'POST', url: fill(path, names), body: JSON.stringify(body), key: how.key || newKey(), device: how.device }) as Promise<
    Answer<Operation<P, 'post'>>
  >;
}

export function put<P extends Paths>(path: P, names: Names, body: Body<Operation<P, 'put'>>): Promise<Answer<Operation<P, 'put'>>> {
  return send({ method: 'PUT', url: fill(path, names), body: JSON.stringify(body), key: newKey() }) as Promise<Answer<Operation<P, 'put'>>>;
}

export async function remove<P extends Paths>(path: P, names: Names, query: Query = {}): Promise<void> {
  await send({ method: 'DELETE', url: fill(path, names, query), key: newKey() });
}
