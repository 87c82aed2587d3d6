import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { streams } from '@dayline/contracts/events/categories';
import { type EventRef, SetBackNotAccepted } from '@dayline/event-log/port';
import { newEvent, newEvents } from '@dayline/event-log/testing/contract-fixtures';
import { durableFollowerNames, durableFollowers } from '@dayline/vault/durable-followers';
import { openStores, type Stores } from './open.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'dayline-seen-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const settings = {
  ...{ dataDir, eventStoreUrl: null, viewStoreUrl: null, masterKey: Buffer.alloc(32, 7) },
  ...{ acceptMissingVault: false, auditHeadDir: null },
};

async function withStores<Result>(work: (stores: Stores) => Promise<Result>, mayBeSetBack = false): Promise<Result> {
  const stores = await openStores(settings, { mayBeSetBack });
  try {
    return await work(stores);
  } finally {
    await stores.close();
  }
}
const names = [...durableFollowerNames, 'last-seen'] as const;
const cursorsOf = ({ vault }: Stores) => Promise.all(names.map((name) => vault.followers.read(name)));
function refOf(event: EventRef | undefined): EventRef {
  if (!event) throw new Error('the log has it');
  const { position, id, stream, revision } = event;
  return { position, id, stream, revision };
}

test('cursors whose events are gone move once the acceptance is in the log, and no sooner', async () => {
  const copy = join(dataDir, 'older.db');
  await withStores(({ log }) => log.append('patient-1', 'noStream', newEvents(3)));
  cpSync(join(dataDir, 'events.db'), copy);
  await withStores(async ({ log, vault }) => {
    await log.append('patient-1', 2, newEvents(names.length));
    const events = await log.readAll(log.start, 20);
    for (const [index, name] of names.entries()) await vault.followers.advance(name, null, refOf(events[3 + index]));
    // The events that followed from this follower's event are gone.
    await vault.followers.advance('moves', events[3 + names.indexOf('moves')]?.position ?? null, refOf(events[2]));
  });
  cpSync(copy, join(dataDir, 'events.db'));

  const lost = await withStores(async (stores) => {
    const before = await cursorsOf(stores);
    await expect(stores.log.head()).rejects.toThrow(SetBackNotAccepted);
    expect(await cursorsOf(stores)).toEqual(before);
    const gone = before.filter((cursor) => cursor && cursor.position > '0000000000000003');
    return gone.flatMap((cursor) => (cursor ? [{ position: cursor.position, eventId: cursor.id }] : []));
  });
  // As if a command line was killed right after appending it.
  await withStores(async ({ log }) => {
    const data = { seen: lost[0] ?? null, present: null, lost, reason: 'A test' };
    const { metadata, ...event } = newEvent(data, 'LogSetBackAccepted');
    await log.append(streams.setBacks, 'noStream', [{ ...event, metadata: { ...metadata, schemaVersion: 1 } }]);
  }, true);
  await withStores(async (stores) => {
    const [first, , , accepted] = await stores.log.readAll(stores.log.start, 10);
    const begins = durableFollowerNames.map((name) => (durableFollowers[name] === 'acceptance' ? accepted : first));
    expect(await cursorsOf(stores)).toEqual([...begins.map(refOf), refOf(accepted)]);
  });
});
