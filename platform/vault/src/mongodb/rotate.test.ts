import { type Mongo, openMongo } from '@dayline/runtime/mongodb/connect';
import { describeOnMongodb } from '@dayline/test-servers/mongodb-server';
import { Binary, type Collection, type Db } from 'mongodb';
import { noSecondFactors } from '../second-factors.ts';
import { openMongoVaultKeys } from './keys.ts';
import { openMongoVault } from './open.ts';
import { rotateMasterKey } from './rotate.ts';

const keyFrom = (factor: number): Buffer =>
  Buffer.from(Array.from({ length: 32 }, (_, index) => (index * factor) % 251));
const [first, second, third] = [keyFrom(7), keyFrom(11), keyFrom(13)];
const people = Array.from({ length: 25 }, (_, number) => `patient-${number}`);
const pageLength = 20;
const letter = { id: 'letter-1', kind: 'welcome', payload: 'Dear Asha', addedAt: 1, keep: false };

const owner = {
  ...({ accountId: 'account-1', email: 'asha@x.example', role: 'admin' } as const),
  ...{ name: 'Asha', clientId: 'client-1', pocId: null, passwordHash: null, sessionEpoch: 0 },
};
const factors = { ...noSecondFactors, pending: { secret: 'JBSWY3DPEHPK3PXP', since: 1 } };

/** A database that fails after a number of writes, as if its client was killed. */
function killedAfter(writes: number, db: Db): Db {
  let left = writes;
  const counted = (collection: Collection): Collection =>
    new Proxy(collection, {
      get(target, name) {
        const found: unknown = Reflect.get(target, name);
        if (typeof found !== 'function') return found;
        if (name !== 'updateOne' && name !== 'bulkWrite') return found.bind(target);
        return async (...given: unknown[]) => {
          if (left === 0) throw new Error('killed');
          left -= 1;
          return found.apply(target, given);
        };
      },
    });
  return new Proxy(db, {
    get(target, name) {
      if (name === 'collection') return (of: string) => counted(target.collection(of));
      const found: unknown = Reflect.get(target, name);
      return typeof found === 'function' ? found.bind(target) : found;
    },
  });
}

await describeOnMongodb('a vault in MongoDB whose MASTER_KEY is changed', (server) => {
  let mongo: Mongo;
  const open = (masterKey: Buffer) => openMongoVault({ db: mongo.db, masterKey });
  const rotate = (from: Buffer, to: Buffer) => rotateMasterKey({ db: mongo.db, from, to, pageLength });
  beforeEach(() => {
    mongo = openMongo({ url: server.database(), answerWithinMs: 60_000 });
  });
  afterEach(() => mongo.close());

  /** A vault of the first key with personal keys, one of them destroyed, a reservation and a waiting email. */
  async function fill(): Promise<ReadonlyMap<string, Uint8Array>> {
    const vault = await open(first);
    const keys = await vault.keys.ensure(people);
    await vault.keys.destroy('patient-7');
    await vault.reservations.reserve('phone', '919876543210', 'patient-1');
    await vault.outbox.add(letter);
    await vault.trail.put([{ id: 'entry-1', payload: 'Asha signed in' }]);
    await vault.accounts.add(owner);
    await vault.secondFactors.write(owner.accountId, factors, { revision: 0 });
    return keys;
  }

  async function expectAll(masterKey: Buffer, keys: ReadonlyMap<string, Uint8Array>): Promise<void> {
    const vault = await open(masterKey);
    const found = await vault.keys.get(people);
    for (const id of people) expect(found.get(id)).toEqual(id === 'patient-7' ? 'destroyed' : keys.get(id));
    // The value's hash is unchanged, so nobody can reserve it again.
    const reserved = await vault.reservations.reserve('phone', '919876543210', 'patient-2');
    expect(reserved).toMatchObject({ id: 'patient-1', isMine: false });
    expect(await vault.outbox.claim(0)).toMatchObject({ id: 'letter-1', payload: 'Dear Asha' });
    expect(await vault.secondFactors.read(owner.accountId)).toEqual({ factors, revision: 1 });
    const claim = { owner: 'o', leaseMs: 0, limit: 1 };
    expect(await vault.trail.claim(claim)).toEqual([{ id: 'entry-1', payload: 'Asha signed in' }]);
  }

  test('twice, keeps all that it holds, for the new key alone', async () => {
    const keys = await fill();
    expect(await rotate(first, second)).toEqual({ keys: people.length - 1, rotated: true });
    expect(await rotate(second, third)).toEqual({ keys: people.length - 1, rotated: true });
    for (const old of [first, second]) await expect(open(old)).rejects.toThrow('MASTER_KEY is not the one');
    await expectAll(third, keys);
    expect(await rotate(second, third)).toEqual({ keys: people.length - 1, rotated: false });
  });

  test('killed after any of its writes opens for nobody, and is finished or rolled back', async () => {
    const keys = await fill();
    for (const [index, [from, to]] of [
      [first, second],
      [second, first],
      [first, second],
      [second, first],
    ].entries()) {
      // The mark, two pages of keys and an email are written; the last write would set the new owner.
      const db = killedAfter(index + 1, mongo.db);
      await expect(rotateMasterKey({ db, from: first, to: second, pageLength })).rejects.toThrow('killed');
      for (const masterKey of [first, second]) {
        await expect(open(masterKey)).rejects.toThrow('MASTER_KEY is being changed');
        await expect(openMongoVaultKeys({ db: mongo.db, masterKey })).rejects.toThrow('MASTER_KEY is being changed');
      }
      await rotate(from ?? first, to ?? second);
      await expectAll(to ?? second, keys);
      if (to === second) await rotate(second, first);
    }
  });

  test('brings over what a process that was forgotten wrapped meanwhile', async () => {
    await fill();
    const forgotten = await open(first);
    await rotate(first, second);
    const late = await forgotten.keys.ensure(['late']);
    expect(await rotate(first, second)).toEqual({ keys: people.length, rotated: true });
    expect(await (await open(second)).keys.get(['late'])).toEqual(late);
  });

  test('is left as it is by a third key, and where one key opens with neither', async () => {
    const keys = await fill();
    await expect(rotate(second, third)).rejects.toThrow('MASTER_KEY is not the one');
    await expectAll(first, keys);
    const broken = { $set: { wrapped: new Binary(Buffer.alloc(60)) } };
    await mongo.db.collection<{ _id: string }>('vault.keys').updateOne({ _id: 'patient-19' }, broken);
    await expect(rotate(first, second)).rejects.toThrow();
    expect((await (await open(first)).keys.get(['patient-1'])).get('patient-1')).toEqual(keys.get('patient-1'));
  });

  test('where there is none, says so', async () => {
    await expect(rotate(first, second)).rejects.toThrow('There is no vault yet.');
  });
});
