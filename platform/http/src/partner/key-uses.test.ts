import { firstDayOfKeyUse } from '@dayline/contracts/partner/api-key';
import type { KeyUseOfDay } from '@dayline/vault/port';
import { openKeyUses } from './key-uses.ts';

const { jest } = import.meta;
const noon = Date.parse('2026-11-20T12:00:00Z');
const day = 24 * 60 * 60_000;

function start({ fails = 0 } = {}) {
  const batches: (readonly KeyUseOfDay[])[] = [];
  const faults: unknown[] = [];
  let [now, failures] = [noon, fails];
  const uses = openKeyUses({
    clock: { now: () => now },
    collectMs: 1_000,
    onFault: (error) => faults.push(error),
    store: {
      async add(batch) {
        if (failures-- > 0) throw new Error('unavailable');
        batches.push(batch);
      },
    },
  });
  return { uses, batches, faults, passTime: (ms: number) => (now += ms) };
}
beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('many calls become one write, with one entry a key and day', async () => {
  const { uses, batches, passTime } = start();
  for (let call = 0; call < 500; call += 1) uses.note('A', call % 5 === 0);
  uses.note('B', false);
  expect(batches).toEqual([]);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(batches).toEqual([
    [
      { keyId: 'A', day: '2026-11-20', calls: 500, refusals: 100, lastAt: noon },
      { keyId: 'B', day: '2026-11-20', calls: 1, refusals: 0, lastAt: noon },
    ],
  ]);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(batches).toHaveLength(1);
  passTime(day);
  uses.note('A', false);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(batches[1]).toEqual([{ keyId: 'A', day: '2026-11-21', calls: 1, refusals: 0, lastAt: noon + day }]);
});

test('counts of a failed write are in the next one, once', async () => {
  const { uses, batches, faults } = start({ fails: 2 });
  uses.note('A', true);
  await jest.advanceTimersByTimeAsync(1_000);
  uses.note('A', false);
  await jest.advanceTimersByTimeAsync(2_000);
  expect(faults).toHaveLength(2);
  expect(batches).toEqual([[{ keyId: 'A', day: '2026-11-20', calls: 2, refusals: 1, lastAt: noon }]]);
});

test('counts too old to be shown are not kept while the vault is away', async () => {
  const { uses, batches, passTime } = start({ fails: 1 });
  uses.note('A', false);
  passTime(40 * day);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(batches).toEqual([]);
});

test('a stop writes what waits', async () => {
  const { uses, batches } = start();
  uses.note('A', false);
  await uses.stop();
  expect(batches).toHaveLength(1);
  await uses.stop();
  expect(batches).toHaveLength(1);
});

test('30 days are counted, today included', () => {
  expect(firstDayOfKeyUse(noon)).toBe('2026-10-22');
});
