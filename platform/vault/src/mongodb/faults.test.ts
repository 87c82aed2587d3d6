import { type Mongo, openMongo } from '@dayline/runtime/mongodb/connect';
import { describeOnMongodb } from '@dayline/test-servers/mongodb-server';
import type { AttemptPolicy } from '../onboarding-port.ts';
import { type Vault, VaultUnavailable } from '../port.ts';
import { anAccount as account } from '../testing/an-account.ts';
import { mongoAttempts } from './access/attempts.ts';
import { openSecrets, vaultCollections } from './collections.ts';
import { openMongoVault } from './open.ts';
import { openReach } from './reach.ts';
import { mongoSessions } from './sessions.ts';

const masterKey = Buffer.from('00112233445566778899aabbccddeeff102132435465768798a9bacbdcedfe0f', 'hex');
const policy: AttemptPolicy = { free: 1_200, drainMs: 60_000, firstDelayMs: 1_000, maxDelayMs: 60_000 };
const attempt = { scope: 'calls', value: '203.0.113.7', policy };

await describeOnMongodb('the vault in MongoDB when it fails', (server) => {
  let mongo: Mongo;
  let vault: Vault;
  beforeEach(async () => {
    mongo = openMongo({ url: server.database(), answerWithinMs: 20_000 });
    vault = await openMongoVault({ db: mongo.db, masterKey });
  });
  afterEach(async () => {
    await vault.close();
    await mongo.close();
  });

  test('a process whose clock is behind is not refused while most attempts are free', async () => {
    expect(await vault.attempts.take([attempt], 10_000)).toBe(0);
    expect(await vault.attempts.take([attempt], 9_999)).toBe(0);
    expect(await vault.attempts.take([attempt], 1)).toBe(0);
    expect(await vault.attempts.level(attempt, 10_000)).toBeCloseTo(3, 0);
  });

  test('a process whose clock is a day ahead ends nobody’s lease and reserves by the server’s time', async () => {
    const minute = 60_000;
    const letter = { id: 'letter-1', kind: 'reset', payload: '{}', addedAt: 1, keep: false };
    await vault.outbox.add(letter);
    await vault.outbox.claim(minute);
    await vault.trail.put([{ id: 'entry-1', payload: '{}' }]);
    await vault.trail.claim({ owner: 'one', leaseMs: minute, limit: 1 });
    const first = await vault.reservations.reserve('phone', '919876543210', 'p1');
    const ahead = import.meta.jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 24 * 60 * minute);
    try {
      expect(await vault.outbox.claim(minute)).toBeNull();
      expect(await vault.trail.claim({ owner: 'two', leaseMs: minute, limit: 1 })).toEqual([]);
      const reservation = await vault.reservations.reserve('phone', '919876543210', 'p2');
      expect(reservation).toMatchObject({ id: 'p1', since: first.since });
      expect(reservation.ageMs).toBeLessThan(60 * minute);
      const own = await vault.reservations.reserve('phone', '919876543211', 'p2');
      expect(own.since - first.since).toBeLessThan(60 * minute);
    } finally {
      ahead.mockRestore();
    }
  });

  test('a session that two changes keep between the reads of it and of its account is in force', async () => {
    const collections = vaultCollections(mongo.db);
    const [tokenHash, ended] = ['1'.repeat(64), '2'.repeat(64)];
    await vault.accounts.add(account);
    for (const opened of [tokenHash, ended]) await vault.sessions.open(opened, account, 1_000);
    const change = () => vault.sessions.endOthers(account.accountId, tokenHash);
    let reads = 0;
    const overtaken = mongoSessions(collections, async (ask) => {
      reads += 1;
      if (reads === 2) for (let changes = 0; changes < 2; changes += 1) await change();
      return await ask();
    });
    for (const find of [
      async () => [await overtaken.find(tokenHash)],
      async () => await overtaken.inForce([ended, tokenHash]),
      async () => await overtaken.ofAccount(account.accountId),
    ]) {
      reads = 0;
      expect(await find()).toMatchObject([{ tokenHash }]);
    }
  });

  test('a session stays in force if the process that keeps it ends before its second write', async () => {
    const collections = vaultCollections(mongo.db);
    const tokenHash = '1'.repeat(64);
    await vault.accounts.add(account);
    await vault.sessions.open(tokenHash, account, 1_000);
    let calls = 0;
    // The account is read and written before the session is.
    const killed = mongoSessions(collections, async (ask) => {
      calls += 1;
      if (calls > 2) throw new VaultUnavailable('The process ended.');
      return await ask();
    });
    await expect(killed.endOthers(account.accountId, tokenHash)).rejects.toThrow('The process ended.');
    for (let changes = 0; changes < 2; changes += 1) {
      expect(await vault.sessions.find(tokenHash)).toMatchObject({ tokenHash });
      await vault.sessions.endOthers(account.accountId, tokenHash);
    }
    expect(await vault.sessions.find(tokenHash)).toMatchObject({ tokenHash });
  });

  test('a first count that another first count has overtaken is counted', async () => {
    const collections = vaultCollections(mongo.db);
    let isOvertaken = false;
    // The driver's rejection when another process's first count of the key comes in between.
    const attempts = new Proxy(collections.attempts, {
      get(kept, name) {
        const member: unknown = Reflect.get(kept, name, kept);
        if (typeof member !== 'function') return member;
        if (name !== 'findOneAndUpdate' || isOvertaken) return member.bind(kept);
        return async () => {
          isOvertaken = true;
          await vault.attempts.take([attempt], 10_000);
          throw Object.assign(new Error('E11000'), { name: 'MongoServerError', code: 11000 });
        };
      },
    });
    const secrets = await openSecrets(collections, masterKey);
    const overtaken = mongoAttempts({ ...collections, attempts }, secrets, openReach().reach);
    expect(await overtaken.take([attempt], 10_000)).toBe(0);
    expect([isOvertaken, await vault.attempts.level(attempt, 10_000)]).toEqual([true, 2]);
  });
});
