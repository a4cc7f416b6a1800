import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withChanges } from '../src/parts/publicChanges';
import { PublicDesk } from '../src/parts/publicDesk';
import type { PublicView } from '../src/shapes';
import { language } from '../src/words/language';
import { answerFetch, FakeSource } from './setup';

interface Examples {
  first: PublicView;
  steps: { what: string; change: PublicView; whole: PublicView }[];
}

/** What a kiosk told a page of an event; the kiosk's own tests read it too. */
const examples = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../api/testdata/public.json'), 'utf8')) as Examples;

beforeEach(() => {
  FakeSource.made = [];
  vi.stubGlobal('EventSource', FakeSource);
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('shows after each change what a page shows that has just loaded all of it', () => {
  let view: PublicView | null = examples.first;
  for (const { what, change, whole } of examples.steps) {
    const before: string = JSON.stringify(view);
    const after: PublicView | null = withChanges(view!, change);
    expect(after, what).toEqual(whole);
    expect(JSON.stringify(view), what).toBe(before);
    view = after;
  }
});

it('may be told more than it lacks, and again', () => {
  const { steps } = examples;
  steps.forEach(({ what, change, whole }) => {
    expect(withChanges(whole, change), what).toEqual(whole);
  });
});

it('keeps what did not change', () => {
  const { steps } = examples;
  const last = steps[steps.length - 1]!;
  const after = withChanges(last.whole, last.change)!;
  expect(after.rounds).toBe(last.whole.rounds);
  expect(after.standings).toBe(last.whole.standings);
});

it('says when changes do not fit the view', () => {
  const { first, steps } = examples;
  const reported = steps.filter((step) => step.what === 'a hand is reported')[0]!;
  expect(withChanges(first, reported.change)).toBeNull();
  expect(withChanges(first, { ...first, rounds_order: ['1'] })).toBeNull();
});

/** Longer than a page waits before it asks. */
const pass = () => vi.advanceTimersByTimeAsync(1100);

/** A kiosk that has come as far as a step; it knows the editions that the page may have. */
function kioskAt(place: { step: number; started?: boolean }) {
  return answerFetch(({ url }) => {
    const since = new URL(url, 'http://kiosk').searchParams.get('since');
    const step = examples.steps[place.step];
    if (step === undefined) return { body: examples.first };
    return { body: since !== null && !place.started && since === step.change.since ? step.change : step.whole };
  });
}

function sinces(asked: { url: string }[]): (string | null)[] {
  return asked.map(({ url }) => new URL(url, 'http://kiosk').searchParams.get('since'));
}

it('asks for all of it once, then for what changed since', async () => {
  const place = { step: -1 };
  const asked = kioskAt(place);
  const desk = new PublicDesk('ev1');
  desk.start();
  await pass();
  for (const { whole } of examples.steps) {
    place.step += 1;
    FakeSource.made[0]!.emit('change', {});
    await pass();
    expect(desk.view.value).toEqual(whole);
  }
  desk.stop();
  expect(sinces(asked)).toEqual([null, examples.first.edition, ...examples.steps.slice(0, -1).map(({ whole }) => whole.edition)]);
});

it('takes all of it from a kiosk that was started anew, and after a long time behind', async () => {
  const place = { step: -1, started: false };
  const asked = kioskAt(place);
  const desk = new PublicDesk('ev1');
  desk.start();
  await pass();
  // Steps that the page slept through: the kiosk does not know its edition.
  place.step = 5;
  document.dispatchEvent(new Event('visibilitychange'));
  await pass();
  expect(desk.view.value).toEqual(examples.steps[5]!.whole);
  place.step = 6;
  place.started = true;
  window.dispatchEvent(new Event('online'));
  await pass();
  expect(desk.view.value).toEqual(examples.steps[6]!.whole);
  desk.stop();
  expect(sinces(asked).slice(0, 2)).toEqual([null, examples.first.edition]);
});

it('loads all of it where changes do not fit', async () => {
  const { first, steps } = examples;
  const reported = steps.findIndex((step) => step.what === 'a hand is reported');
  const answers = [first, steps[reported]!.change, steps[reported]!.whole];
  const asked = answerFetch(() => ({ body: answers.shift() || steps[reported]!.whole }));
  const desk = new PublicDesk('ev1');
  desk.start();
  await pass();
  FakeSource.made[0]!.emit('hello', {});
  await pass();
  desk.stop();
  expect(desk.view.value).toEqual(steps[reported]!.whole);
  expect(sinces(asked)).toEqual([null, first.edition, null]);
});

it('has one question on its way, whatever happens meanwhile, and asks once more after it', async () => {
  const answers: ((body: unknown) => void)[] = [];
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    return new Promise((answer) => answers.push((body) => answer(new Response(JSON.stringify(body)))));
  });
  const { first, steps } = examples;
  const desk = new PublicDesk('ev1');
  desk.start();
  const source = FakeSource.made[0]!;
  for (let n = 0; n < 5; n++) source.emit('hello', {});
  expect(asked).toHaveLength(1);
  answers[0]!(first);
  await pass();
  expect(asked).toHaveLength(2);
  expect(asked[1]).toContain(`since=${first.edition}`);
  answers[1]!(steps[0]!.change);
  await pass();
  expect(desk.view.value).toEqual(steps[0]!.whole);
  expect(asked).toHaveLength(2);
  // Another language: what is on its way is in the old one.
  source.emit('hello', {});
  await pass();
  expect(asked).toHaveLength(3);
  language.value = 'en';
  answers[2]!(steps[1]!.change);
  await pass();
  expect(asked).toHaveLength(4);
  desk.stop();
  language.value = 'zh-Hans';
});

it('asks for nothing while nobody sees the page, and catches up when somebody does', async () => {
  const place = { step: -1 };
  const asked = kioskAt(place);
  const desk = new PublicDesk('ev1', 'phones');
  desk.start();
  await pass();
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  place.step = 0;
  for (let n = 0; n < 3; n++) {
    FakeSource.made[0]!.emit('change', {});
    await vi.advanceTimersByTimeAsync(4000);
  }
  expect(asked).toHaveLength(1);
  hidden.mockRestore();
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(2600);
  expect(sinces(asked)).toEqual([null, examples.first.edition]);
  expect(desk.view.value).toEqual(examples.steps[0]!.whole);
  desk.stop();
});
