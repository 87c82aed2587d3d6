import type { Account } from '../port.ts';
import { noSecondFactors, type SecondFactors } from '../second-factors.ts';
import type { VaultsUnderTest } from './onboarding-contract.ts';

const factorsAt = (lastStep: number): SecondFactors => ({
  ...noSecondFactors,
  totp: { secret: 'JBSWY3DPEHPK3PXP', since: 1, lastUsedAt: 2, lastStep },
});
const [own, other] = ['a'.repeat(64), 'b'.repeat(64)];

/** The contract on second factors. */
export function describeSecondFactors({ vault, another, reopen }: VaultsUnderTest, owner: Account): void {
  const { accountId } = owner;

  describe('second factors', () => {
    beforeEach(() => vault().accounts.add(owner));
    const write = (factors: SecondFactors, revision: number) =>
      vault().secondFactors.write(accountId, factors, { revision });

    test('are none at first, then those of the last write, after a restart too', async () => {
      expect(await vault().secondFactors.read(accountId)).toEqual({ factors: noSecondFactors, revision: 0 });
      expect(await write(factorsAt(1), 0)).toBe(true);
      expect(await write(factorsAt(2), 1)).toBe(true);
      await reopen();
      expect(await vault().secondFactors.read(accountId)).toEqual({ factors: factorsAt(2), revision: 2 });
      expect(await vault().accounts.byId(accountId)).toEqual(owner);
    });

    test.each([0, 1])('of ten writes after revision %i at once, in two processes, one succeeds', async (revision) => {
      if (revision === 1) await write(factorsAt(0), 0);
      const vaults = [vault(), await another()];
      const all = await Promise.all(
        Array.from({ length: 10 }, (_, step) =>
          vaults[step % 2]?.secondFactors.write(accountId, factorsAt(step), { revision }),
        ),
      );
      expect(all.filter(Boolean)).toHaveLength(1);
      const stored = await vault().secondFactors.read(accountId);
      expect(stored).toEqual({ factors: factorsAt(all.indexOf(true)), revision: revision + 1 });
    });

    test('a closed or unknown account has none to write', async () => {
      expect(await vault().secondFactors.write('01J0000000000000000000000X', factorsAt(1), { revision: 0 })).toBe(
        false,
      );
      await write(factorsAt(1), 0);
      await vault().accounts.close(accountId);
      expect(await write(factorsAt(2), 1)).toBe(false);
    });

    test.each([
      ['none', undefined, [true, true]],
      ['all but one', { except: own }, [true, false]],
      ['all', { except: null }, [false, false]],
    ] as const)('a write ends %s of the sessions, here and in another process', async (_, endSessions, left) => {
      const watching = await another();
      const { cursor } = await watching.sessions.endedSince(null);
      for (const session of [own, other]) await vault().sessions.open(session, owner, 0);
      const ends = endSessions ? { endSessions } : {};
      expect(await vault().secondFactors.write(accountId, factorsAt(1), { revision: 0, ...ends })).toBe(true);
      for (const one of [vault(), watching]) {
        expect([await one.sessions.find(own), await one.sessions.find(other)].map(Boolean)).toEqual(left);
      }
      const ended = await watching.sessions.endedSince(cursor);
      expect(ended.tokenHashes.includes(other) || ended.accountIds.includes(accountId)).toBe(!left[1]);
      // The kept session stays valid, also after another change.
      expect(await vault().secondFactors.write(accountId, factorsAt(2), { revision: 1, ...ends })).toBe(true);
      expect(Boolean(await vault().sessions.find(own))).toBe(left[0]);
    });

    test('the policy of a client is optional until it is set, in another process too', async () => {
      const { clientId } = owner;
      const other = await another();
      expect(await vault().secondFactors.policyOf(clientId)).toBe('optional');
      await Promise.all([vault(), other].map((one) => one.secondFactors.setPolicy(clientId, 'everyone')));
      await vault().secondFactors.setPolicy(clientId, 'administrators');
      expect(await other.secondFactors.policyOf(clientId)).toBe('administrators');
      expect(await other.secondFactors.policyOf('01J0000000000000000000000X')).toBe('optional');
    });

    test('where a sign-in provider is required, sessions of others that began otherwise end, and none begins', async () => {
      const { clientId } = owner;
      const local = { ...owner, accountId: '01J0000000000000000000000B', email: 'vikram@sunrise.example' };
      const foreign = { ...local, accountId: '01J0000000000000000000000C', email: 'a@lake.example', clientId: 'Y' };
      for (const account of [local, foreign]) await vault().accounts.add(account);
      const watching = await another();
      expect(await watching.secondFactors.localAdministratorsOf(clientId)).toBeNull();
      const device = { browser: null, system: null, address: null };
      const hash = (digit: string) => digit.repeat(64);
      const opened = [...(['1', '2', '3', '4'] as const).map(hash)];
      await vault().sessions.open(hash('1'), owner, 0, { ...device, isByProvider: true });
      await vault().sessions.open(hash('2'), owner, 0, device);
      await vault().sessions.open(hash('3'), local, 0);
      await vault().sessions.open(hash('4'), foreign, 0);
      const inForce = async () => (await watching.sessions.inForce(opened)).map(({ tokenHash }) => tokenHash).sort();
      const { cursor } = await watching.sessions.endedSince(null);
      for (const one of [vault(), watching])
        await one.secondFactors.setLocalAdministrators(clientId, [local.accountId]);
      expect(await inForce()).toEqual(['1', '3', '4'].map(hash));
      expect((await watching.sessions.endedSince(cursor)).tokenHashes).toContain(hash('2'));
      expect(await watching.secondFactors.localAdministratorsOf(clientId)).toEqual([local.accountId]);
      for (const [digit, account, isByProvider] of [
        ...([['5', owner, false] as const, ['6', owner, true], ['7', local, false], ['8', foreign, false]] as const),
      ]) {
        opened.push(hash(digit));
        await vault().sessions.open(hash(digit), account, 0, { ...device, isByProvider });
      }
      expect(await inForce()).toEqual(['1', '3', '4', '6', '7', '8'].map(hash));
      await vault().secondFactors.setLocalAdministrators(clientId, [owner.accountId]);
      expect(await inForce()).toEqual(['1', '4', '6', '8'].map(hash));
      await vault().secondFactors.setLocalAdministrators(clientId, null);
      expect(await inForce()).toEqual(['1', '4', '6', '8'].map(hash));
      opened.push(hash('9'));
      await vault().sessions.open(hash('9'), owner, 0, device);
      expect(await inForce()).toContain(hash('9'));
    });

    test('a session that was decided before a change that ends sessions starts out ended', async () => {
      const watching = await another();
      const ends = { revision: 0, endSessions: { except: null } };
      expect(await watching.secondFactors.write(accountId, factorsAt(1), ends)).toBe(true);
      await vault().sessions.open(own, owner, 0);
      expect(await vault().sessions.find(own)).toBeNull();
      expect(await watching.sessions.inForce([own])).toEqual([]);
    });

    test('a write that is refused ends no session', async () => {
      await vault().sessions.open(own, owner, 0);
      const late = { revision: 3, endSessions: { except: null } };
      expect(await vault().secondFactors.write(accountId, factorsAt(1), late)).toBe(false);
      expect(await vault().sessions.find(own)).not.toBeNull();
    });
  });
}
