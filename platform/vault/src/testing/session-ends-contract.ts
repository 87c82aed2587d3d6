import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Account, SessionEnds, Vault } from '../port.ts';

interface VaultsUnderTest {
  vault(): Vault;
  /** Opened as by another process. */
  another(): Promise<Vault>;
  reopen(): Promise<void>;
}

const minute = 60_000;

/** The contract on ended sessions, which every process's sockets rely on. */
export function describeSessionEnds({ vault, another, reopen }: VaultsUnderTest, account: Account): void {
  describe('sessions that have ended since a look', () => {
    const [first, second, third] = ['1', '2', '3'].map((digit) => digit.repeat(64)) as [string, string, string];
    const { accountId } = account;
    const colleague = { ...account, accountId: '01J0000000000000000000000B', email: 'vikram@sunrise.example' };
    const names = ({ tokenHashes, accountIds }: SessionEnds, tokenHash: string, of = accountId): boolean =>
      tokenHashes.includes(tokenHash) || accountIds.includes(of);
    const fromHash = { from: 'the former', to: 'the new one' };
    const begin = async (): Promise<string> => (await vault().sessions.endedSince(null)).cursor;

    beforeEach(async () => {
      await vault().accounts.add(account);
      await vault().accounts.add(colleague);
      await vault().sessions.open(first, account, 1_000);
      await vault().sessions.open(second, account, 2_000);
      await vault().sessions.open(third, colleague, 3_000);
    });

    test('are none at the beginning, nor after a session was opened, touched or given a stronger hash', async () => {
      const cursor = await begin();
      await vault().sessions.open('4'.repeat(64), account, 4_000);
      await vault().sessions.touch(first, 5_000);
      await vault().accounts.rehash(account, 'stronger');
      await vault().sessions.end('5'.repeat(64));
      expect(await vault().sessions.endedSince(cursor)).toMatchObject({ tokenHashes: [], accountIds: [] });
    });

    test('are named to every process, by a cursor of its own, whichever ended them', async () => {
      const otherVault = await another();
      const cursors = [await begin(), (await otherVault.sessions.endedSince(null)).cursor];
      await vault().sessions.end(first);
      const here = await vault().sessions.endedSince(cursors[0] ?? null);
      await otherVault.sessions.end(third);
      const there = await otherVault.sessions.endedSince(cursors[1] ?? null);
      const later = await vault().sessions.endedSince(here.cursor);
      expect([names(here, first), names(here, second), names(here, third, colleague.accountId)]).toEqual([
        true,
        false,
        false,
      ]);
      expect(names(there, first)).toBe(true);
      expect(names(there, third, colleague.accountId)).toBe(true);
      expect(names(later, third, colleague.accountId)).toBe(true);
    });

    test('are named though the process that ended them is gone, and everything was opened again', async () => {
      const cursor = await begin();
      const otherVault = await another();
      await otherVault.sessions.end(first);
      await reopen();
      const ends = await vault().sessions.endedSince(cursor);
      expect(names(ends, first)).toBe(true);
      expect(names(ends, third, colleague.accountId)).toBe(false);
    });

    test('are all of an account that got a new password, by a sign-in or by a token', async () => {
      const cursor = await begin();
      await vault().accounts.setPassword(accountId, 'other');
      const changed = await vault().sessions.endedSince(cursor);
      expect([first, second].map((tokenHash) => names(changed, tokenHash))).toEqual([true, true]);
      expect(names(changed, third, colleague.accountId)).toBe(false);
      await vault().tokens.issue({
        accountId: colleague.accountId,
        purpose: 'reset',
        token: 'canary-token',
        askedBy: '1',
        now: 0,
        expiresAt: minute,
      });
      await vault().tokens.setPassword({ purpose: 'reset', token: 'canary-token', now: 1 }, 'another');
      const reset = await vault().sessions.endedSince(changed.cursor);
      expect(names(reset, third, colleague.accountId)).toBe(true);
      expect(await vault().sessions.inForce([first, second, third])).toEqual([]);
    });

    test.each([
      ['changes the password', (keep: string) => vault().accounts.changePassword(accountId, { ...fromHash, keep })],
      ['ends the others', (keep: string) => vault().sessions.endOthers(accountId, keep)],
    ])('are all of an account but the one that %s, and the kept one goes on', async (_, change) => {
      await vault().accounts.setPassword(accountId, fromHash.from);
      // New ones: the former have ended, and their documents may remain.
      const [own, other] = ['8'.repeat(64), '9'.repeat(64)];
      const now = { ...account, sessionEpoch: 1 };
      for (const tokenHash of [own, other]) await vault().sessions.open(tokenHash, now, 4_000);
      const watching = await another();
      const { cursor } = await watching.sessions.endedSince(null);
      expect(await change(own)).not.toBe(false);
      for (const one of [vault(), watching]) {
        expect([await one.sessions.find(own), await one.sessions.find(other)].map(Boolean)).toEqual([true, false]);
        expect((await one.sessions.inForce([own, other, third])).map(({ tokenHash }) => tokenHash).sort()).toEqual([
          third,
          own,
        ]);
      }
      const ended = await watching.sessions.endedSince(cursor);
      expect([names(ended, other), names(ended, third, colleague.accountId)]).toEqual([true, false]);
      // A sign-in that was decided before starts out ended.
      await vault().sessions.open('4'.repeat(64), now, 5_000);
      expect(await vault().sessions.find('4'.repeat(64))).toBeNull();
      await vault().sessions.endOthers(accountId, own);
      expect(await vault().sessions.find(own)).not.toBeNull();
    });

    test('the one that is kept is in force throughout, as another process sees it', async () => {
      const watching = await another();
      let changes = 0;
      const change = async () => {
        for (; changes < 20; changes += 1) await vault().sessions.endOthers(accountId, first);
      };
      const missed: number[] = [];
      const look = async () => {
        for (;;) {
          const [found, inForce] = [await watching.sessions.find(first), await watching.sessions.inForce([first])];
          if (!found || inForce.length === 0) missed.push(changes);
          if (changes === 20) return;
          // SQLite's reads alone would never let the writes go on.
          await nextTurn();
        }
      };
      await Promise.all([change(), look()]);
      expect(missed).toEqual([]);
      expect(await vault().sessions.find(second)).toBeNull();
    });

    test('one that has ended is not kept by a change that was decided before', async () => {
      await vault().accounts.setPassword(accountId, fromHash.from);
      await vault().sessions.endOthers(accountId, first);
      expect(await vault().accounts.changePassword(accountId, { ...fromHash, keep: first })).toBe(true);
      const own = '6'.repeat(64);
      await vault().sessions.open(own, { ...account, sessionEpoch: 3 }, 4_000);
      await vault().sessions.end(own);
      await vault().sessions.endOthers(accountId, own);
      for (const ended of [first, own]) expect(await vault().sessions.find(ended)).toBeNull();
      expect(await vault().sessions.ofAccount(accountId)).toEqual([]);
    });

    test('of two changes of one password at once, in two processes, one succeeds', async () => {
      await vault().accounts.setPassword(accountId, fromHash.from);
      const changes = [vault(), await another()].map((one, index) =>
        one.accounts.changePassword(accountId, { ...fromHash, to: `new ${index}`, keep: first }),
      );
      const done = await Promise.all(changes);
      expect([...done].sort()).toEqual([false, true]);
      expect((await vault().accounts.byId(accountId))?.passwordHash).toBe(`new ${done.indexOf(true)}`);
      await vault().accounts.close(accountId);
      const late = { from: `new ${done.indexOf(true)}`, to: 'other', keep: first };
      expect(await vault().accounts.changePassword(accountId, late)).toBe(false);
    });

    test('a change of the password voids the mailed links', async () => {
      await vault().accounts.setPassword(accountId, fromHash.from);
      const link = {
        accountId,
        purpose: 'reset',
        token: 'canary-token',
        askedBy: '1',
        now: 0,
        expiresAt: minute,
      } as const;
      await vault().tokens.issue(link);
      await vault().accounts.changePassword(accountId, { ...fromHash, keep: first });
      expect(await vault().tokens.find({ purpose: 'reset', token: 'canary-token', now: 1 })).toBeNull();
    });

    test('an account’s own in force are listed, the newest first, with the browser where it is known', async () => {
      const device = { browser: 'Firefox', system: 'Linux', address: '192.0.2.31' };
      await (await another()).sessions.open('4'.repeat(64), account, 4_000, device);
      await vault().sessions.touch(first, 61_000);
      await vault().sessions.end(second);
      await reopen();
      const unknown = { browser: null, system: null, address: null };
      await vault().secondFactors.setIdleMinutes(account.clientId, 15);
      expect(await vault().sessions.ofAccount(accountId)).toEqual([
        { tokenHash: '4'.repeat(64), openedAt: 4_000, lastSeenAt: 4_000, idleMinutes: 15, ...device },
        { tokenHash: first, openedAt: 1_000, lastSeenAt: 61_000, idleMinutes: 15, ...unknown },
      ]);
      await vault().accounts.close(accountId);
      expect(await vault().sessions.ofAccount(accountId)).toEqual([]);
      expect(await vault().sessions.ofAccount('01J0000000000000000000000X')).toEqual([]);
    });

    test('are all of an account that was closed', async () => {
      const cursor = await begin();
      await (await another()).accounts.close(accountId);
      const closed = await vault().sessions.endedSince(cursor);
      expect([first, second].map((tokenHash) => names(closed, tokenHash))).toEqual([true, true]);
      expect(names(closed, third, colleague.accountId)).toBe(false);
    });

    test('may be those of a client whose idle time changed: each process looks at them by the new time', async () => {
      const elsewhere = {
        ...account,
        accountId: '01J0000000000000000000000D',
        email: 'c@lakeside.example',
        clientId: 'X',
      };
      const fourth = '4'.repeat(64);
      await vault().accounts.add(elsewhere);
      await vault().sessions.open(fourth, elsewhere, 4_000);
      const { clientId } = account;
      const cursor = await begin();
      const otherVault = await another();
      expect(await vault().secondFactors.idleMinutesOf(clientId)).toBeNull();
      await otherVault.secondFactors.setPolicy(clientId, 'everyone');
      await otherVault.secondFactors.setIdleMinutes(clientId, 15);
      const ends = await vault().sessions.endedSince(cursor);
      expect([names(ends, first), names(ends, third, colleague.accountId)]).toEqual([true, true]);
      expect(names(ends, fourth, elsewhere.accountId)).toBe(false);
      const idleOf = async (tokenHash: string) => (await vault().sessions.find(tokenHash))?.idleMinutes;
      expect([await idleOf(first), await idleOf(fourth)]).toEqual([15, null]);
      const inForce = await vault().sessions.inForce([first, fourth]);
      expect(inForce.toSorted((a, next) => a.openedAt - next.openedAt).map(({ idleMinutes }) => idleMinutes)).toEqual([
        15,
        null,
      ]);
      await vault().secondFactors.setIdleMinutes(clientId, null);
      expect([await idleOf(first), await vault().secondFactors.idleMinutesOf(clientId)]).toEqual([null, null]);
      expect(await vault().secondFactors.policyOf(clientId)).toBe('everyone');
    });

    test('a hundred that two processes end at once are all named to one that looks meanwhile', async () => {
      const otherVault = await another();
      const atOnce = 10;
      const hashes = Array.from({ length: 100 }, (_, index) => String(index).padStart(64, 'a'));
      for (const hash of hashes) await vault().sessions.open(hash, account, 1_000);
      let cursor = await begin();
      const named = new Set<string>();
      async function look(): Promise<void> {
        const ends = await vault().sessions.endedSince(cursor);
        for (const hash of ends.tokenHashes) named.add(hash);
        cursor = ends.cursor;
      }
      let areEnding = true;
      // A few at a time: a call that waits for a connection for longer than the limit is refused.
      const endSessions = async (remainder: number) => {
        for (let index = remainder; index < hashes.length; index += atOnce) {
          await (index % 2 ? otherVault : vault()).sessions.end(hashes[index] ?? '');
        }
      };
      const ending = Promise.all(Array.from({ length: atOnce }, (_, remainder) => endSessions(remainder))).finally(
        () => {
          areEnding = false;
        },
      );
      while (areEnding) {
        await look();
        await new Promise((resolve) => setImmediate(resolve));
      }
      await ending;
      await look();
      expect(hashes.filter((hash) => !named.has(hash))).toEqual([]);
    });

    test('those that are in force are listed together, with their times', async () => {
      await vault().sessions.touch(third, 61_000);
      await vault().sessions.end(second);
      const unknown = Array.from({ length: 500 }, (_, index) => String(index).padStart(64, 'f'));
      const found = await vault().sessions.inForce([first, second, third, ...unknown]);
      expect(found.toSorted((a, next) => a.openedAt - next.openedAt)).toEqual([
        { tokenHash: first, openedAt: 1_000, lastSeenAt: 1_000, idleMinutes: null },
        { tokenHash: third, openedAt: 3_000, lastSeenAt: 61_000, idleMinutes: null },
      ]);
      expect(await vault().sessions.inForce([])).toEqual([]);
    });
  });
}
