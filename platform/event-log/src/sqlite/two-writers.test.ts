import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ulid } from 'ulid';
import { collectUntil, metadata, newEvent, newStream } from '../testing/contract-fixtures.ts';
import { startAppending } from '../testing/test-process.ts';
import { committer } from './commit.ts';
import { openForWriting } from './connection.ts';
import { openSqliteEventLog, type SqliteEventLog } from './open.ts';

const foreignEvents = 200;

/** All events up to the one of this type. */
const untilLast = () =>
  collectUntil(
    reader.follow(reader.start, new AbortController().signal)[Symbol.asyncIterator](),
    (events) => events.at(-1)?.type === 'TheLast',
  );
const last = () => newEvent({}, 'TheLast');

let folder: string;
let log: SqliteEventLog;
/** Opened as in the projector's thread: without a writer. */
let reader: SqliteEventLog;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dayline-writers-'));
  log = await openSqliteEventLog({ folder });
  reader = await openSqliteEventLog({ folder, mode: 'read' });
});
afterEach(async () => {
  await Promise.all([reader.close(), log.close()]);
  rmSync(folder, { recursive: true, force: true });
});

test('what another connection appends between two appends of this process is followed in its place', async () => {
  const foreign = openForWriting(log.path);
  const commit = committer(foreign);
  const followed = untilLast();
  for (let turn = 0; turn < foreignEvents; turn += 1) {
    await log.append(newStream(), 'noStream', [newEvent()]);
    commit([{ stream: newStream(), expected: -1, columns: [ulid(), 'Foreign', '{}', JSON.stringify(metadata)] }]);
  }
  await log.append(newStream(), 'noStream', [last()]);
  foreign.close();
  const events = await followed;
  expect(events.map(({ position }) => Number(position))).toEqual(events.map((_, index) => index + 1));
  expect(events.filter(({ type }) => type === 'Foreign')).toHaveLength(foreignEvents);
});

test(`while two processes append in bursts, a follower misses none of ${foreignEvents} foreign events`, async () => {
  const followed = untilLast();
  const foreign = startAppending(log.path, { width: 1, most: foreignEvents });
  await foreign.until((lines) => lines.includes('ready'));
  let ownEvents = 0;
  const burst = async (): Promise<void> => {
    const stream = newStream();
    for (let revision = 0; revision < 3; revision += 1, ownEvents += 1) {
      await log.append(stream, revision === 0 ? 'noStream' : revision - 1, [newEvent()]);
    }
  };
  let hasEnded = false;
  const ending = foreign.ended.then(() => {
    hasEnded = true;
  });
  while (!hasEnded) await Promise.all([burst(), burst()]);
  await ending;
  await log.append(newStream(), 'noStream', [last()]);

  const events = await followed;
  expect(events.filter(({ stream }) => stream.startsWith('crash-'))).toHaveLength(foreignEvents);
  expect(events).toHaveLength(foreignEvents + ownEvents + 1);
  expect(events.every(({ position }, index) => Number(position) === index + 1)).toBe(true);
});
