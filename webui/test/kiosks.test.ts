import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { arrive, deviceAt, pack, unpack } from '../src/phone/luggage';
import { heard, lastContact } from '../src/wire/contact';
import { elsewhere, Kiosks, offerElsewhere } from '../src/wire/kiosks';
import type { Letter } from '../src/wire/outbox';
import { answerFetch, until } from './setup';

const other = 'http://192.168.1.11:8080';
const third = 'http://192.168.1.12:8080';

type Health = 'ok' | 'read-only' | 'lost';

/** A venue of kiosks: how each is, by origin; '' is the page's own. */
function venue(health: Record<string, Health>, kiosks = [location.origin, other]) {
  return answerFetch(({ url }) => {
    const at = url.replace(/\/(healthz|api\/v1\/kiosks)$/, '');
    const is = health[at] || 'lost';
    if (is === 'lost') return 'lost';
    if (url.indexOf('/healthz') >= 0) return { status: is === 'ok' ? 200 : 503, body: { status: is } };
    return { body: { kiosks } };
  });
}

const running: (() => void)[] = [];

function watch(pressed = true, patience = 20) {
  const moved: string[] = [];
  const kiosks = new Kiosks({ move: (to) => moved.push(to), pressed: () => pressed, silence: 20, patience, look: 5, learn: 10000, answerWithin: 200 });
  kiosks.start();
  running.push(() => kiosks.stop());
  return moved;
}

/** The page was told of the others when all was well. */
function told(...origins: string[]): void {
  localStorage.setItem('kiosk.others', JSON.stringify(origins));
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  running.splice(0).forEach((stop) => stop());
  vi.unstubAllGlobals();
});

describe('a page among several kiosks', () => {
  it('stays as long as its own kiosk is well, and learns of the others', async () => {
    const asked = venue({ '': 'ok', [other]: 'ok' });
    const moved = watch();
    await until(() => localStorage.getItem('kiosk.others'));
    expect(localStorage.getItem('kiosk.others')).toBe(JSON.stringify([other]));
    await until(() => asked.filter(({ url }) => url === '/healthz').length > 5);
    expect(moved).toEqual([]);
  });

  it('moves to one that answers when its own is gone', async () => {
    told(other, third);
    venue({ [third]: 'ok' });
    const moved = watch();
    await until(() => moved.length > 0);
    expect(moved[0]).toBe(third);
  });

  it('moves when its own can only read, and others can write', async () => {
    told(other, third);
    venue({ '': 'read-only', [other]: 'read-only', [third]: 'ok' }, [location.origin, other, third]);
    const moved = watch();
    await until(() => moved.length > 0);
    expect(moved[0]).toBe(third);
  });

  it('stays where it is when nobody is better', async () => {
    told(other);
    const asked = venue({ '': 'read-only', [other]: 'read-only' });
    const moved = watch();
    await until(() => asked.filter(({ url }) => url === `${other}/healthz`).length > 3);
    expect(moved).toEqual([]);
  });

  it('does not leave in an election that is shorter than its patience', async () => {
    told(other);
    const health: Record<string, Health> = { '': 'read-only', [other]: 'ok' };
    const asked = venue(health);
    const moved = watch(true, 60000);
    await until(() => asked.filter(({ url }) => url === '/healthz').length > 3);
    health[''] = 'ok';
    const before = asked.length;
    await until(() => asked.length > before + 3);
    expect(moved).toEqual([]);
    expect(asked.some(({ url }) => url.indexOf(other) === 0)).toBe(false);
  });

  it('lets somebody who is choosing finish', async () => {
    told(other);
    const asked = venue({ [other]: 'ok' });
    const moved = watch(false, 150);
    const touching = setInterval(() => window.dispatchEvent(new Event('pointerdown')), 5);
    await until(() => asked.filter(({ url }) => url === '/healthz').length > 40);
    expect(moved).toEqual([]);
    clearInterval(touching);
    await until(() => moved.length > 0);
  });

  it('asks nobody while it hears its kiosk and has nothing to send', async () => {
    told(other);
    const asked = venue({ '': 'ok', [other]: 'ok' });
    const beating = setInterval(heard, 2);
    const kiosks = new Kiosks({ move: () => undefined, pressed: () => false, silence: 2000, look: 5, learn: 5 });
    kiosks.start();
    running.push(() => kiosks.stop());
    await until(() => asked.length > 5);
    clearInterval(beating);
    expect(asked.every(({ url }) => url === '/api/v1/kiosks')).toBe(true);
  });

  it('believes no address that is not one', async () => {
    venue({ '': 'ok' }, [location.origin, 'javascript:alert(1)', 'http://x/y', 'ftp://x', other]);
    watch();
    await until(() => localStorage.getItem('kiosk.others'));
    expect(localStorage.getItem('kiosk.others')).toBe(JSON.stringify([other]));
  });

  it('offers another one where moving means to sign in, until its own is heard again', async () => {
    told(other);
    venue({ [other]: 'ok' });
    vi.useFakeTimers();
    try {
      running.push(offerElsewhere());
      lastContact.value = Date.now();
      await vi.advanceTimersByTimeAsync(60000);
      expect(elsewhere.value).toBe(other);
      heard();
      expect(elsewhere.value).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('what a phone takes along', () => {
  const letter: Letter = { key: 'K1', kind: 'hands', about: '1/1/1', url: '/api/v1/t/ABC/hands', body: '{"device":"DEVICE0001"}', written: 1 };
  const luggage = { device: 'DEVICE0001', letters: [letter] };

  it('comes out as it went in', () => {
    expect(unpack('ABC', pack(luggage))).toEqual(luggage);
  });

  it('is nothing that is for another place, too much, or no luggage', () => {
    const wrong: [string, unknown][] = [
      ['another place', { device: 'DEVICE0001', letters: [{ ...letter, url: '/api/v1/t/XYZ/hands' }] }],
      ['another route', { device: 'DEVICE0001', letters: [{ ...letter, url: '/api/v1/staff/pins' }] }],
      ['another server', { device: 'DEVICE0001', letters: [{ ...letter, url: 'http://evil/api/v1/t/ABC/hands' }] }],
      ['an unknown kind', { device: 'DEVICE0001', letters: [{ ...letter, kind: 'hold', url: '/api/v1/t/ABC/hold' }] }],
      ['a huge body', { device: 'DEVICE0001', letters: [{ ...letter, body: 'x'.repeat(20001) }] }],
      ['too many', { device: 'DEVICE0001', letters: Array.from({ length: 31 }, () => letter) }],
      ['no device', { letters: [letter] }],
      ['a strange device', { device: '<b>', letters: [letter] }],
      ['null', null],
    ];
    for (const [what, read] of wrong) expect(unpack('ABC', `#luggage=${encodeURIComponent(JSON.stringify(read))}`), what).toBeNull();
    expect(unpack('ABC', '#luggage=%')).toBeNull();
    expect(unpack('ABC', '#elsewhere')).toBeNull();
  });

  it('is unpacked once, before what waits here, and speaks for this place only', () => {
    const name = 'kiosk.outbox.ABC';
    localStorage.setItem(name, JSON.stringify([{ ...letter, key: 'K0' }, letter]));
    history.replaceState(null, '', `/t/ABC${pack(luggage)}`);
    expect(arrive('ABC', name)).toBe(1);
    expect(location.hash).toBe('');
    expect((JSON.parse(localStorage.getItem(name)!) as Letter[]).map(({ key }) => key)).toEqual(['K1', 'K0']);
    expect(deviceAt('ABC')).toBe('DEVICE0001');
    expect(deviceAt('XYZ')).not.toBe('DEVICE0001');
    expect(arrive('ABC', name)).toBeNull();
  });
});
