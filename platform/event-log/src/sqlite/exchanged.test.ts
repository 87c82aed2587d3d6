import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { type EventLog, EventLogSetBack, EventLogUnavailable, type StoredEvent } from '../port.ts';
import { idsOf, newEvents, newStream } from '../testing/contract-fixtures.ts';
import { openSqliteEventLog } from './open.ts';

/** "The same for an events.db that was replaced": a backup is put in its place while logs have it open. */

let folder: string;
let path: string;
let backup: string;
let log: EventLog;
let elsewhere: EventLog;
const stream = newStream();
const lines: object[] = [];
const logger = { error: (line: object) => void lines.push(line) };

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dayline-exchanged-'));
  path = join(folder, 'events.db');
  backup = join(folder, 'backup.db');
  log = await openSqliteEventLog({ folder, logger });
  await log.append(stream, 'noStream', newEvents(5));
  const db = new Database(path, { readonly: true });
  await db.backup(backup);
  db.close();
  await log.append(stream, 4, newEvents(4));
  elsewhere = await openSqliteEventLog({ folder, mode: 'read' });
});
afterEach(async () => {
  await Promise.all([log.close(), elsewhere.close()]);
  lines.splice(0);
  rmSync(folder, { recursive: true, force: true });
});

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const latest = performance.now() + 60_000;
  while (!(await condition())) {
    if (performance.now() > latest) throw new Error(`It never came to be: ${condition}`);
    await pause(5);
  }
}

function following(of: EventLog) {
  const events: StoredEvent[] = [];
  const ended = (async () => {
    for await (const item of of.follow(of.start, new AbortController().signal)) {
      if (item.kind === 'events') events.push(...item.events);
    }
  })().catch((error: unknown) => error);
  return { events, ended };
}

describe.each(['alone, its companions left', 'with its companions'])('events.db exchanged for a backup, %s', (how) => {
  function exchange(): void {
    const companions = how === 'with its companions' ? ['-wal', '-shm'] : [];
    for (const suffix of ['', ...companions]) rmSync(`${path}${suffix}`, { force: true });
    copyFileSync(backup, path);
  }

  test('ends its followers, in whatever process, and serves as it is', async () => {
    const followers = [following(log), following(elsewhere)];
    await until(() => followers.every(({ events }) => events.length === 9));
    exchange();
    expect(await Promise.all(followers.map(({ ended }) => ended))).toEqual([
      expect.any(EventLogSetBack),
      expect.any(EventLogSetBack),
    ]);
    expect(await log.setBacks?.()).toBe(1);
    expect(lines).toHaveLength(1);
    const events = newEvents(2);
    await until(async () => {
      // The first request may reach the thread that has the old file open.
      const result = await log.append(stream, 4, events).catch((error: unknown) => error);
      if (result instanceof EventLogUnavailable) return false;
      expect(result).toMatchObject({ appended: true, revision: 6 });
      return true;
    });
    await until(async () => (await elsewhere.readStream(stream)).length === 7);
    await log.close();
    const again = await openSqliteEventLog({ folder });
    expect(idsOf(await again.readStream(stream, { from: 5 }))).toEqual(idsOf(events));
    await again.close();
    const db = new Database(path, { readonly: true });
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    db.close();
  });

  test('nothing is appended to the file that was taken away', async () => {
    exchange();
    const refused = await log.append(stream, 8, newEvents(1)).catch((error: unknown) => error);
    expect(refused).toMatchObject({ name: 'EventLogUnavailable', outcome: 'notAppended' });
    expect(await log.setBacks?.()).toBe(1);
    expect(await log.readStream(stream)).toHaveLength(5);
  });
});

test('a file that is gone is not recreated: nothing is appended until one is there', async () => {
  const follower = following(log);
  await until(() => follower.events.length === 9);
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
  for (let tries = 0; tries < 3; tries += 1) {
    await expect(log.append(stream, 8, newEvents(1))).rejects.toThrow(EventLogUnavailable);
  }
  expect(existsSync(path)).toBe(false);
  copyFileSync(backup, path);
  expect(await follower.ended).toBeInstanceOf(EventLogSetBack);
  await until(async () => {
    const result = await log.append(stream, 4, newEvents(1)).catch(() => null);
    return result?.appended === true;
  });
});
