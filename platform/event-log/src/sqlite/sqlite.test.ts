import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { refuseOldSqlite } from '@dayline/runtime/sqlite-version';
import { spawnWorker } from '@dayline/runtime/worker/spawn';
import Database from 'better-sqlite3';
import { EventLogUnavailable, type StoredEvent } from '../port.ts';
import { newEvent, newEvents, newStream, untilCaughtUp } from '../testing/contract-fixtures.ts';
import { startAppending } from '../testing/test-process.ts';
import { checksumOf, type EventColumns } from './commit.ts';
import { openForWriting } from './connection.ts';
import { openSqliteEventLog, type SqliteEventLog } from './open.ts';
import { startWriter } from './writer.ts';
import type { WriterData } from './writer-thread.ts';

let folder: string;
let log: SqliteEventLog;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dayline-sqlite-'));
  log = await openSqliteEventLog({ folder });
});
afterEach(async () => {
  await log.close();
  rmSync(folder, { recursive: true });
});

test('an event can be neither changed nor deleted', async () => {
  await log.append(newStream(), 'noStream', newEvents(2));
  const db = new Database(log.path);
  expect(() => db.prepare("UPDATE events SET type = 'Other' WHERE position = 1").run()).toThrow(
    'events are never updated',
  );
  expect(() => db.prepare('DELETE FROM events WHERE position = 2').run()).toThrow('events are never deleted');
  const replace = (position: string, revision: string, id: string) =>
    db.prepare(`INSERT OR REPLACE INTO events SELECT ${position}, stream, ${revision}, ${id}, type, '{}', metadata, 0
      FROM events WHERE position = 1`);
  for (const row of [
    replace('1', '9', "'new'"),
    replace('3', '0', "'new'"),
    replace('3', '9', 'id'),
    replace('9', '9', "'new'"),
  ]) {
    expect(() => row.run()).toThrow('events are only appended');
  }
  db.close();
  expect(await log.readAll(log.start, 10)).toHaveLength(2);
});

test('the writing connection is durable, and says so when it is asked', () => {
  const db = openForWriting(join(folder, 'other.db'));
  expect(db.pragma('synchronous', { simple: true })).toBe(2);
  expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
  expect(db.pragma('wal_autocheckpoint', { simple: true })).toBe(10_000);
  db.close();
  expect(() => openForWriting(':memory:')).toThrow('The log refuses to start: journal_mode is memory, not wal.');
});

test('an SQLite that can lose commits is refused', () => {
  for (const version of ['3.51.2', '3.50.9', '2.99.99']) expect(() => refuseOldSqlite(version)).toThrow('too old');
  for (const version of ['3.51.3', '3.53.2', '4.0.0']) expect(() => refuseOldSqlite(version)).not.toThrow();
});

test('a file that is no log is refused, with the reason', async () => {
  const elsewhere = join(folder, 'elsewhere');
  mkdirSync(join(elsewhere, 'events.db'), { recursive: true });
  await expect(openSqliteEventLog({ folder: elsewhere })).rejects.toMatchObject({
    message: expect.stringContaining('unable to open database file'),
  });
});

test('appends that arrive together share commits', async () => {
  const before = log.stats();
  await Promise.all(newEvents(300).map((event) => log.append(newStream(), 'noStream', [event])));
  const after = log.stats();
  expect(after.appends - before.appends).toBe(300);
  expect(after.commits - before.commits).toBeLessThan(10);
});

test('a conflict in a shared commit leaves the others alone', async () => {
  const [first, two] = [newStream(), newStream()];
  const results = await Promise.all([
    log.append(first, 'noStream', newEvents(2)),
    log.append(first, 'noStream', newEvents(1)),
    log.append(two, 'noStream', newEvents(1)),
    log.append(first, 1, newEvents(1)),
  ]);
  expect(results.map((result) => result.appended)).toEqual([true, false, true, true]);
  expect((await log.readAll(log.start, 10)).map((event) => event.stream)).toEqual([first, first, two, first]);
});

test('the id of an event is never stored twice, also in another stream', async () => {
  const event = newEvent();
  await log.append(newStream(), 'noStream', [event]);
  await expect(log.append(newStream(), 'noStream', [event])).rejects.toThrow('is in the log already');
  const twice = newEvent();
  await expect(log.append(newStream(), 'noStream', [twice, twice])).rejects.toThrow('is in the log already');
  expect(await log.readAll(log.start, 10)).toHaveLength(1);
});

test('a writer that dies leaves its appends unknown and is started again', async () => {
  const workers: Worker[] = [];
  const path = join(folder, 'mortal.db');
  const spawn = (data: WriterData) => {
    const worker = spawnWorker('writer-thread', new URL('./writer.ts', import.meta.url).href, data);
    workers.push(worker);
    return worker;
  };
  const writer = await startWriter({ path, synchronous: 'FULL' }, { spawn });
  const stream = newStream();
  await writer.append(stream, 'noStream', newEvents(1));

  // Not by terminate(), which can abort the process within a statement: a message that it can't read comes just before.
  setImmediate(() => workers[0]?.postMessage('unreadable'));
  const lost = await writer.append(stream, 0, newEvents(1)).catch((error: unknown) => error);
  expect(lost).toBeInstanceOf(EventLogUnavailable);
  expect(lost).toMatchObject({ outcome: 'unknown' });

  expect(await writer.append(stream, 0, newEvents(1))).toMatchObject({ appended: true, revision: 1 });
  expect(workers).toHaveLength(2);
  await writer.close();
});

test('what was asked for before closing is written, and nothing after it', async () => {
  const stream = newStream();
  const last = log.append(stream, 'noStream', newEvents(1));
  await log.close();
  expect(await last).toMatchObject({ appended: true });
  await expect(log.append(stream, 0, newEvents(1))).rejects.toMatchObject({ outcome: 'notAppended' });
  log = await openSqliteEventLog({ folder });
  expect(await log.readStream(stream)).toHaveLength(1);
});

test('a log that is open for reading follows another connection, and refuses to append', async () => {
  const reading = await openSqliteEventLog({ folder, mode: 'read' });
  const follower = reading.follow(reading.start, new AbortController().signal)[Symbol.asyncIterator]();
  expect((await follower.next()).value).toEqual({ kind: 'caughtUp', position: reading.start });
  const next = follower.next();
  const [event] = newEvents(1);
  if (event) await log.append(newStream(), 'noStream', [event]);
  expect((await next).value).toMatchObject({ kind: 'events', events: [{ id: event?.id }] });
  await expect(reading.append(newStream(), 'noStream', newEvents(1))).rejects.toMatchObject({ outcome: 'notAppended' });
  await reading.close();
});

test('a follower in another connection gets every event once and in order, alone or many at once', async () => {
  const reading = await openSqliteEventLog({ folder, mode: 'read' });
  const sizes = [1, 1, 40, 3, 16, 17, 1, 2];
  const all = sizes.reduce((sum, size) => sum + size, 0);
  async function firstEvents(): Promise<StoredEvent[]> {
    const followed: StoredEvent[] = [];
    for await (const item of reading.follow(reading.start, new AbortController().signal)) {
      if (item.kind === 'events') followed.push(...item.events);
      if (followed.length >= all) break;
    }
    return followed;
  }
  const followed = firstEvents();
  for (const size of sizes) await log.append(newStream(), 'noStream', newEvents(size));
  expect(await followed).toEqual(await log.readAll(log.start, all + 1));
  await reading.close();
});

test('a log follows what another process writes', async () => {
  const follower = log.follow(log.start, new AbortController().signal)[Symbol.asyncIterator]();
  expect((await follower.next()).value).toMatchObject({ kind: 'caughtUp' });
  const next = follower.next();
  const appending = startAppending(log.path, { most: 1 });
  expect((await next).value).toMatchObject({ kind: 'events', events: [{ type: 'Appended', revision: 0 }] });
  expect(await appending.ended).toBe(0);
});

test('a hole in the file is never skipped', async () => {
  const stream = newStream();
  await log.append(stream, 'noStream', newEvents(3));
  const db = new Database(log.path);
  db.exec('DROP TRIGGER events_are_never_deleted; DELETE FROM events WHERE position = 2');
  db.close();
  await expect(log.readAll(log.start, 10)).rejects.toThrow('damaged: position 3 is stored where 2 should be');
  const others = log.follow(log.start, new AbortController().signal, { types: ['Other'] })[Symbol.asyncIterator]();
  await expect(others.next()).rejects.toThrow('damaged: 1 of the positions 1 to 3 are missing');
  await expect(log.readStream(stream)).rejects.toThrow(`damaged: revision of ${stream} 2 is stored where 1 should be`);
  await expect(log.readStream(stream, { direction: 'backward' })).rejects.toThrow('damaged');
  await log.close();
  await expect(openSqliteEventLog({ folder })).rejects.toThrow('The event log is damaged at position 1.');
});

describe('a command’s key', () => {
  const append = (
    on: SqliteEventLog,
    id: string,
    digest: string,
    stream = newStream(),
    expected: 'noStream' | 0 = 'noStream',
  ) => on.append(stream, expected, newEvents(2), { id, digest });

  test('is kept with the append, for all streams and processes, and refuses another body', async () => {
    expect(await append(log, 'key-1', 'one')).toMatchObject({ appended: true });
    expect(await log.digestOfKey('key-1')).toBe('one');
    await log.close();
    log = await openSqliteEventLog({ folder });
    const otherLog = await openSqliteEventLog({ folder });
    const before = await log.head();
    const stream = newStream();
    expect(await append(otherLog, 'key-1', 'two', stream)).toEqual({
      appended: false,
      actual: 'noStream',
      keyReused: true,
    });
    expect(await log.head()).toBe(before);
    // The same body may be retried, in this stream or another.
    expect(await append(otherLog, 'key-1', 'one', stream)).toMatchObject({ appended: true });
    await otherLog.close();
  });

  test('is unused where nothing was appended', async () => {
    expect(await append(log, 'key-1', 'one', newStream(), 0)).toEqual({ appended: false, actual: 'noStream' });
    expect(await log.digestOfKey('key-1')).toBeNull();
    const twice = newEvent();
    await expect(log.append(newStream(), 'noStream', [twice, twice], { id: 'key-1', digest: 'one' })).rejects.toThrow();
    expect(await append(log, 'key-1', 'two')).toMatchObject({ appended: true });
  });

  test('of ten bodies that race in two processes is one’s', async () => {
    const otherLog = await openSqliteEventLog({ folder });
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, index) => append(index % 2 ? otherLog : log, 'key-1', `body-${index}`)),
    );
    expect(all.filter(({ appended }) => appended)).toHaveLength(1);
    expect(await log.readAll(log.start, 100)).toHaveLength(2);
    await otherLog.close();
  });

  test('costs no sync of its own: the key is in the append’s transaction', async () => {
    const { commits } = log.stats();
    await append(log, 'key-1', 'one');
    expect(log.stats().commits).toBe(commits + 1);
  });
});

describe('an older event that was altered', () => {
  const older = 2;
  async function damagedBy(sql: string) {
    const stream = newStream();
    await log.append(stream, 'noStream', newEvents(1_200));
    const db = new Database(log.path);
    db.exec(`DROP TRIGGER events_are_never_updated; ${sql} WHERE position = ${older}`);
    db.close();
    return stream;
  }
  const forward = (stream: string) => log.readStream(stream);
  const backward = (stream: string) => log.readStream(stream, { direction: 'backward' });
  const page = () => log.readAll(log.start, 10);
  const follower = () => untilCaughtUp(log.follow(log.start, new AbortController().signal)[Symbol.asyncIterator]());

  test.each([
    ['data', `UPDATE events SET data = '{"n":7}'`],
    ['its type', `UPDATE events SET type = 'SomethingElse'`],
    ['its data, so that it is no JSON', `UPDATE events SET data = '{'`],
  ])('is refused by every read with its position: %s', async (_what, sql) => {
    const stream = await damagedBy(sql);
    for (const read of [forward, backward, page, follower]) {
      await expect(read(stream)).rejects.toMatchObject({
        name: 'EventLogDamaged',
        message: expect.stringContaining(`at position ${older} is not as it was appended`),
      });
    }
    expect(await log.readStream(stream, { from: older })).toHaveLength(1_198);
  });

  test('is refused with its position where it is no JSON although the checksum fits', async () => {
    const stream = await damagedBy(`UPDATE events SET data = '{'`);
    const db = new Database(log.path);
    const row = db.prepare<[number], EventColumns>('SELECT * FROM events WHERE position = ?').get(older);
    if (!row) throw new Error('The event is gone.');
    db.prepare('UPDATE events SET checksum = ? WHERE position = ?').run(checksumOf(row), older);
    db.close();
    await expect(forward(stream)).rejects.toThrow(`at position ${older} is not JSON`);
  });
});
