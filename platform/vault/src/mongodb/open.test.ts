import { setImmediate as nextTurn } from 'node:timers/promises';
import { KeyDestroyed, WrongMasterKey } from '@dayline/runtime/key-ring';
import { openMongo } from '@dayline/runtime/mongodb/connect';
import { describeOnMongodb } from '@dayline/test-servers/mongodb-server';
import { BSON, type Collection, type MongoClient } from 'mongodb';
import { commandKeyLifetimeMs } from '../command-key-port.ts';
import type { AttemptPolicy } from '../onboarding-port.ts';
import { type Vault, VaultUnavailable } from '../port.ts';
import { anAccount as account } from '../testing/an-account.ts';
import { describeVault } from '../testing/contract.ts';
import { openMongoVaultKeys } from './keys.ts';
import { openMongoVault } from './open.ts';

const masterKey = Buffer.from('00112233445566778899aabbccddeeff102132435465768798a9bacbdcedfe0f', 'hex');
const minute = 60_000;
/** Long, since the machine may be busy, and a call that times out is repeated. */
const answerWithinMs = minute;
const policy: AttemptPolicy = { free: 1_000, drainMs: minute, firstDelayMs: 1_000, maxDelayMs: minute };
const many = <Made>(count: number, make: (index: number) => Promise<Made>): Promise<Made[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

/** Waits for the number of indexes: non-unique ones are created after the start. */
async function indexesOf(collection: Pick<Collection, 'indexes'>, count: number) {
  for (;;) {
    const indexes = await collection.indexes().catch(() => []);
    if (indexes.length >= count) return indexes;
    await nextTurn();
  }
}

await describeOnMongodb('the vault in MongoDB', (server) => {
  /** With its own connection, as in a separate process. */
  async function open(url: string): Promise<Vault> {
    const mongo = openMongo({ url, answerWithinMs });
    const vault = await openMongoVault({ db: mongo.db, masterKey });
    return { ...vault, close: () => vault.close().then(mongo.close) };
  }

  // One database, emptied after each test: creating the collections and their indexes takes longer than most tests.
  const everyTests = server.database();
  describeVault('as every vault', async () => ({
    open: () => open(everyTests),
    async clear() {
      const { db, close } = openMongo({ url: everyTests, answerWithinMs });
      await Promise.all((await db.collections()).map((collection) => collection.deleteMany()));
      await close();
    },
  }));

  describe('of two processes', () => {
    const url = server.database();
    let firstVault: Vault;
    let secondVault: Vault;
    const either = (index: number): Vault => (index % 2 ? secondVault : firstVault);
    beforeAll(async () => {
      [firstVault, secondVault] = await Promise.all([open(url), open(url)]);
      await firstVault.accounts.add(account);
    });
    afterAll(() => Promise.all([firstVault.close(), secondVault.close()]));

    test('each new password raises the one epoch by one, and ends what was opened meanwhile', async () => {
      await many(20, async (index) => {
        await either(index).sessions.open(`s${index}`, account, 0);
        await either(index + 1).accounts.setPassword(account.accountId, `hash-${index}`);
      });
      expect((await firstVault.accounts.byId(account.accountId))?.sessionEpoch).toBe(20);
      const before = await many(20, (index) => firstVault.sessions.find(`s${index}`));
      await secondVault.accounts.setPassword(account.accountId, 'last');
      const after = await many(20, (index) => firstVault.sessions.find(`s${index}`));
      expect(after).toEqual(before.map(() => null));
    });

    test('keys of commands expire by an index of the server’s', async () => {
      const { db, close } = openMongo({ url, answerWithinMs });
      const indexes = await indexesOf(db.collection('vault.commandKeys'), 2);
      await firstVault.commandKeys.take({ id: 'k', digest: 'd', stream: 's', revision: 0, at: Date.now() });
      const kept = await db.collection<{ _id: string; at: number }>('vault.commandKeys').findOne({ _id: 'k' });
      await close();
      expect(indexes).toContainEqual(expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }));
      expect(kept).toMatchObject({ expiresAt: new Date((kept?.at ?? 0) + commandKeyLifetimeMs) });
    });

    test('an ended session expires by an index of the server’s, and an earlier version finds it over too', async () => {
      const { db, close } = openMongo({ url, answerWithinMs });
      const sessions = db.collection<{ _id: string; epoch: number; endedAt?: Date }>('vault.sessions');
      await firstVault.sessions.open('expiring', account, 0);
      await secondVault.sessions.end('expiring');
      const ended = await sessions.findOne({ _id: 'expiring' });
      // A second end doesn't delay its removal.
      await firstVault.sessions.end('expiring');
      expect(await sessions.findOne({ _id: 'expiring' })).toEqual(ended);
      expect(ended).toMatchObject({ epoch: -1, endedAt: expect.any(Date) });
      expect(await indexesOf(sessions, 3)).toContainEqual(
        expect.objectContaining({ key: { endedAt: 1 }, expireAfterSeconds: 3_600 }),
      );
      await close();
    });

    test('a vault of a build before release 1.0.0 is refused', async () => {
      const { db, close } = openMongo({ url, answerWithinMs });
      const settings = db.collection<{ _id: string; format?: number }>('vault.settings');
      await settings.updateOne({ _id: 'fingerprint' }, { $unset: { format: '' } });
      await expect(openMongoVault({ db, masterKey })).rejects.toThrow(/made by a build before release 1\.0\.0/);
      await settings.updateOne({ _id: 'fingerprint' }, { $set: { format: 1 } });
      await close();
    });

    test('an account that was kept before passwords had a time opens, and its next change is named', async () => {
      const { db, close } = openMongo({ url, answerWithinMs });
      const accounts = db.collection<{ _id: string; passwordChangedAt?: Date }>('vault.accounts');
      await accounts.updateOne({ _id: account.accountId }, { $unset: { passwordChangedAt: '' } });
      const { cursor } = await firstVault.sessions.endedSince(null);
      await firstVault.accounts.setPassword(account.accountId, 'again');
      expect((await secondVault.sessions.endedSince(cursor)).accountIds).toEqual([account.accountId]);
      expect(await secondVault.accounts.byId(account.accountId)).not.toHaveProperty('passwordChangedAt');
      await close();
    });

    test('every attempt is counted, once', async () => {
      const key = { scope: 'signIn', value: 'x', policy };
      // A few at a time: each waits for a connection, but not indefinitely.
      for (let round = 0; round < 10; round += 1) await many(10, (index) => either(index).attempts.take([key], 0));
      expect(await firstVault.attempts.level(key, 0)).toBe(100);
    });

    test('of several keys all are counted or none, also where one becomes blocked meanwhile', async () => {
      const wide = { scope: 'a', value: 'x', policy };
      const narrow = { scope: 'b', value: 'x', policy: { ...policy, free: 10 } };
      const keys = (index: number) => (index % 3 ? [wide, narrow] : [narrow]);
      const all: number[] = [];
      for (let from = 0; from < 60; from += 20) {
        all.push(...(await many(20, (index) => either(index).attempts.take(keys(from + index), 0))));
      }
      const counted = all.map((until, index) => (until === 0 ? keys(index).length : 0));
      expect(counted.filter(Boolean)).toHaveLength(11);
      expect(await firstVault.attempts.level(narrow, 0)).toBe(11);
      expect(await firstVault.attempts.level(wide, 0)).toBe(counted.filter((length) => length === 2).length);
      expect(await firstVault.attempts.blockedUntil([wide], 0)).toBe(0);
    });

    test('a letter is claimed once', async () => {
      const ids = Array.from({ length: 30 }, (_, index) => `letter-${index}`);
      const letter = { kind: 'reset', payload: '{}', addedAt: 1, keep: false };
      await Promise.all(ids.map((id) => firstVault.outbox.add({ id, ...letter })));
      const claimed: string[] = [];
      await many(8, async (index) => {
        for (let job = await either(index).outbox.claim(minute); job; ) {
          claimed.push(job.id);
          job = await either(index).outbox.claim(minute);
        }
      });
      expect(claimed.toSorted()).toEqual(ids.toSorted());
    });

    test('a key that one destroys while the other makes it is one key or none, and none from then on', async () => {
      const ids = Array.from({ length: 10 }, (_, index) => `patient-${index}`);
      const made = await Promise.all(
        ids.map(async (id) => {
          const ensured = many(6, (index) =>
            either(index)
              .keys.ensure([id])
              .then((keys) => Buffer.from(keys.get(id) ?? []).toString('hex'))
              .catch((error: unknown) => {
                if (error instanceof KeyDestroyed) return 'destroyed';
                throw error;
              }),
          );
          await secondVault.keys.destroy(id);
          return ensured;
        }),
      );
      for (const keys of made) expect(new Set(keys.filter((key) => key !== 'destroyed')).size).toBeLessThanOrEqual(1);
      expect([...(await firstVault.keys.get(ids)).values()]).toEqual(ids.map(() => 'destroyed'));
      for (const id of ids) await expect(firstVault.keys.ensure([id])).rejects.toThrow(KeyDestroyed);
    });
  });

  test('at rest holds no token, reserved value, counted value, letter or key as it is, and no key that was destroyed', async () => {
    const url = server.database();
    const vault = await open(url);
    const { db, close } = openMongo({ url, answerWithinMs });
    await vault.accounts.add(account);
    const token = {
      accountId: account.accountId,
      purpose: 'reset',
      token: 'canary-token',
      askedBy: '1',
      now: 0,
      expiresAt: minute,
    } as const;
    await vault.tokens.issue(token);
    await vault.reservations.reserve('phone', 'canary-phone', 'p1');
    await vault.attempts.take([{ scope: 'signIn', value: 'canary-value', policy }], 1);
    await vault.outbox.add({ id: 'l1', kind: 'reset', payload: '{"to":"canary-letter"}', addedAt: 1, keep: true });
    const keys = await vault.keys.ensure(['patient-1', 'patient-2']);

    const raw = await Promise.all((await db.collections()).map((collection) => collection.find().toArray()));
    const bytes = Buffer.concat(raw.flat().map((document) => BSON.serialize(document)));
    expect(bytes.includes('patient-1')).toBe(true);
    expect(bytes.includes('canary')).toBe(false);
    for (const key of keys.values()) expect(bytes.includes(Buffer.from(key))).toBe(false);

    await vault.keys.destroy('patient-1');
    expect(await db.collection<{ _id: string }>('vault.keys').findOne({ _id: 'patient-1' })).toEqual({
      _id: 'patient-1',
      destroyed: true,
    });
    await close();
    await vault.close();
  });

  test('has the indexes that its questions need', async () => {
    const url = server.database();
    const vaults = [await open(url), await open(url)];
    const { db, close } = openMongo({ url, answerWithinMs });
    const keysOf = async (name: string, count: number) =>
      (await indexesOf(db.collection(`vault.${name}`), count)).map(({ key, unique }) => ({
        ...key,
        ...(unique && { unique }),
      }));
    expect(await keysOf('accounts', 6)).toEqual(expect.arrayContaining([{ email: 1, unique: true }]));
    expect(await keysOf('accounts', 6)).toContainEqual({ passwordChangedAt: 1 });
    expect(await keysOf('sessions', 3)).toEqual(expect.arrayContaining([{ openedAt: 1 }, { endedAt: 1 }]));
    expect(await keysOf('reservations', 2)).toContainEqual({ id: 1 });
    expect(await keysOf('attempts', 2)).toContainEqual({ endsAt: 1 });
    expect(await keysOf('outbox', 3)).toEqual(
      expect.arrayContaining([
        { dueAt: 1, _id: 1 },
        { addedAt: -1, _id: -1 },
      ]),
    );
    await Promise.all([close(), ...vaults.map((vault) => vault.close())]);
  });

  test('does not open with another MASTER_KEY', async () => {
    const url = server.database();
    await (await open(url)).close();
    const { db, close } = openMongo({ url, answerWithinMs });
    const otherOptions = { db, masterKey: Buffer.from(masterKey.toReversed()) };
    await expect(openMongoVault(otherOptions)).rejects.toThrow(WrongMasterKey);
    await expect(openMongoVaultKeys(otherOptions)).rejects.toThrow(WrongMasterKey);
    await close();
  });

  test('answers VaultUnavailable once it is closed', async () => {
    const vault = await open(server.database());
    await vault.close();
    await expect(vault.sessions.end('x')).rejects.toThrow(VaultUnavailable);
  });

  test('its keys alone can be opened for reading, and see what is made and destroyed since', async () => {
    const url = server.database();
    const vault = await open(url);
    const { db, close } = openMongo({ url, answerWithinMs });
    const reader = await openMongoVaultKeys({ db, masterKey, lookForMs: 0 });
    expect((await reader.get(['patient-1'])).size).toBe(0);
    const made = await vault.keys.ensure(['patient-1']);
    expect(await reader.get(['patient-1'])).toEqual(made);
    await expect(reader.ensure(['patient-2'])).rejects.toThrow('only read');
    await vault.keys.destroy('patient-1');
    expect((await reader.get(['patient-1'])).get('patient-1')).toBe('destroyed');
    await reader.close();
    await close();
    await vault.close();
  });

  test('a key that is missing is looked for again, past what a former primary says, and given up once', async () => {
    const url = server.database();
    const vault = await open(url);
    const mongo = openMongo({ url, answerWithinMs });
    const looks: unknown[] = [];
    // Missing in the driver's types; takes effect before connecting.
    (mongo.client as MongoClient & { monitorCommands: boolean }).monitorCommands = true;
    let hasLooked: () => void = () => {};
    const firstLook = new Promise<void>((resolve) => {
      hasLooked = resolve;
    });
    mongo.client.on('commandStarted', ({ command }) => {
      if (command['readConcern']?.level !== 'linearizable') return;
      looks.push(command['filter']);
      hasLooked();
    });
    const patient = await openMongoVaultKeys({ db: mongo.db, masterKey, lookForMs: 120_000 });
    const keys = patient.get(['patient-1']);
    await firstLook;
    const made = await vault.keys.ensure(['patient-1']);
    expect(await keys).toEqual(made);
    expect(looks[0]).toEqual({ _id: 'patient-1' });

    const hasty = await openMongoVaultKeys({ db: mongo.db, masterKey, lookForMs: 1 });
    expect((await hasty.get(['patient-2'])).size).toBe(0);
    looks.length = 0;
    expect((await hasty.get(['patient-2'])).size).toBe(0);
    expect(looks).toEqual([{ _id: 'patient-2' }]);
    await Promise.all([patient.close(), hasty.close()]);
    await mongo.close();
    await vault.close();
  });

  const { faults } = server;
  (faults ? describe : describe.skip)('whose server fails', () => {
    let vault: Vault;
    beforeEach(async () => {
      vault = await open(server.database());
      await vault.accounts.add(account);
    });
    afterEach(async () => {
      await faults?.failPoint('off');
      await vault.close();
    });
    const key = { scope: 'signIn', value: 'x', policy };
    const shown = { purpose: 'reset', token: 't', now: 0 } as const;

    test('a connection that is cut, or an answer that is lost, is made good by the driver, once', async () => {
      await vault.tokens.issue({
        accountId: account.accountId,
        purpose: 'reset',
        token: 't',
        askedBy: '1',
        now: 0,
        expiresAt: minute,
      });
      await faults?.failPoint({ times: 1 }, { failCommands: ['findAndModify'], closeConnection: true });
      expect(await vault.attempts.take([key], 0)).toBe(0);
      await faults?.failPoint({ times: 1 }, { failCommands: ['update'], closeConnection: true });
      expect(await vault.tokens.setPassword(shown, 'hash')).toBe(true);
      const lost = { writeConcernError: { code: 91, errmsg: 'shutting down', errorLabels: ['RetryableWriteError'] } };
      await faults?.failPoint({ times: 1 }, { failCommands: ['findAndModify'], ...lost });
      expect(await vault.attempts.take([key], 0)).toBe(0);
      expect(await vault.attempts.level(key, 0)).toBe(2);
    });

    test('a server that stays unavailable is VaultUnavailable, and nobody hears what was to be written', async () => {
      const all = ['find', 'findAndModify', 'insert', 'update', 'delete', 'aggregate'];
      await faults?.failPoint('alwaysOn', { failCommands: all, closeConnection: true });
      const results = await Promise.allSettled([
        vault.accounts.add({ ...account, accountId: 'a2', email: 'canary@sunrise.example' }),
        vault.accounts.byEmail('canary@sunrise.example'),
        vault.sessions.find('x'),
        vault.sessions.endedSince(null),
        vault.sessions.endedSince('0'),
        vault.sessions.inForce(['x']),
        vault.keys.ensure(['patient-1']),
        vault.reservations.reserve('phone', 'canary', 'p1'),
        vault.tokens.setPassword(shown, 'hash'),
        vault.attempts.take([key], 0),
        vault.outbox.claim(1),
        vault.followers.advance('moves', null, { position: '1', id: 'e', stream: 's', revision: 0 }),
      ]);
      for (const result of results) {
        expect(result).toMatchObject({ status: 'rejected', reason: { name: 'VaultUnavailable' } });
        expect(JSON.stringify(result)).not.toContain('canary');
      }
      await faults?.failPoint('off');
      expect(await vault.accounts.byEmail('canary@sunrise.example')).toBeNull();
    });

    test('what was acknowledged before it was killed is there after its restart', async () => {
      if (!faults?.process) return;
      const reserved: string[] = [];
      let isKilled = false;
      const writing = many(8, async (writer) => {
        for (let index = 0; !isKilled; index += 1) {
          const value = `${writer}-${index}`;
          try {
            await vault.reservations.reserve('phone', value, `p-${value}`);
            reserved.push(value);
          } catch (error) {
            // Unavailability is expected here; other errors are not.
            if (!(error instanceof VaultUnavailable)) throw error;
          }
        }
      });
      while (reserved.length < 40) await new Promise((resolve) => setImmediate(resolve));
      await faults.process.kill();
      isKilled = true;
      await writing;
      await faults.process.restart();
      expect(await vault.accounts.byId(account.accountId)).toEqual(account);
      const kept = await Promise.all(reserved.map((value) => vault.reservations.find('phone', value)));
      expect(kept.map((reservation) => reservation?.id)).toEqual(reserved.map((value) => `p-${value}`));
    });
  });
});
