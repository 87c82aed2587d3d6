import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteEventLog } from '@dayline/event-log/sqlite/open';
import { collectUntil, newEvent, newStream } from '@dayline/event-log/testing/contract-fixtures';
import { createMetrics } from '@dayline/runtime/metrics/metrics';
import { pollFailures } from '@dayline/runtime/metrics/poll-failures';
import type { PollFailure } from '@dayline/runtime/polling';
import { productVersion } from '@dayline/runtime/product-version';
import { openSqliteViewStore } from '@dayline/view-store/sqlite/open';
import { visits } from '@dayline/view-store/testing/contract-rows';
import Database from 'better-sqlite3';

/** Simulates a failing disk when SQLite is polled for other processes' commits. */
let isDiskFailing: boolean;
let failures: PollFailure[];
let onFailure: () => void;
const failed = (count: number) =>
  new Promise<void>((resolve) => {
    onFailure = () => {
      if (failures.length >= count) resolve();
    };
  });
const onPollFailed = (failure: PollFailure) => {
  failures.push(failure);
  onFailure();
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dayline-polling-'));
  isDiskFailing = false;
  failures = [];
  onFailure = () => {};
  const pragma = Database.prototype.pragma;
  import.meta.jest.spyOn(Database.prototype, 'pragma').mockImplementation(function (this: Database.Database, ...call) {
    if (isDiskFailing && call[0] === 'data_version') throw new Database.SqliteError('disk I/O error', 'SQLITE_IOERR');
    return pragma.apply(this, call);
  });
});
afterEach(() => {
  import.meta.jest.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const series = (of: PollFailure['of'], count: number) =>
  Array.from({ length: count }, (_, index) => ({ of, reason: 'disk I/O error', inARow: index + 1 }));

test('a follower of the log survives a disk that fails, says so, and goes on with what another process appended', async () => {
  const log = await openSqliteEventLog({ folder, onPollFailed });
  const otherLog = await openSqliteEventLog({ folder });
  const items = log.follow(log.start, new AbortController().signal)[Symbol.asyncIterator]();
  expect((await items.next()).value).toMatchObject({ kind: 'caughtUp' });
  const followed = collectUntil(items, (events) => events.length > 0);

  const twice = failed(2);
  isDiskFailing = true;
  const event = newEvent();
  await otherLog.append(newStream(), 'noStream', [event]);
  await twice;
  expect(failures).toEqual(series('log', failures.length));

  isDiskFailing = false;
  expect(await followed).toMatchObject([{ id: event.id }]);
  await otherLog.close();
  await log.close();
});

test('a reader of the views survives it too, and learns of the commit afterwards', async () => {
  const views = openSqliteViewStore({ directory: folder, onPollFailed });
  const reader = await views.open(visits, 'read');
  const problem = new Promise<string>((resolve) => {
    reader.onCommit(resolve);
  });
  const twice = failed(2);
  isDiskFailing = true;
  const checkpoint = { position: '0000000000000007', eventId: 'e', stream: 's-1', revision: 0 };
  const foreign = new Database(join(folder, 'visits@1.db'));
  foreign.prepare("INSERT INTO meta (name, value) VALUES ('checkpoint', ?)").run(JSON.stringify(checkpoint));
  foreign.close();
  await twice;
  expect(failures).toEqual(series('views', failures.length));

  isDiskFailing = false;
  expect(await problem).toBe(checkpoint.position);
  await views.close();
});

test('each failure is counted, and the first of a series is logged', async () => {
  const metrics = createMetrics(productVersion([]));
  const lines: string[] = [];
  const report = pollFailures(metrics, { error: (line: PollFailure) => void lines.push(`${line.of}: ${line.reason}`) });
  for (const failure of [...series('log', 3), ...series('log', 2), ...series('views', 1)]) report(failure);
  expect(lines).toEqual(['log: disk I/O error', 'log: disk I/O error', 'views: disk I/O error']);
  const text = await metrics.text();
  expect(text).toContain('dayline_poll_failures_total{store="log"} 5\n');
  expect(text).toContain('dayline_poll_failures_total{store="views"} 1\n');
});
