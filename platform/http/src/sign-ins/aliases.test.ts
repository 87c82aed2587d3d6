import { memoryKeyRing } from '@dayline/runtime/testing/memory-key-ring';
import { VaultUnavailable } from '@dayline/vault/port';
import { SignInAliases, signInAliases } from './aliases.ts';

const clientId = '01J0000000000000000000000C';
const owner = { accountId: '01J0000000000000000000000A', clientId };
const now = Date.parse('2026-11-21T08:00:00Z');
afterEach(() => import.meta.jest.restoreAllMocks());

test('a process has one, so that an entry of the trail lets its sessions find sign-outs, and the other way round', async () => {
  const ring = memoryKeyRing();
  const stream = await signInAliases(ring).streamOf(owner, new Date(now).toISOString());
  expect(signInAliases(ring).remembered(owner, [now])).toEqual([stream]);
  expect(signInAliases(memoryKeyRing()).remembered(owner, [now])).toBeNull();
});

test('the key of the present month is remembered for two days after the last session that was found', async () => {
  const ring = memoryKeyRing();
  const aliases = new SignInAliases(ring);
  const began = performance.now();
  async function later(hours: number): Promise<void> {
    import.meta.jest.spyOn(performance, 'now').mockReturnValue(began + hours * 3_600_000);
    // The cache reads the time again after a timer of this length, which it has begun earlier.
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await later(0);
  await aliases.remember(clientId, now);
  await later(47);
  await aliases.remember(clientId, now);
  await later(94);
  expect(aliases.remembered(owner, [now])).not.toBeNull();
  expect(ring.requests.ensure).toBe(1);
  await later(96);
  expect(aliases.remembered(owner, [now])).toBeNull();
});

test('a sign-in of a month whose key is broken is recorded, but nobody’s; one in an outage waits', async () => {
  const instant = new Date(now).toISOString();
  const failing = (error: Error) => new SignInAliases({ ensure: () => Promise.reject(error) }).streamOf(owner, instant);
  expect(await failing(new Error('unable to authenticate data'))).toMatch(
    /^signIns-01J0000000000000000000000C_2026-11_./,
  );
  await expect(failing(new VaultUnavailable('unavailable'))).rejects.toThrow('unavailable');
});

test('many sessions that are found at once read the key once', async () => {
  const ring = memoryKeyRing();
  const aliases = new SignInAliases(ring);
  await Promise.all(Array.from({ length: 20 }, () => aliases.remember(clientId, now)));
  expect(ring.requests.ensure).toBe(1);
  expect(aliases.remembered(owner, [now])).not.toBeNull();
});
