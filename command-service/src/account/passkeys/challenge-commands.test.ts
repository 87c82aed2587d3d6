import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Vault } from '@dayline/vault/port';
import { openSqliteVault } from '@dayline/vault/sqlite/open';
import { challengeLifetime, passkeyChallenges } from './challenge-commands.ts';

const folder = mkdtempSync(join(tmpdir(), 'dayline-challenges-'));
let now = 1_790_000_000_000;
const vaults: Vault[] = [];
beforeAll(async () => {
  for (let opened = 0; opened < 2; opened += 1) {
    vaults.push(
      await openSqliteVault({
        ...{ path: join(folder, 'vault.db'), masterKey: Buffer.alloc(32, 1) },
        clock: { now: () => now },
      }),
    );
  }
});
afterAll(async () => {
  for (const vault of vaults) await vault.close();
  rmSync(folder, { recursive: true });
});

/** The challenges of two processes on one store. */
const processes = () => vaults.map(({ reservations }) => passkeyChallenges(reservations));

test('a challenge is used once, for its purpose alone, of many uses at once in two processes', async () => {
  const all = processes();
  const challenge = (await all[0]?.create('signIn')) ?? '';
  expect(Buffer.from(challenge, 'base64url')).toHaveLength(32);
  expect(await all[1]?.use(challenge, 'secondStep 1')).toBe(false);
  const uses = await Promise.all(Array.from({ length: 10 }, (_, index) => all[index % 2]?.use(challenge, 'signIn')));
  expect(uses.filter(Boolean)).toHaveLength(1);
  expect(await all[0]?.use('never made', 'signIn')).toBe(false);
});

test('it can be used for ten minutes, and is removed by a later one', async () => {
  const [challenges] = processes();
  const [early = '', late = ''] = [await challenges?.create('signIn'), await challenges?.create('signIn')];
  now += challengeLifetime;
  expect(await challenges?.use(early, 'signIn')).toBe(true);
  now += 1;
  expect(await challenges?.use(late, 'signIn')).toBe(false);
  await challenges?.create('signIn');
  expect(await vaults[1]?.reservations.find('passkeyChallenge', late)).toBeNull();
});
