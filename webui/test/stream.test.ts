import { afterEach, describe, expect, it, vi } from 'vitest';
import { Stream, type StreamOptions } from '../src/wire/stream';
import { FakeSource } from './setup';

const started: Stream[] = [];

function stream(options: Partial<StreamOptions> = {}) {
  FakeSource.made = [];
  const change = vi.fn();
  const reload = vi.fn();
  const made = new Stream({
    url: (after) => (after === null ? '/stream' : `/stream?after=${after}`),
    change,
    reload,
    open: (url) => new FakeSource(url),
    firstRetry: 2,
    longestRetry: 8,
    poll: 10,
    ...options,
  });
  started.push(made);
  made.start();
  return { made, change, reload };
}

afterEach(() => started.splice(0).forEach((one) => one.stop()));

describe('a stream', () => {
  it('hands on changes and loads at hello and reload', () => {
    const { change, reload } = stream();
    const source = FakeSource.made[0]!;
    source.emit('hello', { version: 1 });
    expect(reload).toHaveBeenCalledTimes(1);
    source.emit('change', { version: 2 }, '2');
    expect(change).toHaveBeenCalledWith('{"version":2}');
    source.emit('reload', {});
    expect(reload).toHaveBeenCalledTimes(2);
  });

  it('is opened anew after an error, from the last event it saw', async () => {
    stream();
    FakeSource.made[0]!.emit('change', {}, '41');
    FakeSource.made[0]!.fail();
    expect(FakeSource.made[0]!.closed).toBe(true);
    await vi.waitFor(() => expect(FakeSource.made).toHaveLength(2));
    expect(FakeSource.made[1]!.url).toBe('/stream?after=41');
  });

  it('tries on and on, one source at a time', async () => {
    stream();
    for (let turn = 0; turn < 4; turn++) {
      await vi.waitFor(() => expect(FakeSource.made).toHaveLength(turn + 1));
      FakeSource.made[turn]!.fail();
      FakeSource.made[turn]!.fail();
    }
    await vi.waitFor(() => expect(FakeSource.made).toHaveLength(5));
    expect(FakeSource.made.filter((source) => !source.closed)).toHaveLength(1);
  });

  it('polls while there is none', async () => {
    const { reload } = stream({ firstRetry: 60000, longestRetry: 60000 });
    FakeSource.made[0]!.fail();
    await vi.waitFor(() => expect(reload.mock.calls.length).toBeGreaterThan(2));
  });

  it('is opened at once when the network is back', async () => {
    const { reload } = stream({ firstRetry: 60000, longestRetry: 60000 });
    FakeSource.made[0]!.fail();
    window.dispatchEvent(new Event('online'));
    await vi.waitFor(() => expect(FakeSource.made).toHaveLength(2));
    expect(reload).toHaveBeenCalled();
  });

  it('survives a browser that cannot open it', async () => {
    let tries = 0;
    stream({
      open: (url) => {
        tries += 1;
        if (tries < 3) throw new Error('no');
        return new FakeSource(url);
      },
    });
    await vi.waitFor(() => expect(FakeSource.made).toHaveLength(1));
  });

  it('stays closed once stopped', async () => {
    const { made, reload } = stream();
    const source = FakeSource.made[0]!;
    made.stop();
    source.fail();
    window.dispatchEvent(new Event('online'));
    await Promise.resolve();
    expect(source.closed).toBe(true);
    expect(FakeSource.made).toHaveLength(1);
    expect(reload).not.toHaveBeenCalled();
  });
});
