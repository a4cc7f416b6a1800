import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Refusal, Unreachable } from '../src/wire/client';
import { Outbox, type Letter } from '../src/wire/outbox';

type Transmit = (request: { key?: string; body?: string | Blob }) => Promise<unknown>;

function outbox(transmit: Transmit, name = 'kiosk.outbox.TEST') {
  const sent: [Letter, unknown][] = [];
  const refused: Refusal[] = [];
  const box = new Outbox({
    name,
    device: 'DEVICE01',
    sent: (letter, answer) => sent.push([letter, answer]),
    refused: (_letter, refusal) => refused.push(refusal),
    transmit,
    firstRetry: 5,
    longestRetry: 20,
  });
  opened.push(box);
  return { box, sent, refused };
}

const opened: Outbox[] = [];
const problem = { type: 'about:blank', title: 'no', status: 422, code: 'finish.duplicate', detail: '座位重复' };

beforeEach(() => localStorage.clear());
afterEach(() => {
  opened.splice(0).forEach((box) => box.stop());
  vi.restoreAllMocks();
});

describe('what a phone has to send', () => {
  it('goes out once and is gone after the answer', async () => {
    const keys: (string | undefined)[] = [];
    const { box, sent } = outbox((request) => {
      keys.push(request.key);
      return Promise.resolve({ state: 'reported' });
    });
    box.start();
    box.write('hands', 'm/1/1', '/x', { hand: 1 });
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]![1]).toEqual({ state: 'reported' });
    expect(keys).toHaveLength(1);
    expect(box.waiting.value).toEqual([]);
    expect(localStorage.getItem('kiosk.outbox.TEST')).toBeNull();
  });

  it('is not written twice about the same hand', async () => {
    let release: (answer: unknown) => void = () => undefined;
    const transmit = vi.fn(() => new Promise<unknown>((resolve) => (release = resolve)));
    const { box, sent } = outbox(transmit);
    box.write('hands', 'm/1/1', '/x', { hand: 1 });
    box.write('hands', 'm/1/1', '/x', { hand: 1 });
    release({});
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    expect(transmit).toHaveBeenCalledTimes(1);
  });

  it('keeps its key and body while the network is away', async () => {
    const seen: string[] = [];
    let working = false;
    const { box, sent } = outbox((request) => {
      seen.push(`${request.key}|${String(request.body)}`);
      return working ? Promise.resolve({}) : Promise.reject(new Unreachable());
    });
    box.write('hands', 'm/1/1', '/x', { hand: 1 });
    await vi.waitFor(() => expect(seen.length).toBeGreaterThan(2));
    expect(box.waiting.value).toHaveLength(1);
    working = true;
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    expect(new Set(seen).size).toBe(1);
  });

  it('survives a reload with the same key', async () => {
    const first = outbox(() => Promise.reject(new Unreachable()));
    first.box.write('hands', 'm/1/1', '/x', { hand: 1 });
    const key = first.box.waiting.value[0]!.key;
    await vi.waitFor(() => expect(first.box.sending.value).toBe(false));
    first.box.stop();
    const keys: (string | undefined)[] = [];
    const second = outbox((request) => {
      keys.push(request.key);
      return Promise.resolve({});
    });
    second.box.start();
    await vi.waitFor(() => expect(second.sent).toHaveLength(1));
    expect(keys).toEqual([key]);
  });

  it('goes out at once when the network is back', async () => {
    let working = false;
    const { box, sent } = outbox(() => (working ? Promise.resolve({}) : Promise.reject(new Unreachable(3600))));
    box.start();
    box.write('confirm', 'm/3', '/x', {});
    await vi.waitFor(() => expect(box.sending.value).toBe(false));
    working = true;
    window.dispatchEvent(new Event('online'));
    await vi.waitFor(() => expect(sent).toHaveLength(1));
  });

  it('is sent in the order in which it was written', async () => {
    let working = false;
    const bodies: string[] = [];
    const { box, sent } = outbox((request) => {
      if (!working) return Promise.reject(new Unreachable());
      bodies.push(String(request.body));
      return Promise.resolve({});
    });
    box.write('hands', 'm/1/1', '/x', 1);
    box.write('calls', 'order', '/y', 2);
    working = true;
    box.now();
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    expect(bodies).toEqual(['1', '2']);
  });

  it('is given up and told when the kiosk refuses it', async () => {
    const { box, sent, refused } = outbox(() => Promise.reject(new Refusal(422, problem)));
    box.write('hands', 'm/1/1', '/x', {});
    await vi.waitFor(() => expect(refused).toHaveLength(1));
    expect(refused[0]!.message).toBe('座位重复');
    expect(sent).toEqual([]);
    expect(box.waiting.value).toEqual([]);
  });

  it('waits when the kiosk only asks for patience', async () => {
    let tries = 0;
    const { box, sent, refused } = outbox(() => {
      tries += 1;
      return tries < 3 ? Promise.reject(new Refusal(429, { ...problem, status: 429 })) : Promise.resolve({});
    });
    box.write('hands', 'm/1/1', '/x', {});
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    expect(refused).toEqual([]);
  });

  it('works where localStorage throws', async () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new Error('denied');
    });
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('denied');
    });
    vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(() => {
      throw new Error('denied');
    });
    let working = false;
    const { box, sent } = outbox(() => (working ? Promise.resolve({}) : Promise.reject(new Unreachable())), 'kiosk.outbox.DENIED');
    box.write('hands', 'm/1/1', '/x', {});
    await vi.waitFor(() => expect(box.waiting.value).toHaveLength(1));
    working = true;
    box.now();
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    expect(box.waiting.value).toEqual([]);
  });
});
