import { randomBytes } from 'node:crypto';
import { KeyDestroyed } from '@dayline/runtime/key-ring';
import type { Account, Vault } from '../port.ts';
import { describeDeliveries } from './deliveries-contract.ts';
import { describeKeyUses } from './key-uses-contract.ts';
import { nextMillisecond } from './next-millisecond.ts';
import { describeOnboarding } from './onboarding-contract.ts';
import { describeSecondFactors } from './second-factors-contract.ts';
import { describeSessionEnds } from './session-ends-contract.ts';

/** A vault that can be reopened, and opened twice, on the same storage. */
export interface VaultUnderTest {
  open(): Promise<Vault>;
  /** Deletes the stored data; every opened vault is closed first. */
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
      for (const vault of opened.splice(0)) await vault.close();
      await under.clear();
    });
    const reopen = async (): Promise<void> => {
      for (const vault of opened.splice(0)) await vault.close();
      vault = await open();
    };

    describeOnboarding({ vault: () => vault, another: open, reopen }, account());
    describeKeyUses({ vault: () => vault, another: open });
    describeSecondFactors({ vault: () => vault, another: open, reopen }, account());
    describeDeliveries({ vault: () => vault });
    describeSessionEnds({ vault: () => vault, another: open, reopen }, account());

    describe('accounts', () => {
      test('are found by address and id, after a restart too', async () => {
        expect(await vault.accounts.add(account())).toBe(true);
        await reopen();
        expect(await vault.accounts.byEmail('asha@sunrise.example')).toEqual(account());
        expect(await vault.accounts.byId(account().accountId)).toEqual(account());
        expect(await vault.accounts.byEmail('nobody@sunrise.example')).toBeNull();
        expect(await vault.accounts.byId('01J0000000000000000000000X')).toBeNull();
      });

      test('say which clients there are to sign in to', async () => {
        const others = ['B', 'C', 'D'].map((end) => ({
          accountId: `01J0000000000000000000000${end}`,
          email: `${end}@sunrise.example`,
          clientId: end === 'D' ? '01J00000000000000000000C02' : account().clientId,
        }));
        for (const fields of others) await vault.accounts.add(account(fields));
        expect([...(await vault.accounts.clientIds())].sort()).toEqual(
          [account().clientId, '01J00000000000000000000C02'].sort(),
        );
      });

      test('are all listed for a check, without their password hashes', async () => {
        await vault.accounts.add(account({ passwordHash: 'a hash' }));
        const { passwordHash: _, ...listed } = account();
        expect(await vault.accounts.all()).toEqual([{ ...listed, isClosed: false }]);
      });

      test('an address is kept in lower case and belongs to one account', async () => {
        await vault.accounts.add(account({ email: 'Asha@Sunrise.example' }));
        expect((await vault.accounts.byEmail('ASHA@sunrise.EXAMPLE'))?.email).toBe('asha@sunrise.example');
        expect(await vault.accounts.add(account({ accountId: '01J0000000000000000000000B' }))).toBe(false);
        expect(await vault.accounts.byId('01J0000000000000000000000B')).toBeNull();
      });

      test('of ten that take one address at once, one gets it', async () => {
        const ids = Array.from({ length: 10 }, (_, index) => `01J000000000000000000000A${index}`);
        const taken = await Promise.all(ids.map((accountId) => vault.accounts.add(account({ accountId }))));
        expect(taken.filter(Boolean)).toHaveLength(1);
      });

      test('keep the language that their owner chose last, through a new password and a restart; a session has it', async () => {
        await vault.accounts.add(account());
        expect((await vault.accounts.byId(account().accountId))?.language).toBeUndefined();
        await vault.accounts.setLanguage(account().accountId, 'en');
        await vault.accounts.setLanguage(account().accountId, 'hi');
        await vault.accounts.setPassword(account().accountId, 'other');
        await vault.sessions.open(hash, account({ sessionEpoch: 1 }), 1_000);
        await reopen();
        expect((await vault.accounts.byEmail('asha@sunrise.example'))?.language).toBe('hi');
        expect((await vault.sessions.find(hash))?.account.language).toBe('hi');
      });

      test('the last sign-ins of a month that is erased keep the month alone', async () => {
        const [other, later] = ['01J0000000000000000000000B', '01J0000000000000000000000D'];
        await vault.accounts.add(account());
        await vault.accounts.add(account({ accountId: later, email: 'later@sunrise.example' }));
        await vault.accounts.add(account({ accountId: other, email: 'o@o.example', clientId: other }));
        const within = Date.parse('2026-11-30T23:59:59.999Z');
        await vault.sessions.open(hash, account(), within);
        await vault.sessions.open(`${hash}2`, account({ accountId: later }), within + 1);
        await vault.sessions.open(`${hash}3`, account({ accountId: other }), within);
        const lastOf = async (clientId: string) =>
          (await vault.accounts.ofClient(clientId)).map(({ lastSignInAt }) => lastSignInAt);
        for (let time = 0; time < 2; time += 1) {
          await vault.accounts.forgetSignIns(account().clientId, '2026-11');
          expect(await lastOf(account().clientId)).toEqual([Date.parse('2026-11-01T00:00:00.000Z'), within + 1]);
          expect(await lastOf(other)).toEqual([within]);
        }
      });

      test('links to sign in that were sent in an erased month are dropped, and later ones are kept', async () => {
        const now = Date.parse('2026-11-30T23:00:00Z');
        const { accountId, clientId } = account();
        await vault.accounts.add(account());
        const purposes = ['signIn', 'reset'] as const;
        for (const purpose of purposes) {
          const link = { accountId, purpose, token: purpose, askedBy: 'one', now, expiresAt: now + 1_800_000 };
          await vault.tokens.issue(link);
        }
        const later = { token: 'later', askedBy: 'two', now, expiresAt: now + 90_000_000 };
        await vault.tokens.issue({ accountId, purpose: 'signIn', ...later });
        await vault.accounts.forgetSignIns(clientId, '2026-11');
        const isThere = async (purpose: 'signIn' | 'reset', token: string) =>
          (await vault.tokens.find({ purpose, token, now })) !== null;
        expect(await isThere('signIn', 'signIn')).toBe(false);
        expect([await isThere('reset', 'reset'), await isThere('signIn', 'later')]).toEqual([true, true]);
      });

      test('a new password raises the epoch and ends every session; a rehash does neither', async () => {
        await vault.accounts.add(account());
        await vault.sessions.open(hash, account(), 1_000);
        await vault.accounts.rehash(account(), 'stronger');
        expect((await vault.accounts.byId(account().accountId))?.passwordHash).toBe('stronger');
        expect(await vault.sessions.find(hash)).not.toBeNull();
        await vault.accounts.setPassword(account().accountId, 'other');
        expect(await vault.accounts.byId(account().accountId)).toMatchObject({
          passwordHash: 'other',
          sessionEpoch: 1,
        });
        // By a sign-in that read the account before.
        await vault.accounts.rehash(account(), 'stronger');
        expect((await vault.accounts.byId(account().accountId))?.passwordHash).toBe('other');
        expect(await vault.sessions.find(hash)).toBeNull();
        const later = 'b'.repeat(64);
        await vault.sessions.open(later, account({ sessionEpoch: 1 }), 2_000);
        expect(await vault.sessions.find(later)).not.toBeNull();
      });
    });

    describe('a closed account', () => {
      const { accountId, email, pocId, clientId } = account();
      const link = { purpose: 'reset', token: 'one', now: 1 } as const;
      const issued = () => vault.tokens.issue({ ...link, accountId, askedBy: '1', expiresAt: 60_000 });
      beforeEach(async () => {
        await vault.accounts.add(account({ passwordHash: 'a hash' }));
        await vault.sessions.open(hash, account(), 1_000);
        await issued();
        await vault.accounts.close(accountId);
      });

      test('is known only to who asks whose the address is, after a restart too', async () => {
        await reopen();
        expect(await vault.accounts.byEmail(email)).toBeNull();
        expect(await vault.accounts.byId(accountId)).toBeNull();
        expect(await vault.accounts.evenClosed(email.toUpperCase())).toMatchObject({
          ...{ account: { accountId, passwordHash: 'a hash' }, isClosed: true },
        });
        expect(await vault.accounts.evenClosed('nobody@sunrise.example')).toBeNull();
        expect(await vault.accounts.ownerOf(email.toUpperCase())).toEqual({
          accountId,
          pocId,
          clientId,
          isClosed: true,
        });
        expect(await vault.accounts.all()).toMatchObject([{ accountId, isClosed: true }]);
        expect(await vault.accounts.add(account({ accountId: '01J0000000000000000000000B' }))).toBe(false);
      });

      test('has no session, link or new password, and a session that was being opened is none', async () => {
        const late = 'b'.repeat(64);
        await vault.sessions.open(late, account(), 2_000);
        expect(await vault.sessions.find(hash)).toBeNull();
        expect(await vault.sessions.find(late)).toBeNull();
        expect(await vault.sessions.inForce([hash, late])).toEqual([]);
        expect(await vault.tokens.find(link)).toBeNull();
        expect(await issued()).toBe(false);
        expect(await vault.tokens.setPassword(link, 'other')).toBe(false);
        await vault.accounts.setPassword(accountId, 'other');
        await vault.accounts.rehash({ accountId, sessionEpoch: 1 }, 'other');
        await vault.accounts.reopen(accountId);
        expect(await vault.accounts.byEmail(email)).toMatchObject({ accountId, passwordHash: null });
        expect(await vault.accounts.evenClosed(email)).toMatchObject({
          account: { passwordHash: null },
          isClosed: false,
        });
        expect(await vault.sessions.find(late)).toBeNull();
      });
    });

    describe('sessions', () => {
      beforeEach(() => vault.accounts.add(account()));

      test('are found by the hash of their token, with the account, after a restart too', async () => {
        await vault.sessions.open(hash, account(), 1_000);
        await vault.sessions.touch(hash, 61_000);
        await reopen();
        expect(await vault.sessions.find(hash)).toEqual({
          tokenHash: hash,
          account: account(),
          openedAt: 1_000,
          lastSeenAt: 61_000,
          idleMinutes: null,
        });
        expect(await vault.sessions.find('c'.repeat(64))).toBeNull();
      });

      test('say when their owner last proved who it is: at the sign-in, or later, in every process', async () => {
        await vault.sessions.open(hash, account(), 1_000);
        await vault.sessions.open('b'.repeat(64), account(), 2_000);
        expect(await vault.sessions.provedAt(hash)).toBe(1_000);
        const otherVault = await open();
        await otherVault.sessions.prove(hash, 61_000);
        await otherVault.sessions.prove(hash, 62_000);
        expect(await vault.sessions.provedAt(hash)).toBe(62_000);
        expect(await vault.sessions.provedAt('b'.repeat(64))).toBe(2_000);
        await reopen();
        expect(await vault.sessions.provedAt(hash)).toBe(62_000);
        await vault.sessions.end(hash);
        await vault.sessions.prove(hash, 63_000);
        expect(await vault.sessions.provedAt(hash)).toBeNull();
        await vault.accounts.setPassword(account().accountId, 'other');
        expect(await vault.sessions.provedAt('b'.repeat(64))).toBeNull();
        expect(await vault.sessions.provedAt('c'.repeat(64))).toBeNull();
        await vault.sessions.prune(3_000);
      });

      test('an ended one is gone', async () => {
        await vault.sessions.open(hash, account(), 1_000);
        await vault.sessions.end(hash);
        expect(await vault.sessions.find(hash)).toBeNull();
        await vault.sessions.touch(hash, 2_000);
        expect(await vault.sessions.find(hash)).toBeNull();
      });

      test('those opened before an instant are forgotten together', async () => {
        await vault.sessions.open(hash, account(), 1_000);
        await vault.sessions.open('b'.repeat(64), account(), 2_000);
        expect(await vault.sessions.prune(2_000)).toBe(1);
        expect(await vault.sessions.find(hash)).toBeNull();
        expect(await vault.sessions.find('b'.repeat(64))).not.toBeNull();
      });

      test('need an account', async () => {
        const unknown = account({ accountId: '01J0000000000000000000000X' });
        await expect(vault.sessions.open(hash, unknown, 1_000)).rejects.toThrow();
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
        const otherVault = await open();
        const made = await Promise.all(
          Array.from({ length: 20 }, (_, index) => (index % 2 ? otherVault : vault).keys.ensure(['patient-1'])),
        );
        expect(new Set(made.map((keys) => keys.get('patient-1')?.join())).size).toBe(1);
      });

      test('a destroyed one is destroyed for everybody at once, and never made again', async () => {
        const otherVault = await open();
        await vault.keys.ensure(['patient-1', 'patient-2']);
        await otherVault.keys.get(['patient-1']);
        await vault.keys.destroy('patient-1');
        expect((await otherVault.keys.get(['patient-1'])).get('patient-1')).toBe('destroyed');
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
      const reserve = (id: string, scope = 'phone:c1') => vault.reservations.reserve(scope, phone, id);
      /** In a later millisecond than the previous reservation. */
      const reserveLater = async (id: string) => {
        await nextMillisecond();
        return reserve(id);
      };

      test('the first has it, whoever comes later hears who does and since when', async () => {
        const { since, ...first } = await reserve('p1');
        expect(first).toEqual({ id: 'p1', isMine: true, ageMs: 0, completed: false });
        const second = await reserveLater('p2');
        expect(second).toMatchObject({ id: 'p1', isMine: false, since, completed: false });
        expect(second.ageMs).toBeGreaterThan(0);
        expect((await vault.reservations.find('phone:c1', phone))?.ageMs).toBeGreaterThanOrEqual(second.ageMs);
        // The owner renews it.
        const renewed = await reserve('p1');
        expect(renewed).toMatchObject({ id: 'p1', isMine: true, ageMs: 0, completed: false });
        expect(renewed.since).toBeGreaterThan(since);
        await reopen();
        expect(await vault.reservations.find('phone:c1', phone)).toMatchObject({ id: 'p1', completed: false });
      });

      test('a scope is a world of its own', async () => {
        await reserve('p1');
        expect(await reserve('p2', 'phone:c2')).toMatchObject({ id: 'p2', isMine: true });
      });

      const takeOver = (from: { readonly id: string; readonly since: number }, id: string) =>
        vault.reservations.takeOver('phone:c1', phone, from, id);

      test('one passes on only as it was seen, and a completed one never', async () => {
        const first = await reserve('p1');
        expect(await takeOver({ ...first, id: 'p3' }, 'p2')).toBeNull();
        const renewed = await reserveLater('p1');
        expect(await takeOver(first, 'p2')).toBeNull();
        await nextMillisecond();
        const taken = await takeOver(renewed, 'p2');
        expect(taken).toMatchObject({ id: 'p2', isMine: true, ageMs: 0, completed: false });
        expect(taken?.since).toBeGreaterThan(renewed.since);
        expect(await takeOver(renewed, 'p3')).toBeNull();
        expect(await vault.reservations.complete('phone:c1', phone, 'p2')).toBe(true);
        const kept = await reserveLater('p2');
        expect(kept).toMatchObject({ id: 'p2', isMine: true, since: taken?.since, completed: true });
        expect(await takeOver(kept, 'p3')).toBeNull();
      });

      test('one who was overtaken neither completes nor releases what is somebody else’s by now', async () => {
        await takeOver(await reserve('p1'), 'p2');
        expect(await vault.reservations.complete('phone:c1', phone, 'p1')).toBe(false);
        await vault.reservations.release('phone:c1', phone, 'p1');
        expect(await vault.reservations.find('phone:c1', phone)).toMatchObject({ id: 'p2', completed: false });
        expect(await vault.reservations.complete('phone:c1', phone, 'p2')).toBe(true);
        await vault.reservations.release('phone:c1', phone, 'p1');
        // Nor does an owner release one whose stream exists.
        await vault.reservations.release('phone:c1', phone, 'p2');
        expect(await vault.reservations.find('phone:c1', phone)).toMatchObject({ id: 'p2', completed: true });
        expect(await vault.reservations.complete('phone:c2', phone, 'p2')).toBe(false);
        expect(await vault.reservations.find('phone:c2', phone)).toBeNull();
      });

      test('a released one is free', async () => {
        await reserve('p1');
        await vault.reservations.release('phone:c1', phone, 'p1');
        expect(await vault.reservations.find('phone:c1', phone)).toBeNull();
        expect(await reserve('p2')).toMatchObject({ id: 'p2', isMine: true });
      });

      test('of ten in two processes that take over one reservation at once, one has it', async () => {
        const gone = await reserve('gone');
        const otherVault = await open();
        const all = await Promise.all(
          Array.from({ length: 10 }, (_, index) =>
            (index % 2 ? otherVault : vault).reservations.takeOver('phone:c1', phone, gone, `p${index}`),
          ),
        );
        expect(all.filter((taken) => taken !== null)).toHaveLength(1);
      });

      test('those of one id are released together, and what somebody else has taken since stays', async () => {
        await reserve('p1');
        await reserve('p1', 'phone:c2');
        await reserve('p2', 'phone:c3');
        await vault.reservations.releaseAllOf('p1');
        expect(await vault.reservations.find('phone:c1', phone)).toBeNull();
        expect(await vault.reservations.find('phone:c2', phone)).toBeNull();
        expect(await vault.reservations.find('phone:c3', phone)).toMatchObject({ id: 'p2' });
        await reserve('p4');
        await vault.reservations.releaseAllOf('p1');
        expect(await vault.reservations.find('phone:c1', phone)).toMatchObject({ id: 'p4' });
      });

      test('all completed ones but one of a scope are released', async () => {
        const otherValue = `${phone} other`;
        await reserve('p1');
        await reserve('p1', 'phone:c10');
        await vault.reservations.reserve('phone:c1', otherValue, 'p1');
        await vault.reservations.complete('phone:c1', phone, 'p1');
        await vault.reservations.releaseOthersOf('p2', 'phone:c1', otherValue);
        expect(await vault.reservations.find('phone:c1', phone)).toMatchObject({ id: 'p1' });
        await vault.reservations.releaseOthersOf('p1', 'phone:c1', otherValue);
        expect(await vault.reservations.find('phone:c1', phone)).toBeNull();
        expect(await vault.reservations.find('phone:c1', otherValue)).toMatchObject({ id: 'p1' });
        expect(await vault.reservations.find('phone:c10', phone)).toMatchObject({ id: 'p1' });
        await reserve('p1');
        await vault.reservations.releaseOthersOf('p1', 'phone:c1', otherValue);
        expect(await vault.reservations.find('phone:c1', phone)).toMatchObject({ id: 'p1', completed: false });
      });

      test('old uncompleted ones of a scope are pruned, and no others', async () => {
        await reserve('p1');
        await vault.reservations.reserve('phone:c1', `${phone} completed`, 'p1');
        await vault.reservations.complete('phone:c1', `${phone} completed`, 'p1');
        await reserve('p1', 'phone:c10');
        const prune = (olderThanMs: number) => vault.reservations.prune('phone:c1', olderThanMs);
        expect(await prune(minute)).toBe(0);
        await nextMillisecond();
        expect(await prune(0)).toBe(1);
        expect(await vault.reservations.find('phone:c1', phone)).toBeNull();
        expect(await vault.reservations.find('phone:c1', `${phone} completed`)).toMatchObject({ completed: true });
        expect(await vault.reservations.find('phone:c10', phone)).toMatchObject({ id: 'p1' });
      });

      test('of fifty that reserve one value at once, one has it', async () => {
        const all = await Promise.all(
          Array.from({ length: 50 }, (_, index) => reserve(`p${index}-${randomBytes(2).toString('hex')}`)),
        );
        expect(all.filter((reservation) => reservation.isMine)).toHaveLength(1);
        expect(new Set(all.map((reservation) => reservation.id)).size).toBe(1);
      });
    });

    describe('trail entries that wait', () => {
      const claim = (owner: string, { leaseMs = minute, of = vault } = {}) =>
        of.trail.claim({ owner, leaseMs, limit: 2 });
      const entries = ['a', 'b', 'c'].map((id) => ({ id, payload: `{"of":"${id}"}` }));

      test('are there after a restart, the oldest first, and gone when removed; the same id again replaces', async () => {
        await vault.trail.put(entries.toReversed());
        await vault.trail.put([{ id: 'b', payload: '{"of":"b","triedAt":3}' }]);
        await reopen();
        expect(await vault.trail.count()).toBe(3);
        expect(await claim('one')).toEqual([entries[0], { id: 'b', payload: '{"of":"b","triedAt":3}' }]);
        await vault.trail.remove(['a', 'b']);
        expect(await claim('one')).toEqual([entries[2]]);
        await vault.trail.remove(['c']);
        expect(await claim('one')).toEqual([]);
        expect(await vault.trail.count()).toBe(0);
      });

      test('are one process’s at a time, until it releases them or its lease ends', async () => {
        await vault.trail.put(entries);
        const otherVault = await open();
        const all = await Promise.all([claim('one'), claim('two', { of: otherVault })]);
        expect(all.filter((claimed) => claimed.length > 0)).toHaveLength(1);
        const [owner, waiter] = all[0]?.length ? ['one', 'two'] : ['two', 'one'];
        expect(await claim(waiter, { of: otherVault })).toEqual([]);
        expect(await claim(owner)).toHaveLength(2);
        await otherVault.trail.release(waiter);
        expect(await claim(waiter, { of: otherVault })).toEqual([]);
        await vault.trail.release(owner);
        expect(await claim(waiter, { of: otherVault })).toHaveLength(2);
        expect(await claim(owner)).toEqual([]);
        expect(await claim(waiter, { leaseMs: 0, of: otherVault })).toHaveLength(2);
        expect(await claim(owner)).toHaveLength(2);
      });
    });

    describe('keys of commands', () => {
      // A current date: the server removes older ones at any time.
      const at = Date.now();
      const key = { id: 'k1', digest: 'one', stream: 'department-1', revision: 3, at };

      test('are the first body’s, after a restart too, which moves the time of its last use', async () => {
        expect(await vault.commandKeys.take(key)).toEqual(key);
        await reopen();
        const otherKey = { ...key, digest: 'two', stream: 'department-2', revision: 0, at: at + 1_000 };
        expect(await vault.commandKeys.take(otherKey)).toEqual(key);
        expect(await vault.commandKeys.take({ ...key, revision: 9, at: at + 2_000 })).toEqual({
          ...key,
          at: at + 2_000,
        });
        expect(await vault.commandKeys.find('k1')).toEqual({ ...key, at: at + 2_000 });
        expect(await vault.commandKeys.find('k2')).toBeNull();
      });

      test('pass to another body only as they were read, and are released by their own', async () => {
        await vault.commandKeys.take(key);
        const otherKey = { ...key, digest: 'two', revision: 5, at: at + 1_000 };
        expect(await vault.commandKeys.replace({ ...key, at: at - 1 }, otherKey)).toBe(false);
        expect(await vault.commandKeys.replace(key, otherKey)).toBe(true);
        expect(await vault.commandKeys.replace(key, otherKey)).toBe(false);
        await vault.commandKeys.release('k1', 'one');
        expect(await vault.commandKeys.find('k1')).toEqual(otherKey);
        await vault.commandKeys.release('k1', 'two');
        expect(await vault.commandKeys.find('k1')).toBeNull();
      });

      test('of ten bodies in two processes, one has it', async () => {
        const otherVault = await open();
        const all = await Promise.all(
          Array.from({ length: 10 }, (_, index) =>
            (index % 2 ? otherVault : vault).commandKeys.take({ ...key, digest: `d${index}` }),
          ),
        );
        expect(new Set(all.map(({ digest }) => digest)).size).toBe(1);
      });
    });

    test('an erasure is pending from its beginning to its end, after a restart and for other processes too', async () => {
      const otherVault = await open();
      expect(await vault.erasures.pending()).toEqual([]);
      await vault.erasures.begin({ stream: 'patient-2', position: '0007', since: 2_000 });
      await otherVault.erasures.begin({ stream: 'patient-1', position: '0003', since: 1_000 });
      await otherVault.erasures.begin({ stream: 'patient-2', position: '0008', since: 9_000 });
      const both = [
        { stream: 'patient-1', position: '0003', since: 1_000 },
        { stream: 'patient-2', position: '0008', since: 2_000 },
      ];
      expect(await vault.erasures.pending()).toEqual(both);
      await reopen();
      expect(await vault.erasures.pending()).toEqual(both);
      expect(await vault.erasures.scrub()).toBe(true);
      await vault.erasures.finish('patient-1');
      await vault.erasures.finish('patient-1');
      expect(await vault.erasures.pending()).toEqual(both.slice(1));
    });

    test('a follower finds where it has come to, after a restart too, and nobody else sets it back', async () => {
      const at = (ordinal: number) => ({ position: `000000000000000${ordinal}`, id: 'e', stream: 's-1', revision: 0 });
      const { read, advance } = vault.followers;
      expect(await read('erasures')).toBeNull();
      // Either may arrive first: they use separate connections.
      const both = await Promise.all([advance('erasures', null, at(3)), advance('erasures', null, at(3))]);
      expect(both.filter((advanced) => advanced)).toHaveLength(1);
      expect(await advance('moves', null, at(2))).toBe(true);
      expect(await advance('erasures', at(3).position, at(7))).toBe(true);
      // As by a process that was paused meanwhile.
      expect(await advance('erasures', at(3).position, at(5))).toBe(false);
      expect(await advance('erasures', null, at(5))).toBe(false);
      expect(await advance('imports', at(3).position, at(5))).toBe(false);
      await reopen();
      expect(await vault.followers.read('erasures')).toEqual(at(7));
    });
  });
}
