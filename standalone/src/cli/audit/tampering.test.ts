import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { canonicalJson } from '@dayline/contracts/json';
import { EventLogDamaged } from '@dayline/event-log/port';
import { chainDigest, chainStart } from '@dayline/event-log/sealed-log/chain';
import { checksumOf, type EventColumns } from '@dayline/event-log/testing/checksum';
import { RecordCheck } from '@dayline/projector/checking/record-check';
import { activity } from '@dayline/projector/projections/activity/projection';
import { desk } from '@dayline/projector/projections/desk/projection';
import { systemClock } from '@dayline/runtime/clock';
import { readConfig } from '@dayline/runtime/config/config';
import { vaultSecrets } from '@dayline/vault/testing/secrets';
import { servingFile } from '@dayline/view-store/sqlite/generation-files';
import Database from 'better-sqlite3';
import { type AuditedFolder, auditedSettings, makeAuditedFolder, openAccountIn } from '../../testing/audited-folder.ts';
import { daylineProgram } from '../program.ts';
import { CliFailure } from '../terminal/failure.ts';

/**
 * What somebody with write access to the data folder could alter, and what `audit verify --views` reports: the fault
 * and its place. What it can't detect is listed at the end, and in docs/security.md.
 */

let whole: AuditedFolder;
let folder: string;
beforeAll(async () => {
  whole = await makeAuditedFolder();
  Object.assign(process.env, auditedSettings);
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dayline-altered-'));
  cpSync(whole.folder, folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
afterAll(() => rmSync(whole.folder, { recursive: true, force: true }));

const verify = (...more: string[]) => audit('verify', ...more);
async function audit(...args: string[]) {
  process.env['DATA_DIR'] = folder;
  const lines: string[] = [];
  const spies = [
    import.meta.jest.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line)),
    import.meta.jest.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(line)),
  ];
  try {
    await (await daylineProgram()).parseAsync(['node', 'dayline', 'audit', ...args]);
    return { isWhole: true, text: lines.join('\n') };
  } catch (error) {
    if (!(error instanceof CliFailure)) throw error;
    return { isWhole: false, text: [...lines, error.message].join('\n') };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

type Db = Database.Database;
function at(file: string, alter: (db: Db) => void): void {
  const db = new Database(file);
  alter(db);
  db.close();
}
const triggers = ['events_are_only_appended', 'events_are_never_updated', 'events_are_never_deleted'];
const log = (alter: (db: Db) => void) => () =>
  at(join(folder, 'events.db'), (db) => {
    for (const trigger of triggers) db.exec(`DROP TRIGGER ${trigger}`);
    alter(db);
  });
const vault = (alter: (db: Db) => void) => () => at(join(folder, 'vault.db'), alter);
const views = (of: typeof desk | typeof activity, alter: (db: Db) => void) => () =>
  at(servingFile(join(folder, 'views'), of), alter);

const rows = (db: Db, where = '1 = 1'): EventColumns[] =>
  db.prepare<[], EventColumns>(`SELECT * FROM events WHERE ${where} ORDER BY position`).all();
const booked = (db: Db): EventColumns => {
  const [event] = rows(db, `type = 'AppointmentBooked' AND data LIKE '%${whole.appointmentId}%'`);
  if (!event) throw new Error('it was booked');
  return event;
};
const placeOf = ({ position, stream, revision }: EventColumns): string =>
  `position ${String(position).padStart(16, '0')}, ${stream}@${revision}`;
/** The booking's place, whatever part of it was altered. */
const place = (): string => {
  const db = new Database(join(whole.folder, 'events.db'), { readonly: true });
  const found = placeOf(booked(db));
  db.close();
  return found;
};
const setData = (db: Db, event: EventColumns, data: string): void =>
  void db.prepare('UPDATE events SET data = ? WHERE position = ?').run(data, event.position);
/** Positions from 1 without gaps, and correct checksums. */
function renumber(db: Db): void {
  for (const [index, row] of rows(db).entries()) {
    const moved = { ...row, position: index + 1 };
    db.prepare('UPDATE events SET position = ?, checksum = ? WHERE position = ?').run(
      ...[moved.position, checksumOf(moved), row.position],
    );
  }
}
/** The correct chain of every stream. */
function rebuildChain(db: Db): void {
  const chains = new Map<string, string>();
  for (const row of rows(db)) {
    const { chain: _, ...metadata } = JSON.parse(row.metadata);
    const before = chains.get(row.stream) ?? chainStart;
    const next = chainDigest(before, { ...row, data: JSON.parse(row.data), metadata });
    chains.set(row.stream, next.chain);
    db.prepare('UPDATE events SET metadata = ? WHERE position = ?').run(next.canonical.metadata, row.position);
  }
  renumber(db);
}
const visited = (db: Db): void => {
  const event = booked(db);
  setData(db, event, canonicalJson({ ...JSON.parse(event.data), time: '13:00' }));
};
const headPlace = (index: number): string => `position ${whole.heads[index]?.position}`;

test('a folder as it was is whole, and says what it was compared with', async () => {
  const { isWhole, text } = await verify('--views');
  expect(text).toMatch(/Heads compared: 2 signed in the log, 0 kept, and what the activity has seen\./);
  expect(text).toMatch(/desk@\d+: \d+ rows compared with the log/);
  expect(text).toMatch(/activity@\d+: \d+ rows compared with the log/);
  expect(isWhole).toBe(true);
});

test('the head that is printed is the end of the log, also where the activity has seen more', async () => {
  let end = '';
  log((db) => {
    db.prepare('DELETE FROM events WHERE position = (SELECT max(position) FROM events)').run();
    end = String(rows(db).at(-1)?.position).padStart(16, '0');
  })();
  const { text } = await audit('head');
  expect(text).toContain(`{"position":"${end}","events":${Number(end)},"digest":"`);
  expect(text).toContain('WARNING: the log was set back: the activity has seen it up to position');
});

describe('the product notices by itself', () => {
  const record = () => {
    const read = readConfig({ ...auditedSettings, DATA_DIR: folder });
    if (!read.ok) throw new Error(read.problem);
    const logger = { error: () => undefined, warn: () => undefined };
    return new RecordCheck({ settings: read.config, clock: systemClock, logger, firstAfterMs: 1, everyMs: 60_000 });
  };

  /** A busy machine takes longer than a start waits. */
  async function finish(check: RecordCheck): Promise<void> {
    await check.start();
    while (check.state().logCheckedAt === null) await pause(20);
  }

  test('at its start, a log that is other than signed, and serves nothing of that stretch', async () => {
    log((db) => {
      visited(db);
      rebuildChain(db);
    })();
    const check = record();
    await finish(check);
    expect(check.state().failures).toEqual([
      expect.stringMatching(/^the log is not as it was appended: position \d+: between the start and here stand other/),
    ]);
    const position = whole.heads[0]?.position ?? '';
    expect(() => check.refuseUnlike([{ position }])).toThrow(EventLogDamaged);
    check.refuseUnlike([{ position: `${position}9` }]);
    await check.stop();
  });

  test('at its start, an entry after the last signed head that is other than the activity has seen', async () => {
    log((db) => {
      const last = rows(db).at(-1);
      db.prepare('UPDATE events SET metadata = json_set(metadata, ?, ?) WHERE position = ?').run(
        ...['$.actor.name', 'Somebody', last?.position],
      );
      rebuildChain(db);
    })();
    const check = record();
    await finish(check);
    const { failures, troubles } = check.state();
    expect([failures, troubles]).toEqual([
      [],
      [expect.stringMatching(/^the activity has seen other entries than the log/)],
    ]);
    await check.stop();
  });

  test('at its start, a vault that is older than the log, and names nobody', async () => {
    vault((db) =>
      db.exec(`DELETE FROM personalKey WHERE keyId = 'patient-${whole.patients[0]}';
                           DELETE FROM account WHERE accountId = '${whole.auditor}'`),
    )();
    const check = record();
    await finish(check);
    const { failures, troubles } = check.state();
    expect(failures).toEqual([]);
    expect(troubles).toEqual([
      'the vault is not as the log says in 2 places, as after an older backup of one of them: "dayline audit verify" names them',
    ]);
    await check.stop();
  });

  test('rows that are not what the log says, at its own time and when it is asked', async () => {
    const [, otherPatient = ''] = whole.patients;
    views(desk, (db) => {
      const forged = `UPDATE view_patients SET doc = json_set(doc, '$.name', 'Forged Name') WHERE key = '${otherPatient}'`;
      db.exec(forged);
    })();
    const check = record();
    await finish(check);
    expect(check.state().failures).toEqual([]);
    while (check.views === null) await pause(20);
    const { troubles, viewsComparedAt } = check.state();
    expect(troubles).toEqual([
      expect.stringMatching(
        new RegExp(`^the views are .*: desk@\\d+ patients ${otherPatient}: altered, name is not what`),
      ),
    ]);
    expect(troubles.join()).not.toContain('Forged');
    expect(viewsComparedAt).not.toBeNull();
    expect((await check.compareViews()).count).toBe(1);
    await check.stop();
  });
});

describe('of the log', () => {
  test.each<[string, (db: Db) => void, () => string | RegExp]>([
    ['an altered event', visited, () => `${place()}: altered, its checksum doesn't fit`],
    [
      'an altered event with a right checksum',
      (db) => {
        visited(db);
        renumber(db);
      },
      () => `${place()}: altered, its chain doesn't fit`,
    ],
    [
      'a stream with a right chain of its own',
      (db) => {
        visited(db);
        rebuildChain(db);
      },
      () => `${headPlace(0)}: between the start and here stand other events`,
    ],
    [
      'an event of after the first head, with a right chain',
      (db) => {
        const [event] = rows(db, "type = 'PatientErased'");
        db.prepare('UPDATE events SET metadata = json_set(metadata, ?, ?) WHERE position = ?').run(
          ...['$.actor.name', 'Somebody', event?.position],
        );
        rebuildChain(db);
      },
      () => new RegExp(`position \\d{16}: between ${headPlace(0)} and here stand other events`),
    ],
    [
      'an event taken out',
      (db) => db.exec(`DELETE FROM events WHERE position = ${booked(db).position}`),
      () => /: position \d+ is missing before it/,
    ],
    [
      'an event taken out, the rest moved up',
      (db) => {
        const event = booked(db);
        db.exec(`DELETE FROM events WHERE position = ${event.position}`);
        renumber(db);
      },
      () => /doctorDay-\S+@\d+: revision \d+ of the stream is missing before it/,
    ],
    [
      'two events exchanged',
      (db) => {
        const [first, second] = rows(db, "type = 'PatientRegistered'");
        db.exec(`UPDATE events SET position = -1 WHERE position = ${first?.position};
                 UPDATE events SET position = ${first?.position} WHERE position = ${second?.position};
                 UPDATE events SET position = ${second?.position} WHERE position = -1`);
        renumber(db);
      },
      () => `${headPlace(0)}: between the start and here stand other events`,
    ],
    [
      'the last events cut off',
      (db) => db.exec('DELETE FROM events WHERE position > (SELECT max(position) - 3 FROM events)'),
      () => /: (vanished|its end was cut off), the activity has seen/,
    ],
    [
      'a whole stream taken out',
      (db) => {
        db.exec(`DELETE FROM events WHERE stream = 'account-${whole.auditor}'`);
        renumber(db);
      },
      () => `account-${whole.auditor}: vanished, the activity has seen`,
    ],
    [
      'all signed heads taken out',
      (db) => {
        db.exec("DELETE FROM events WHERE type = 'LogHeadSigned'");
        renumber(db);
      },
      () => /logHead-signed: vanished[\s\S]*WARNING: the log has no signed head/,
    ],
    [
      'the id of an event',
      (db) => {
        db.exec(`UPDATE events SET id = 'x' || substr(id, 2) WHERE position = ${booked(db).position}`);
        renumber(db);
      },
      () => `${place()}: altered, its chain doesn't fit`,
    ],
  ])('%s', async (_, alter, expected) => {
    log(alter)();
    const { isWhole, text } = await verify('--views');
    expect(text).toMatch(expected() instanceof RegExp ? expected() : new RegExp(escaped(String(expected()))));
    expect(isWhole).toBe(false);
  });

  test('one that was rewritten as a whole, with views made anew, differs from a head that was kept', async () => {
    log((db) => {
      visited(db);
      db.exec("DELETE FROM events WHERE type = 'LogHeadSigned'");
      rebuildChain(db);
    })();
    rmSync(join(folder, 'views'), { recursive: true });
    const alone = await verify();
    expect(alone.text).toContain('WARNING: the log has no signed head');
    const kept = join(folder, 'kept.json');
    writeFileSync(kept, JSON.stringify(whole.heads[0]));
    const { isWhole, text } = await verify(kept);
    expect(text).toContain(
      `between the start and here stand other events, or in another order, than in the head of ${kept}`,
    );
    expect(text).toContain('Heads compared: 0 signed in the log, 1 kept');
    expect(isWhole).toBe(false);
  });

  test('the signing key taken out: no head is signed by this installation', async () => {
    vault((db) => db.exec("DELETE FROM personalKey WHERE keyId = 'log-head:1'"))();
    const { isWhole, text } = await verify();
    expect(text).toContain(`${headPlace(0)}: the head of the log, signed at`);
    expect(isWhole).toBe(false);
  });
});

describe('of the vault', () => {
  const wrapped = (db: Db, keyId: string): Buffer | undefined =>
    db.prepare<[string], Buffer>('SELECT wrapped FROM personalKey WHERE keyId = ?').pluck().get(keyId);
  const exchange = (db: Db, a: string, b: string, rewrap = (_: string, key: Buffer): Buffer => key): void => {
    const [first, second] = [wrapped(db, a), wrapped(db, b)];
    if (!first || !second) throw new Error('both have a key');
    const set = db.prepare('UPDATE personalKey SET wrapped = ? WHERE keyId = ?');
    set.run(rewrap(a, second), a);
    set.run(rewrap(b, first), b);
  };
  const patient = (index: number): string => `patient-${whole.patients[index]}`;

  const secrets = vaultSecrets(Buffer.from(auditedSettings.MASTER_KEY, 'base64'));
  const expectNamed = async (expected: readonly RegExp[]) => {
    const { isWhole, text } = await verify();
    for (const pattern of expected) expect(text).toMatch(pattern);
    expect(text).toContain(`${expected.length} faults`);
    expect(isWhole).toBe(false);
  };

  test('accounts that differ or were put in, keys that were exchanged, and one of an erased person', async () => {
    const { admin, auditor, erased } = whole;
    vault((db) => {
      db.exec(`UPDATE account SET role = 'admin' WHERE accountId = '${auditor}'`);
      db.exec(`UPDATE account SET name = 'Somebody', email = 'x@sunrise.example' WHERE accountId = '${admin}'`);
      db.exec(`INSERT INTO account (accountId, email, role, name, clientId, pocId, passwordHash, sessionEpoch, language)
               SELECT '01J00000000000000000000X99', 'm@x.example', 'admin', 'Mallory', clientId, pocId,
               passwordHash, sessionEpoch, language FROM account LIMIT 1`);
      exchange(db, patient(0), patient(1));
      const keyId = `patient-${erased}`;
      db.prepare('DELETE FROM destroyedKey WHERE keyId = ?').run(keyId);
      const wrappedKey = secrets.wrap(keyId, Buffer.alloc(32));
      db.prepare('INSERT INTO personalKey (keyId, wrapped) VALUES (?, ?)').run(keyId, wrappedKey);
    })();
    await expectNamed([
      new RegExp(`position \\d{16}, account-${auditor}: the account's role in the vault is another`),
      new RegExp(`position \\d{16}, account-${admin}: the account's name, email in the vault is another`),
      /account-01J00000000000000000000X99: an account \(admin, Mallory\) that the log doesn't know is in the vault/,
      new RegExp(`position \\d{16}, ${patient(0)}@0: the key ${patient(0)} in the vault is another one`),
      new RegExp(`position \\d{16}, ${patient(1)}@0: the key ${patient(1)} in the vault is another one`),
      new RegExp(`patient-${erased}@0: the name does not open with the key patient-${erased} in the vault`),
      new RegExp(`patient-${erased}@\\d+: this person was erased, though the key is still in the vault`),
    ]);
  });

  test('an account taken out, and keys exchanged by somebody with MASTER_KEY', async () => {
    const [first, second] = [patient(0), patient(1)];
    vault((db) => {
      db.exec(`DELETE FROM account WHERE accountId = '${whole.auditor}'`);
      exchange(db, first, second, (keyId, key) =>
        secrets.wrap(keyId, secrets.unwrap(keyId === first ? second : first, key)),
      );
    })();
    await expectNamed([
      new RegExp(`position \\d{16}, account-${whole.auditor}: this account is not in the vault`),
      new RegExp(`${first}@0: the name does not open with the key ${first} in the vault`),
      new RegExp(`${second}@0: the name does not open with the key ${second} in the vault`),
    ]);
  });

  test('an account that was never finished is listed until one is added for its address', async () => {
    vault((db) => {
      db.exec(
        `DELETE FROM account WHERE accountId = '${whole.auditor}'; DELETE FROM reservation WHERE scope = 'doctorEmail'`,
      );
    })();
    await expectNamed([new RegExp(`position \\d{16}, account-${whole.auditor}: this account is not in the vault`)]);
    await openAccountIn(folder, { email: 'auditor@sunrise.example', role: 'auditor', name: 'The auditor' });
    expect((await verify()).isWhole).toBe(true);
  });

  test('a key taken out, as by an older vault, and an erasure without its event', async () => {
    vault((db) => {
      db.exec(`DELETE FROM personalKey WHERE keyId IN ('${patient(0)}', '${patient(1)}')`);
      db.exec(`INSERT INTO destroyedKey (keyId) VALUES ('${patient(1)}')`);
    })();
    await expectNamed([
      new RegExp(`${patient(0)}@0: the key ${patient(0)} is not in the vault`),
      new RegExp(`${patient(1)}@0: the key ${patient(1)} was destroyed, though the log has no erasure`),
    ]);
  });
});

describe('of the views', () => {
  const doc = (view: string, field: string, key: string) =>
    `UPDATE view_${view} SET doc = json_set(doc, '$.${field}', 'Forged') WHERE key = '${key}'`;
  test('each altered row is named with its field and event, and so are rows taken out, put in or found wrongly', async () => {
    const [patient = ''] = whole.patients;
    const put = '01J00000000000000000000X99';
    views(desk, (db) => {
      db.exec(doc('patients', 'name', patient));
      db.exec(`UPDATE view_appointments SET f_status = 'Availed', doc = json_set(doc, '$.status', 'Availed')
               WHERE key = '${whole.appointmentId}'`);
      db.exec(`UPDATE view_appointments SET f_date = '2020-01-01' WHERE key <> '${whole.appointmentId}'`);
    })();
    views(activity, (db) => {
      db.exec('DELETE FROM view_entries WHERE id = (SELECT min(id) FROM view_entries)');
      db.exec(`UPDATE view_entries SET doc = json_set(doc, '$.actorName', 'Somebody Else')
               WHERE id = (SELECT min(id) FROM view_entries)`);
      const columns = db.prepare<[], { name: string }>('PRAGMA table_info(view_entries)').all();
      const others = columns.map(({ name }) => name).filter((name) => !['id', 'key', 'doc'].includes(name));
      db.exec(`INSERT INTO view_entries (key, doc, ${others.join()}) SELECT '${put}', json_set(doc, '$.key', '${put}'),
               ${others.join()} FROM view_entries WHERE id = (SELECT max(id) FROM view_entries)`);
    })();
    const { isWhole, text } = await verify('--views');
    for (const pattern of [
      new RegExp(`desk@\\d+ patients ${patient}: altered, name is not what the log says, position \\d{16}`),
      new RegExp(`desk@\\d+ appointments ${whole.appointmentId}: altered, status is not what the log says, position`),
      /desk@\d+ appointments \S+: altered, it is found by another date than it shows/,
      /activity@\d+ entries \S+: missing, though the log has it, position \d{16}/,
      /activity@\d+ entries \S+: altered, actorName is not what the log says, position \d{16}/,
      new RegExp(`activity@\\d+ entries ${put}: added, the log has no such row`),
    ]) {
      expect(text).toMatch(pattern);
    }
    expect(isWhole).toBe(false);
  });
});

test('what nothing shows: a password hash, used command keys, triggers, sessions, as docs/security.md says', async () => {
  vault((db) => db.exec("UPDATE account SET passwordHash = 'other'; DELETE FROM session"))();
  log((db) => db.exec('DELETE FROM command_keys'))();
  expect((await verify('--views')).isWhole).toBe(true);
});

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
