import fc from 'fast-check';
import { ulid } from 'ulid';
import { startPosition, toLogPosition, toPosition, ulidToUuid, uuidToUlid } from './mapping.ts';

const unsigned64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });

test('an id comes back as it went, and looks like a UUID meanwhile', () => {
  fc.assert(
    fc.property(unsigned64, unsigned64, (high, low) => {
      const hex = ((high << 64n) | low).toString(16).padStart(32, '0');
      const uuid = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
      expect(ulidToUuid(uuidToUlid(uuid))).toBe(uuid);
    }),
  );
  const id = ulid();
  expect(uuidToUlid(ulidToUuid(id))).toBe(id);
  expect(ulidToUuid('01ARZ3NDEKTSV4RRFFQ69G5FAV')).toBe('01563e3a-b5d3-d676-4c61-efb99302bd5b');
});

test('refuses an id that is no ULID, and a position of another log', () => {
  expect(() => ulidToUuid('event-1')).toThrow('must be a ULID');
  expect(() => toLogPosition('0000000000000012')).toThrow('no position of EventStoreDB');
});

test('positions sort as text as they do as numbers, after the start', () => {
  const position = fc.record({ commit: unsigned64, prepare: unsigned64 });
  fc.assert(
    fc.property(position, position, (a, two) => {
      const isBefore = a.commit < two.commit || (a.commit === two.commit && a.prepare < two.prepare);
      expect(toPosition(a) < toPosition(two)).toBe(isBefore);
      expect(toLogPosition(toPosition(a))).toEqual(a);
      expect(startPosition <= toPosition(a)).toBe(true);
    }),
  );
});
