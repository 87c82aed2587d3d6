import { randomBytes } from 'node:crypto';
import { KeyDestroyed } from '../sealed-log/key-ring.ts';
import { describeOnboarding } from './onboarding-contract.ts';
import type { Account, Vault } from './port.ts';

/** A vault that can be opened again on what it kept, and opened twice. */
export interface VaultUnderTest {
  open(): Promise<Vault>;
  /** Removes what was kept; every vault that was opened is closed before. */
  clear(): Promise<void>;
}

const account = (more: Partial<Account> = {}): Account => ({
  accountId: '01J0000000000000000000000A',
  email: 'asha@sunrise.example',
  role: 'doctor',
  name: 'Asha Menon',
  clientId: '01J0000000000000000000000C',
  pocId: '01J0000000000000000000000P',
  passwordHash: null,
  sessionEpoch: 0,
  ...more,
});
const hash = 'a'.repeat(64);
const minute = 60_000;

/** What every adapter of the vault must do. */
export function describeVault(name: string, make: () => Promise<VaultUnderTest>): void {
  describe(name, () => {
    let under: VaultUnderTest;
    let vault: Vault;
    const opened: Vault[] = [];
    const open = async (): Promise<Vault> => {
      const next = await under.open();
      opened.push(next);
      return next;
    };
    beforeEach(async () => {
      under = await make();
      vault = await open();
    });
    afterEach(async () => {
      for (const each of opened.splice(0)) await each.close();
      await under.clear();
    });
    const reopen = async (): Promise<void> => {
      for (const each of opened.splice(0)) await each.close();
      vault = await open();
    };

    describeOnboarding({ vault: () => vault, another: open, reopen }, account());

    describe('accounts', () => {
      test('are found by address and id, after a restart too', async () => {
        expect(await vault.accounts.add(account())).toBe(true);
        await reopen();
        expect(await vault.accounts.byEmail('asha@sunrise.example')).toEqual(account());
        expect(await vault.accounts.byId(account().accountId)).toEqual(account());
        expect(await vault.accounts.byEmail('nobody@sunrise.example')).toBeNull();
        expect(await vault.accounts.byId('01J0000000000000000000000X')).toBeNull();
      });

      test('an address is kept in lower case and belongs to one account', async () => {
        await vault.accounts.add(account({ email: 'Asha@Sunrise.example' }));
        expect((await vault.accounts.byEmail('ASHA@sunrise.EXAMPLE'))?.email).toBe('asha@sunrise.example');
        expect(await vault.accounts.add(account({ accountId: '01J0000000000000000000000B' }))).toBe(false);
        expect(await vault.accounts.byId('01J0000000000000000000000B')).toBeNull();
      });

      test('of ten that take one address at once, one gets it', async () => {
        const ids = Array.from({ length: 10 }, (_, place) => `01J000000000000000000000A${place}`);
        const taken = await Promise.all(ids.map((accountId) => vault.accounts.add(account({ accountId }))));
        expect(taken.filter(Boolean)).toHaveLength(1);
      });

      test('a new password raises the epoch and ends every session; a rehash does neither', async () => {
        await vault.accounts.add(account());
        await vault.sessions.open(hash, account().accountId, 1_000);
        await vault.accounts.rehash(account().accountId, 'stronger');
        expect((await vault.accounts.byId(account().accountId))?.passwordHash).toBe('stronger');
        expect(await vault.sessions.find(hash)).not.toBeNull();
        await vault.accounts.setPassword(account().accountId, 'other');
        expect(await vault.accounts.byId(account().accountId)).toMatchObject({
          passwordHash: 'other',
          sessionEpoch: 1,
        });
        expect(await vault.sessions.find(hash)).toBeNull();
        const later = 'b'.repeat(64);
        await vault.sessions.open(later, account().accountId, 2_000);
        expect(await vault.sessions.find(later)).not.toBeNull();
      });
    });

    describe('sessions', () => {
      beforeEach(() => vault.accounts.add(account()));

      test('are found by the hash of their token, with the account, after a restart too', async () => {
        await vault.sessions.open(hash, account().accountId, 1_000);
        await vault.sessions.touch(hash, 61_000);
        await reopen();
        expect(await vault.sessions.find(hash)).toEqual({
          tokenHash: hash,
          account: account(),
          openedAt: 1_000,
          lastSeenAt: 61_000,
        });
        expect(await vault.sessions.find('c'.repeat(64))).toBeNull();
      });

      test('an ended one is gone', async () => {
        await vault.sessions.open(hash, account().accountId, 1_000);
        await vault.sessions.end(hash);
        expect(await vault.sessions.find(hash)).toBeNull();
        await vault.sessions.touch(hash, 2_000);
        expect(await vault.sessions.find(hash)).toBeNull();
      });

      test('those opened before an instant are forgotten together', async () => {
        await vault.sessions.open(hash, account().accountId, 1_000);
        await vault.sessions.open('b'.repeat(64), account().accountId, 2_000);
        expect(await vault.sessions.prune(2_000)).toBe(1);
        expect(await vault.sessions.find(hash)).toBeNull();
        expect(await vault.sessions.find('b'.repeat(64))).not.toBeNull();
      });

      test('need an account', async () => {
        await expect(vault.sessions.open(hash, '01J0000000000000000000000X', 1_000)).rejects.toThrow();
      });
    });

    describe('personal keys', () => {
      test('are made once and kept', async () => {
        const made = await vault.keys.ensure(['patient-1', 'patient-2']);
        expect(made.get('patient-1')).toHaveLength(32);
        expect(made.get('patient-1')).not.toEqual(made.get('patient-2'));
        await reopen();
        expect(await vault.keys.ensure(['patient-1', 'patient-2'])).toEqual(made);
        expect(await vault.keys.get(['patient-1', 'patient-9'])).toEqual(
          new Map([['patient-1', made.get('patient-1')]]),
        );
      });

      test('made by many at once, one holds', async () => {
        const other = await open();
        const made = await Promise.all(
          Array.from({ length: 20 }, (_, place) => (place % 2 ? other : vault).keys.ensure(['patient-1'])),
        );
        expect(new Set(made.map((keys) => keys.get('patient-1')?.join())).size).toBe(1);
      });

      test('a destroyed one is destroyed for everybody at once, and never made again', async () => {
        const other = await open();
        await vault.keys.ensure(['patient-1', 'patient-2']);
        await other.keys.get(['patient-1']);
        await vault.keys.destroy('patient-1');
        expect((await other.keys.get(['patient-1'])).get('patient-1')).toBe('destroyed');
        expect((await vault.keys.get(['patient-1'])).get('patient-1')).toBe('destroyed');
        await expect(vault.keys.ensure(['patient-2', 'patient-1'])).rejects.toThrow(KeyDestroyed);
        await reopen();
        await expect(vault.keys.ensure(['patient-1'])).rejects.toThrow(KeyDestroyed);
        expect((await vault.keys.get(['patient-1'])).get('patient-1')).toBe('destroyed');
        expect((await vault.keys.get(['patient-2'])).get('patient-2')).toHaveLength(32);
      });

      test('one that was destroyed before it was made is never made', async () => {
        await vault.keys.destroy('patient-1');
        await vault.keys.destroy('patient-1');
        await expect(vault.keys.ensure(['patient-1'])).rejects.toThrow(KeyDestroyed);
      });
    });

    describe('reservations', () => {
      const phone = '919876543210';
      const reserve = (id: string, now: number, scope = 'phone:c1') =>
        vault.reservations.reserve(scope, phone, id, now);

      test('the first has it, whoever comes later hears who does', async () => {
        expect(await reserve('p1', 1_000)).toEqual({ id: 'p1', isMine: true, since: 1_000, completed: false });
        expect(await reserve('p2', 2_000)).toEqual({ id: 'p1', isMine: false, since: 1_000, completed: false });
        expect(await reserve('p1', 3_000)).toEqual({ id: 'p1', isMine: true, since: 1_000, completed: false });
        await reopen();
        expect(await vault.reservations.find('phone:c1', phone)).toMatchObject({ id: 'p1', completed: false });
      });

      test('a scope is a world of its own', async () => {
        await reserve('p1', 1_000);
        expect(await reserve('p2', 1_000, 'phone:c2')).toMatchObject({ id: 'p2', isMine: true });
      });

      test('one without its stream is taken over after a minute, a completed one never', async () => {
        await reserve('p1', 1_000);
        expect(await reserve('p2', 1_000 + minute)).toMatchObject({ id: 'p1', isMine: false });
        expect(await reserve('p2', 1_001 + minute)).toMatchObject({ id: 'p2', isMine: true, since: 1_001 + minute });
        await vault.reservations.complete('phone:c1', phone);
        expect(await reserve('p3', 10 * minute)).toMatchObject({ id: 'p2', isMine: false, completed: true });
      });

      test('a released one is free', async () => {
        await reserve('p1', 1_000);
        await vault.reservations.release('phone:c1', phone);
        expect(await vault.reservations.find('phone:c1', phone)).toBeNull();
        expect(await reserve('p2', 1_001)).toMatchObject({ id: 'p2', isMine: true });
      });

      test('those of one id are released together, and what somebody else has taken since stays', async () => {
        await reserve('p1', 1_000);
        await reserve('p1', 1_000, 'phone:c2');
        await reserve('p2', 1_000, 'phone:c3');
        await vault.reservations.releaseAllOf('p1');
        expect(await vault.reservations.find('phone:c1', phone)).toBeNull();
        expect(await vault.reservations.find('phone:c2', phone)).toBeNull();
        expect(await vault.reservations.find('phone:c3', phone)).toMatchObject({ id: 'p2' });
        await reserve('p4', 1_000);
        await vault.reservations.releaseAllOf('p1');
        expect(await vault.reservations.find('phone:c1', phone)).toMatchObject({ id: 'p4' });
      });

      test('of fifty that reserve one value at once, one has it', async () => {
        const all = await Promise.all(
          Array.from({ length: 50 }, (_, place) => reserve(`p${place}-${randomBytes(2).toString('hex')}`, 1_000)),
        );
        expect(all.filter((reservation) => reservation.isMine)).toHaveLength(1);
        expect(new Set(all.map((reservation) => reservation.id)).size).toBe(1);
      });
    });

    test('a follower finds where it has come to, after a restart too', async () => {
      expect(await vault.followers.position('erasure')).toBeNull();
      await vault.followers.reached('erasure', '0000000000000007');
      await vault.followers.reached('another', '0000000000000002');
      await reopen();
      expect(await vault.followers.position('erasure')).toBe('0000000000000007');
    });
  });
}
