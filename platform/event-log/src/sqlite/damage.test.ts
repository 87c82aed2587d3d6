import { copyFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canonicalJson } from '@dayline/contracts/json';
import fc from 'fast-check';
import { startPosition } from '../ordinal.ts';
import type { StoredEvent } from '../port.ts';
import { newEvent } from '../testing/contract-fixtures.ts';
import { checksumOf, committer } from './commit.ts';
import { openForWriting } from './connection.ts';
import { openReader } from './reader.ts';
import { checkTail } from './tail-check.ts';

const eventCount = 60;
let folder: string;
/** The log with its newest events in the WAL, and the same log checkpointed into one file. */
let withWal: string;
let checkpointed: string;
let events: StoredEvent[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dayline-damage-'));
  const path = join(folder, 'events.db');
  const db = openForWriting(path);
  const commit = committer(db);
  for (let n = 0; n < eventCount; n += 1) {
    const { id, type, data, metadata } = newEvent({ n, text: 'x'.repeat(150) });
    const columns = [id, type, canonicalJson(data), canonicalJson(metadata)];
    commit([{ stream: `damage-${n % 3}`, expected: Math.floor(n / 3) - 1, columns }]);
  }
  const reader = openReader(path, []);
  events = reader.all(startPosition, eventCount + 1);
  reader.close();

  withWal = join(folder, 'wal.db');
  copyFileSync(path, withWal);
  copyFileSync(`${path}-wal`, `${withWal}-wal`);
  db.close();
  checkpointed = path;
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Opens a damaged copy. It must be refused, or hold exactly the events up to some position. */
function expectPrefixOrRefusal(path: string): number | 'refused' {
  try {
    const db = openForWriting(path);
    try {
      checkTail(db);
      const reader = openReader(path, []);
      const all = reader.all(startPosition, eventCount + 1);
      const streams = [0, 1, 2].flatMap((n) => reader.stream(`damage-${n}`, {}));
      reader.close();
      expect(all).toEqual(events.slice(0, all.length));
      expect(streams.sort((a, b) => (a.position < b.position ? -1 : 1))).toEqual(all);
      return all.length;
    } finally {
      db.close();
    }
  } catch (error) {
    // Jest's own failures are not refusals.
    if (error instanceof Error && 'matcherResult' in error) throw error;
    return 'refused';
  }
}

function damagedCopy(original: string, damage: (path: string) => void): number | 'refused' {
  const path = join(folder, 'damaged.db');
  for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
  copyFileSync(original, path);
  if (original === withWal) copyFileSync(`${original}-wal`, `${path}-wal`);
  damage(path);
  return expectPrefixOrRefusal(path);
}

function flipBit(path: string, place: number): void {
  const bytes = readFileSync(path);
  const byte = Math.floor(place / 8) % bytes.length;
  bytes[byte] = (bytes[byte] ?? 0) ^ (1 << (place % 8));
  writeFileSync(path, bytes);
}

test('the log as it is opens whole', () => {
  expect(damagedCopy(withWal, () => {})).toBe(eventCount);
  expect(damagedCopy(checkpointed, () => {})).toBe(eventCount);
});

test('a WAL cut at any frame, or within one, opens to a prefix', () => {
  const frame = 24 + 4096;
  const frames = (readFileSync(`${withWal}-wal`).length - 32) / frame;
  const lengths: number[] = [];
  for (let n = 0; n <= frames; n += 1) {
    for (const beyond of [0, 100]) {
      const length = damagedCopy(withWal, (path) =>
        truncateSync(`${path}-wal`, 32 + n * frame + (n < frames ? beyond : 0)),
      );
      expect(length).not.toBe('refused');
      lengths.push(Number(length));
    }
  }
  expect(lengths).toEqual([...lengths].sort((a, b) => a - b));
  expect(lengths.at(-1)).toBe(eventCount);
  expect(new Set(lengths).size).toBe(eventCount + 1);
});

test('a bit flipped anywhere in the WAL opens to a prefix or is refused', () => {
  fc.assert(
    fc.property(fc.nat(), (place) => {
      damagedCopy(withWal, (path) => flipBit(`${path}-wal`, place));
    }),
    { numRuns: 100 },
  );
});

test('a file cut at any page opens to a prefix or is refused', () => {
  const pages = readFileSync(checkpointed).length / 4096;
  for (let page = 0; page < pages; page += 1) damagedCopy(checkpointed, (path) => truncateSync(path, page * 4096));
});

test('a bit flipped anywhere in the file opens whole or is refused', () => {
  let refusals = 0;
  fc.assert(
    fc.property(fc.nat(), (place) => {
      const length = damagedCopy(checkpointed, (path) => flipBit(path, place));
      if (length === 'refused') refusals += 1;
      else expect(length).toBe(eventCount);
    }),
    { numRuns: 200 },
  );
  expect(refusals).toBeGreaterThan(0);
});

test('bytes in place of a text fit no checksum', () => {
  const row = { position: 1, stream: 's', revision: 0, id: 'i', type: 't', data: '{}', metadata: '{}' };
  expect(checksumOf(row)).toBeGreaterThan(0);
  for (const name of ['stream', 'id', 'type', 'data', 'metadata'] as const) {
    // The type of a column in a damaged record differs from the schema's.
    expect(checksumOf({ ...row, [name]: Buffer.from(row[name]) })).toBeNaN();
  }
});
