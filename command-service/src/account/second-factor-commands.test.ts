import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRefusal, refuse } from '@dayline/contracts/errors';
import { openAttempts } from '@dayline/vault/attempts/attempts';
import type { Vault } from '@dayline/vault/port';
import { noSecondFactors } from '@dayline/vault/second-factors';
import { openSqliteVault } from '@dayline/vault/sqlite/open';
import { generateSync } from 'otplib';
import { newTotp, secondFactorSteps, stepOf } from './second-factor-commands.ts';

/** In the middle of a time step. */
const now = 1_790_000_010_000;
const { secret } = newTotp('asha@sunrise.example');
const codeAt = (instant: number) => generateSync({ secret, epoch: instant / 1_000 });
const lastStep = Math.floor(now / 30_000);

test('a code has the step it was made in, now or one step before, after the last one used', async () => {
  expect(await stepOf(secret, codeAt(now), now)).toBe(lastStep);
  expect(await stepOf(secret, codeAt(now - 30_000), now, lastStep - 2)).toBe(lastStep - 1);
  expect(await stepOf(secret, codeAt(now), now, lastStep - 1)).toBe(lastStep);
  for (const [code, used] of [
    [codeAt(now), lastStep],
    [codeAt(now - 30_000), lastStep - 1],
    [codeAt(now - 60_000), undefined],
    [codeAt(now + 30_000), undefined],
    // The clock was set back.
    [codeAt(now), lastStep + 5],
    ['', undefined],
    ['12345', undefined],
    ['1234567', undefined],
    ['abcdef', undefined],
  ] as const) {
    expect(await stepOf(secret, code, now, used)).toBeNull();
  }
});

describe('two processes on one store', () => {
  const accountId = '01J0000000000000000000000A';
  const folder = mkdtempSync(join(tmpdir(), 'dayline-factor-'));
  const vaults: Vault[] = [];
  const passwords = {
    hash: async (text: string) => `hash of ${text}`,
    verify: async (hash: string | null, text: string) =>
      hash === `hash of ${text}` ? ({ isRight: true, rehashed: null } as const) : ({ isRight: false } as const),
  };
  const call = { now, address: '10.0.0.1' };
  const clock = { now: () => now };
  const processes = () =>
    vaults.map((vault) => {
      const attempts = openAttempts({ store: vault.attempts, clock, factor: 1, onFault: () => undefined });
      return secondFactorSteps({ vault, passwords, attempts });
    });
  const inTurn = <Result>(count: number, work: (steps: ReturnType<typeof secondFactorSteps>) => Promise<Result>) => {
    const all = processes();
    return Promise.all(Array.from({ length: count }, (_, index) => work(all[index % all.length] as (typeof all)[0])));
  };
  beforeAll(async () => {
    for (let opened = 0; opened < 2; opened += 1)
      vaults.push(await openSqliteVault({ path: join(folder, 'vault.db'), masterKey: Buffer.alloc(32, 1), clock }));
    await vaults[0]?.accounts.add({
      ...({ accountId, email: 'asha@sunrise.example', role: 'admin', name: 'Asha' } as const),
      ...{ clientId: '01J0000000000000000000000C', pocId: null, passwordHash: null, sessionEpoch: 0 },
    });
    const totp = { secret, since: now, lastUsedAt: now, lastStep: lastStep - 2 };
    const recoveryCodes = { hashes: ['hash of 0123456789ab', 'hash of cdefghjkmnpq'], since: now };
    await vaults[0]?.secondFactors.write(accountId, { ...noSecondFactors, totp, recoveryCodes }, { revision: 0 });
  });
  afterAll(async () => {
    for (const vault of vaults) await vault.close();
    rmSync(folder, { recursive: true });
  });

  test.each([
    ['a code of the app', codeAt(now), 'totp'],
    ['a recovery code', 'cdef-ghjk-mnpq', 'recoveryCode'],
  ] as const)('of ten uses of %s, one succeeds', async (_, code, used) => {
    const found = await inTurn(10, (steps) => steps.use(accountId, code, call));
    expect(found.filter((factor) => factor !== null)).toEqual([used]);
  });

  test('of twenty wrong codes at once, the five that are free and the first beyond are checked', async () => {
    let checked = 0;
    const wrong = async () => {
      checked += 1;
      return refuse('factor.refused');
    };
    const answers = await inTurn(20, (steps) => steps.attempt(accountId, wrong));
    expect(checked).toBe(6);
    const codes = answers.map((answer) => isRefusal(answer) && answer.refused);
    expect(codes.filter((code) => code === 'request.throttled')).toHaveLength(14);
  });
});
