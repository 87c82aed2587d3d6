import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { streams } from '@dayline/contracts/events/categories';
import type { KeptHead } from '@dayline/contracts/proof/signed-head';
import { memoryKeyRing } from '@dayline/runtime/testing/memory-key-ring';
import Database from 'better-sqlite3';
import { ulid } from 'ulid';
import type { EventLog } from '../port.ts';
import { scanByReading } from '../scan.ts';
import { checksumOf, type EventColumns } from '../sqlite/commit.ts';
import { openSqliteEventLog } from '../sqlite/open.ts';
import { scanSqliteLog } from '../sqlite/scan.ts';
import { openMemoryEventLog } from '../testing/memory.ts';
import { chainDigest, chainStart } from './chain.ts';
import { mismatches } from './fault-words.ts';
import { type EventStamp, openSealedLog } from './open.ts';
import { type LogFault, verifyLog } from './verify.ts';

const stamp: EventStamp = {
  commandId: 'command',
  commandDigest: 'digest',
  correlationId: 'correlation',
  causationId: 'command',
  // A name that looks like the chain field that the check removes.
  actor: { kind: 'admin', id: 'desk', name: `"chain":"${'0'.repeat(64)}",` },
  clientId: 'client',
  channel: 'web',
  recordedAt: '2026-01-05T09:00:00.000Z',
};
const day = (n: number): string => streams.doctorDay(`01J0000000000000000000000${n}`, '2026-01-05');

/** Three streams of four events, in turn: position p is revision (p - 1) / 3 of stream (p - 1) % 3. */
async function fill(log: EventLog): Promise<void> {
  const sealed = openSealedLog(log, memoryKeyRing());
  const chains = [chainStart, chainStart, chainStart];
  for (let n = 0; n < 12; n += 1) {
    const revision = Math.floor(n / 3);
    const event = { id: ulid(), type: 'DayBlocked', data: { reason: `reason ${n}` }, metadata: stamp };
    const expected = revision === 0 ? 'noStream' : revision - 1;
    const result = await sealed.append(day(n % 3), expected, chains[n % 3] ?? '', [event]);
    if (!result.appended) throw new Error('A conflict that nobody expected');
    chains[n % 3] = result.events[0]?.metadata.chain ?? '';
  }
}

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dayline-verify-'));
  const log = await openSqliteEventLog({ folder });
  await fill(log);
  await log.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const noTriggers =
  'DROP TRIGGER events_are_only_appended; DROP TRIGGER events_are_never_updated; DROP TRIGGER events_are_never_deleted;';

/** The faults found in a copy tampered with by someone with file access, one line each. */
async function faultsAfter(
  change: (db: Database.Database) => void,
  { heads, onVerified }: { heads?: readonly KeptHead[]; onVerified?: (verified: Verified) => void } = {},
): Promise<string[]> {
  const path = join(folder, `${ulid()}.db`);
  const original = new Database(join(folder, 'events.db'));
  await original.backup(path);
  original.close();
  const db = new Database(path);
  db.exec(noTriggers);
  change(db);
  db.close();
  const lines: string[] = [];
  const verified = await verifyLog(scanSqliteLog(path), (fault) => lines.push(lineOf(fault)), heads);
  onVerified?.(verified);
  return lines;
}
type Verified = Awaited<ReturnType<typeof verifyLog>>;
const lineOf = ({ position, stream, revision, fault }: LogFault): string => {
  const { kind, ...rest } = fault;
  return [
    Number(position),
    `${stream === day(0) ? 0 : stream === day(1) ? 1 : 2}@${revision}`,
    kind,
    ...Object.values(rest),
  ].join(' ');
};
/** Recomputes the checksum, as an attacker who knows it would. */
function recomputeSums(db: Database.Database): void {
  for (const row of db.prepare<[], EventColumns>('SELECT * FROM events').all()) {
    db.prepare('UPDATE events SET checksum = ? WHERE position = ?').run(checksumOf(row), row.position);
  }
}

test('a log as it was appended is whole', async () => {
  expect(await faultsAfter(() => {})).toEqual([]);
  const { events, streams: count, position } = await verifyLog(scanSqliteLog(join(folder, 'events.db')), () => {});
  expect({ events, count, position }).toEqual({ events: 12, count: 3, position: '0000000000000012' });
});

test.each([
  ['data', `data = replace(data, 'reason', 'raeson')`],
  ['the actor', `metadata = replace(metadata, '"id":"desk"', '"id":"none"')`],
  ['the type', `type = 'DayUnblocked'`],
  ['the id', `id = 'another'`],
])('an altered event is found by its checksum, and where that was recomputed by the chain: %s', async (_what, set) => {
  const alter = (db: Database.Database) => db.exec(`UPDATE events SET ${set} WHERE position = 5`);
  expect(await faultsAfter(alter)).toEqual(['5 1@1 altered checksum']);
  const hide = (db: Database.Database) => {
    alter(db);
    recomputeSums(db);
  };
  expect(await faultsAfter(hide)).toEqual(['5 1@1 altered chain']);
});

test('a recomputed chain is found at the next event of the stream', async () => {
  const faults = await faultsAfter((db) => {
    const [first] = db.prepare<[], EventColumns>('SELECT * FROM events WHERE position = 2').all();
    const otherMetadata = first?.metadata.replace(/"chain":"[0-9a-f]{64}"/, `"chain":"${'a'.repeat(64)}"`);
    db.prepare('UPDATE events SET metadata = ? WHERE position = 2').run(otherMetadata);
    recomputeSums(db);
  });
  expect(faults).toEqual(['2 1@0 altered chain', '5 1@1 altered chain']);
});

test('a removed event is found by the gaps that it leaves', async () => {
  expect(await faultsAfter((db) => db.exec('DELETE FROM events WHERE position = 6'))).toEqual([
    '7 0@2 missingPositions 6 6',
    '9 2@2 missingRevisions 1 1',
  ]);
});

test('a removed event whose gap in the positions was closed is found in its stream', async () => {
  const faults = await faultsAfter((db) => {
    db.exec('DELETE FROM events WHERE position = 6');
    for (let position = 7; position <= 12; position += 1) {
      db.prepare('UPDATE events SET position = ? WHERE position = ?').run(position - 1, position);
    }
    recomputeSums(db);
  });
  expect(faults).toEqual(['8 2@2 missingRevisions 1 1']);
});

test('an event that was put in front of all, or at the end with a made-up chain, is found', async () => {
  const add = (position: number, revision: number) => (db: Database.Database) => {
    db.exec(`INSERT INTO events SELECT ${position}, stream, ${revision}, 'added', type, data, metadata, 0
             FROM events WHERE position = 1`);
    recomputeSums(db);
  };
  expect(await faultsAfter(add(-4, 9))).toEqual(['-4 0@9 added']);
  expect(await faultsAfter(add(13, 4))).toEqual(['13 0@4 altered chain']);
});

describe('a kept head', () => {
  /** The running digest, computed independently of the code under test. */
  function headAt(position: number): KeptHead {
    const db = new Database(join(folder, 'events.db'), { readonly: true });
    const rows = db.prepare<[number], EventColumns>('SELECT * FROM events WHERE position <= ? ORDER BY position');
    let digest = '';
    for (const { stream, revision, metadata } of rows.all(position)) {
      const { chain } = JSON.parse(metadata) as { chain: string };
      const leaf = createHash('sha256').update(`${stream}\n${revision}\n${chain}`).digest('hex');
      digest = createHash('sha256').update(`${digest}\n${leaf}`).digest('hex');
    }
    db.close();
    return { position: String(position).padStart(16, '0'), events: position, digest };
  }
  /** Faults found by the rest of the check, and verdicts for heads at 8 and 12. */
  async function found(change: (db: Database.Database) => void) {
    let verdicts: readonly string[] = [];
    const faults = await faultsAfter(change, {
      heads: [headAt(8), headAt(12)],
      onVerified: (verified) => {
        verdicts = verified.verdicts().map(({ verdict }) => verdict);
      },
    });
    return { faults, verdicts };
  }
  const renumber = (db: Database.Database) => {
    for (const [index, row] of db.prepare<[], EventColumns>('SELECT * FROM events ORDER BY position').all().entries()) {
      db.prepare('UPDATE events SET position = ? WHERE position = ?').run(index + 1, row.position);
    }
    recomputeSums(db);
  };

  test('fits a log that has gone on since', async () => {
    expect(await found(() => {})).toEqual({ faults: [], verdicts: ['fits', 'fits'] });
  });

  test('shows a cut tail, which nothing else does', async () => {
    const cut = (db: Database.Database) => db.exec('DELETE FROM events WHERE position > 10');
    expect(await found(cut)).toEqual({ faults: [], verdicts: ['fits', 'gone'] });
  });

  test('shows a vanished stream whose gaps were closed, which nothing else does', async () => {
    const deleteEvent = (db: Database.Database) => {
      db.prepare('DELETE FROM events WHERE stream = ?').run(day(1));
      renumber(db);
    };
    expect(await found(deleteEvent)).toEqual({ faults: [], verdicts: ['differs', 'gone'] });
  });

  test('shows two events of different streams that were exchanged, which nothing else does', async () => {
    const exchange = (db: Database.Database) => {
      db.exec('UPDATE events SET position = -10 WHERE position = 10');
      db.exec('UPDATE events SET position = 10 WHERE position = 11');
      db.exec('UPDATE events SET position = 11 WHERE position = -10');
      recomputeSums(db);
    };
    expect(await found(exchange)).toEqual({ faults: [], verdicts: ['fits', 'differs'] });
  });

  test('shows a forged event with a right checksum and chain', async () => {
    const forge = (db: Database.Database) => {
      const last = db.prepare<[], EventColumns>('SELECT * FROM events WHERE position = 10').all()[0];
      if (!last) throw new Error('it is there');
      const { chain, ...metadata } = JSON.parse(last.metadata) as EventStamp & { chain: string };
      const { stream, type } = last;
      // The last event of its stream, moved before the last two of the log.
      const content = { id: 'forged', stream, revision: last.revision + 1, type, data: { reason: null } };
      const forged = chainDigest(chain, { ...content, metadata: { ...metadata, schemaVersion: 1, keyIds: [] } });
      db.exec('UPDATE events SET position = position + 100 WHERE position > 10');
      db.prepare('INSERT INTO events VALUES (11, ?, ?, ?, ?, ?, ?, 0)').run(
        ...[stream, content.revision, content.id, type, forged.canonical.data, forged.canonical.metadata],
      );
      renumber(db);
    };
    expect(await found(forge)).toEqual({ faults: [], verdicts: ['fits', 'differs'] });
  });
});

test('the first head that differs and the last that fits say where; later ones only that they differ', () => {
  const head = (events: number): KeptHead => ({ position: String(events).padStart(16, '0'), events, digest: '' });
  const verdict = (events: number, is: 'fits' | 'differs' | 'gone') => ({ head: head(events), verdict: is });
  const lines = (...verdicts: ReturnType<typeof verdict>[]) => mismatches(verdicts, () => 'X').map(({ text }) => text);
  const place = (events: number) => `position ${String(events).padStart(16, '0')}`;
  expect(
    lines(verdict(9, 'gone'), verdict(7, 'differs'), verdict(5, 'differs'), verdict(3, 'fits'), verdict(1, 'fits')),
  ).toEqual([
    `${place(5)}: between ${place(3)} and here stand other events, or in another order, than in the head of X`,
    `${place(7)}: other events than in the head of X, as before`,
    `${place(9)}: gone, though the head of X has 9 events up to there`,
  ]);
  expect(lines(verdict(5, 'differs'))[0]).toContain('between the start and here');
  expect(lines(verdict(5, 'fits'))).toEqual([]);
});

test('the length of each stream is reported, by which a cut or vanished one is named', async () => {
  const verified = await verifyLog(scanSqliteLog(join(folder, 'events.db')), () => {});
  expect(verified.lengths()).toEqual(new Map([0, 1, 2].map((n) => [day(n), 4])));
});

test('a log without checksums and gapless positions is checked by its chains', async () => {
  const log = openMemoryEventLog();
  await fill(log);
  const scan = scanByReading({
    start: log.start,
    async readAll(after, limit) {
      const events = await log.readAll(after, limit);
      return events
        .filter(({ position }) => Number(position) !== 4)
        .map((event) => (Number(event.position) === 5 ? { ...event, data: { reason: null } } : event));
    },
  });
  const lines: string[] = [];
  await verifyLog(scan, (fault) => lines.push(lineOf(fault)));
  expect(lines).toEqual(['5 1@1 altered chain', '7 0@2 missingRevisions 1 1']);
});
