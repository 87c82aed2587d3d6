import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoredEvent } from '../port.ts';
import { startAppending } from '../testing/test-process.ts';
import { openSqliteEventLog } from './open.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dayline-crash-'));
  path = join(folder, 'events.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

const acknowledged = (lines: readonly string[]) => lines.filter((line) => line.startsWith('ack '));

async function everyEvent(inFolder: string): Promise<StoredEvent[]> {
  const log = await openSqliteEventLog({ folder: inFolder });
  const events: StoredEvent[] = [];
  let page = await log.readAll(log.start, 1_000);
  while (page.length > 0) {
    events.push(...page);
    page = await log.readAll(page.at(-1)?.position ?? '', 1_000);
  }
  await log.close();
  return events;
}

/** Every acknowledged event is at its acknowledged position, without gaps. */
function expectWhole(events: readonly StoredEvent[], acks: readonly string[]): void {
  const stored = new Set(events.map((event) => `ack ${event.stream} ${event.revision} ${event.position}`));
  expect(acks.filter((ack) => !stored.has(ack))).toEqual([]);
  expect(events.map((event) => Number(event.position))).toEqual(events.map((_, index) => index + 1));
  const revisions = new Map<string, number>();
  for (const { stream, revision } of events) {
    expect(revision).toBe((revisions.get(stream) ?? -1) + 1);
    revisions.set(stream, revision);
  }
}

test('kill -9 in the middle of appends loses nothing that was acknowledged and leaves no gap', async () => {
  const acks: string[] = [];
  for (const enough of [20, 81, 203]) {
    const appending = startAppending(path, { width: 8 });
    await appending.until((lines) => acknowledged(lines).length >= enough);
    appending.process.kill('SIGKILL');
    await appending.ended;
    acks.push(...acknowledged(appending.lines));
    expectWhole(await everyEvent(folder), acks);
  }
  expect(acks.length).toBeGreaterThanOrEqual(60);
});

/** Announces a test that this machine can't run, so that it doesn't appear to have passed. */
const skipLoudly = (what: string) => process.stderr.write(`\n*** SKIPPED: ${what}\n`);

test('a write that fails is refused, nothing acknowledged is lost, and later appends succeed', async () => {
  if (spawnSync('prlimit', ['--version']).status !== 0) return skipLoudly('failing writes: there is no prlimit here');
  const appending = startAppending(path);
  const limit = (bytes: string) =>
    execFileSync('prlimit', ['--pid', String(appending.process.pid), `--fsize=${bytes}:unlimited`]);
  await appending.until((lines) => acknowledged(lines).length >= 20);
  // No file may grow further: the next WAL frames fail.
  limit(String(statSync(`${path}-wal`).size));
  await appending.until((lines) => lines.filter((line) => line.startsWith('refused')).length >= 3);
  const acked = acknowledged(appending.lines).length;
  limit('unlimited');
  await appending.until((lines) => acknowledged(lines).length >= acked + 20);
  appending.process.kill('SIGKILL');
  await appending.ended;
  expectWhole(await everyEvent(folder), acknowledged(appending.lines));
});

test('a full disk is refused as not appended, and later appends succeed', async () => {
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]);
  if (mounted.status !== 0) return skipLoudly('a full disk: no disk of its own can be mounted here');
  try {
    const appending = startAppending(join(disk, 'events.db'));
    const refused = (lines: readonly string[]) => lines.filter((line) => line.startsWith('refused'));
    await appending.until((lines) => refused(lines).length >= 3);
    expect(new Set(refused(appending.lines))).toEqual(new Set(['refused notAppended']));
    const acked = acknowledged(appending.lines).length;
    execFileSync('mount', ['-o', 'remount,size=8m', disk]);
    await appending.until((lines) => acknowledged(lines).length >= acked + 20);
    appending.process.kill('SIGKILL');
    await appending.ended;
    const events = await everyEvent(disk);
    expectWhole(events, acknowledged(appending.lines));
  } finally {
    execFileSync('umount', [disk]);
  }
});
