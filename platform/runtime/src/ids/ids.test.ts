import { ulidPattern } from '@dayline/contracts/ids';
import fc from 'fast-check';
import { decodeTime } from 'ulid';
import { derivedFrom, derivedId } from './derived.ts';
import { newUlid } from './ulid.ts';

describe('a new ULID', () => {
  test('rises strictly within a millisecond and when the clock is set back', () => {
    let now = 1_767_603_600_000;
    const clock = { now: () => now };
    const ids: string[] = [];
    for (let n = 0; n < 3_000; n += 1) {
      if (n === 1_000) now += 1;
      if (n === 2_000) now -= 60_000;
      ids.push(newUlid(clock));
    }
    expect(ids.every((id) => ulidPattern.test(id))).toBe(true);
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
    expect(decodeTime(ids[0] ?? '')).toBe(1_767_603_600_000);
  });

  test('of one clock is not held up by another clock that is ahead', () => {
    newUlid({ now: () => 2_000_000_000_000 });
    expect(decodeTime(newUlid({ now: () => 1_000_000_000_000 }))).toBe(1_000_000_000_000);
  });
});

describe('a derived id', () => {
  const key = '01KE6V2QG0ABCDEFGHJKMNPQRS';

  test('is the same for the same command, and a ULID', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (account, call, anyKey) => {
        const id = derivedId(account, call, anyKey);
        expect(id).toMatch(ulidPattern);
        expect(derivedId(account, call, anyKey)).toBe(id);
        expect(derivedFrom(id, 'event 0')).toMatch(ulidPattern);
        expect(derivedFrom(id, 'event 0')).toBe(derivedFrom(id, 'event 0'));
      }),
    );
  });

  test('differs for another account, call or key, also where the parts run together alike', () => {
    const ids = [
      derivedId('a', 'b', key),
      derivedId('ab', '', key),
      derivedId('', 'ab', key),
      derivedId('b', 'a', key),
      derivedId('a', 'b', `${key.slice(0, -1)}T`),
      derivedId('a","b', '', key),
    ];
    expect(new Set(ids).size).toBe(ids.length);
    expect(derivedFrom(key, 'one')).not.toBe(derivedFrom(key, 'two'));
  });

  test('has the time of its key, so that ids stay in the order of time', () => {
    expect(derivedId('account', 'call', key).slice(0, 10)).toBe(key.slice(0, 10));
    expect(derivedId('account', 'call', key)).not.toBe(key);
    expect(derivedFrom(derivedId('account', 'call', key), 'event').slice(0, 10)).toBe(key.slice(0, 10));
  });

  test('stays what it was when it was released', () => {
    expect(derivedId('account', 'call', key)).toBe('01KE6V2QG07231BC874J6SBXCS');
    expect(derivedId('account', 'call', 'desk 7, booking 12')).toBe('3ERDAPW1AQTZBMZNTB6NZ9VQX8');
    expect(derivedFrom(key, 'event 0')).toBe('01KE6V2QG06VWEC9MARW34VR48');
  });
});
