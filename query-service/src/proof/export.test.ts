import { hash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { streams } from '@dayline/contracts/events/categories';
import { cellOf } from '@dayline/contracts/fields/csv-cell';
import { ExportChecker, type ExportVerdict } from '@dayline/contracts/proof/export-check';
import type { KeptHead, PublicKey, SignedHead } from '@dayline/contracts/proof/signed-head';
import type { EventLog } from '@dayline/event-log/port';
import { scanByReading } from '@dayline/event-log/scan';
import { isSignedBy, openSigner, publicKeys, signHead } from '@dayline/event-log/sealed-log/signing';
import { openMemoryEventLog } from '@dayline/event-log/testing/memory';
import { isOutage } from '@dayline/http/outage';
import { activity as activityProjection } from '@dayline/projector/projections/activity/projection';
import { storedFeed } from '@dayline/projector/runner/stored-feed';
import { openSqliteViewStore } from '@dayline/view-store/sqlite/open';
import { caughtUp, type TestClinic } from '../testing/clinic.ts';
import { openViewReader } from '../testing/clinic-queries.ts';
import { proofParts } from '../testing/proof-parts.ts';
import { book, drAsha, frontDesk, identity, lakeside, mark, openSunrise, sunrise, undo } from '../testing/sunrise.ts';
import { entriesInStep } from '../turns/turns.ts';
import { checkWholeLog } from './log-check.ts';

const { clientId, rohan, meera } = sunrise;
const auditor = identity('auditor', clientId);
let clinic: TestClinic;
let desk: ReturnType<typeof openViewReader>;
let appointment: Awaited<ReturnType<typeof book>>;
let keys: readonly PublicKey[];

beforeAll(async () => {
  clinic = await openSunrise();
  desk = openViewReader(clinic);
  clinic.clock.set('2026-11-18T05:00:00.000Z');
  await clinic.append(streams.account(frontDesk.id), clientId, frontDesk, {
    type: 'SignedIn',
    data: { role: 'admin' },
  });
  await clinic.project();
  await exported('exportNdjson', { to: '2026-11-18' });
  clinic.clock.set('2026-11-21T05:00:00.000Z');
  appointment = await book(clinic);
  await book(clinic, { patientId: meera, date: '2026-11-24', time: '09:30', payment: 'Paid' });
  const marked = await mark(clinic, appointment, 'Availed');
  await undo(clinic, appointment, marked, 'Availed');
  const evil = { ...frontDesk, name: '=HYPERLINK("https://x.example")' };
  await clinic.append(streams.account(frontDesk.id), clientId, evil, { type: 'SignedOut', data: {} });
  await clinic.project();
  keys = await publicKeys(clinic.keys);
});
afterAll(() => clinic.close());

type ExportFilter = Omit<Parameters<typeof desk.reply<'exportCsv'>>[1], 'clientId'>;
async function exported(name: 'exportCsv' | 'exportNdjson', more: ExportFilter = {}): Promise<string> {
  const { text } = await desk.reply(name, { clientId, ...more }, auditor);
  let whole = '';
  for await (const piece of text ?? []) whole += piece;
  return whole;
}
const linesOf = (text: string): string[] => text.trimEnd().split('\n');

async function check(lines: readonly string[], kept: readonly KeptHead[] = []): Promise<ExportVerdict> {
  const checker = new ExportChecker(
    {
      sha256: (text) => hash('sha256', text, 'hex'),
      isSigned: (signed, text) => isSignedBy(keys, signed, text),
    },
    kept,
  );
  for (const line of lines) await checker.check(line);
  return checker.finish();
}
const kindsOf = async (lines: readonly string[]) =>
  (await check(lines)).faults.map(({ kind, line }) => `${line} ${kind}`);

test('all of a client is whole, and holds of others only hashes', async () => {
  const text = await exported('exportNdjson');
  const verdict = await check(linesOf(text));
  expect(verdict).toMatchObject({
    faults: [],
    header: { clinic: 'Sunrise Multispeciality Hospital', zone: 'Asia/Kolkata', start: null },
  });
  const listed = await desk.body('listActivity', { clientId, pageSize: 200 }, auditor);
  expect(verdict.entries).toBe(listed.entries.length);
  expect(verdict.leftOut).toBeGreaterThan(0);
  expect(text).not.toContain('Lakeside');
  expect(text).not.toContain(lakeside.clientId);
});

test('an appointment, a period and a patient are each whole, though most is left out', async () => {
  const story = await check(linesOf(await exported('exportNdjson', { appointmentId: appointment.appointmentId })));
  expect(story).toMatchObject({ faults: [], entries: 4 });
  const day = await check(linesOf(await exported('exportNdjson', { from: '2026-11-21', to: '2026-11-21' })));
  expect(day.faults).toEqual([]);
  // It starts after the head that was signed on an earlier day.
  expect(day.header).toMatchObject({ start: { signedAt: '2026-11-18T05:00:00.000Z' } });
  const nobody = await check(linesOf(await exported('exportNdjson', { patientId: lakeside.canary })));
  expect(nobody).toMatchObject({ faults: [], entries: 0, leftOut: 0 });
});

describe('heads that were kept', () => {
  const headsIn = (lines: readonly string[]): SignedHead[] =>
    lines.map((line) => JSON.parse(line)).flatMap(({ head, skip }) => head ?? skip ?? []);

  test('are each in an export, also in parts that it skips', async () => {
    const all = headsIn(linesOf(await exported('exportNdjson')));
    expect(all.length).toBeGreaterThan(1);
    const nobody = linesOf(await exported('exportNdjson', { patientId: lakeside.canary }));
    expect(headsIn(nobody).map(({ position }) => position)).toEqual(
      expect.arrayContaining(all.map((head) => head.position)),
    );
    expect(await check(nobody, all)).toMatchObject({ faults: [], kept: { given: all.length, compared: all.length } });
  });

  test('of a place within are compared, unsigned too; of another log they are faults, whatever heads the file has', async () => {
    const lines = linesOf(await exported('exportNdjson'));
    const [first] = headsIn(lines);
    if (!first) throw new Error('it is signed');
    const { position, events, digest } = first;
    const kinds = async (...kept: KeptHead[]) => (await check(lines, kept)).faults.map(({ kind }) => kind);
    expect(await kinds(first, { position, events, digest })).toEqual([]);
    const otherDigest = 'f'.repeat(64);
    expect(await kinds({ position, events, digest: otherDigest })).toEqual(['otherHead']);
    // Between two heads of the file, as if heads had been removed from the log.
    expect(await kinds({ position: position.replace(/.$/, '2'), events: 2, digest: otherDigest })).toEqual([
      'otherHead',
    ]);
    expect(await kinds({ ...first, digest: otherDigest })).toEqual(['forged', 'otherHead']);
    // A head that the log no longer has, though the file continues past it.
    const gone = { ...first, position: position.replace(/.$/, '1'), events: 10_000 };
    expect(await kinds(gone)).toEqual(['forged', 'setBack']);
  });

  test('that were signed before the export and are beyond its end prove that the log was set back', async () => {
    const head = { position: '0000000000099999', events: 99_999, digest: 'f'.repeat(64) };
    const signer = await openSigner(clinic.keys);
    const before = signHead({ ...head, signedAt: '2026-11-20T05:00:00.000Z' }, signer);
    const after = signHead({ ...head, signedAt: '2026-11-22T05:00:00.000Z' }, signer);
    const whole = linesOf(await exported('exportNdjson'));
    expect(await check(whole, [before, after])).toMatchObject({
      faults: [{ kind: 'setBack' }],
      kept: { given: 2, compared: 1, later: [after] },
    });
    // An export of a period ends where the period does.
    const upTo = linesOf(await exported('exportNdjson', { to: '2026-11-18' }));
    expect((await check(upTo, [before])).faults).toEqual([]);
  });

  test('that are later, earlier, or of a skipped part of a file without every head, are reported as not covered', async () => {
    const later = { position: '0000000000099999', events: 99_999, digest: 'f'.repeat(64) };
    const lines = linesOf(await exported('exportNdjson', { from: '2026-11-21', to: '2026-11-21' }));
    const start = JSON.parse(lines[0] ?? '').start;
    const earlier = { position: '0000000000000001', events: 1, digest: later.digest };
    expect((await check(lines, [later, start, earlier])).kept).toEqual({
      ...{ given: 3, compared: 1, later: [later], earlier: [earlier], skipped: [] },
    });
    const nobody = linesOf(await exported('exportNdjson', { patientId: lakeside.canary }));
    const header = nobody[0]?.replace(',"everyHead":true', ',"everyHead":false') ?? '';
    const older = [header, ...nobody.filter((line) => line.startsWith('{"skip"')).slice(-1)];
    const [head] = headsIn(nobody);
    const verdict = await check(older, head ? [head] : []);
    expect(verdict.kept).toMatchObject({ compared: 0, skipped: [head] });
    expect(verdict.faults.map(({ kind }) => kind)).toEqual(['cut']);
  });
});

describe('where another process has signed what the activity here lacks as yet', () => {
  let project: (log?: EventLog) => Promise<void>;
  let reading: TestClinic['activity'];
  let close: () => Promise<void>;
  const on = (activity: TestClinic['activity']) => openViewReader({ ...clinic, activity });

  beforeEach(async () => {
    await exported('exportNdjson');
    const folder = await mkdtemp(join(tmpdir(), 'dayline-behind-'));
    const views = openSqliteViewStore({ directory: folder });
    const store = await views.open(activityProjection, 'write');
    project = (log = clinic.eventLog) => caughtUp({ projection: activityProjection, feed: storedFeed(log), store });
    await project(openMemoryEventLog({ events: [...(await clinic.eventLog.readAll(clinic.eventLog.start, 10))] }));
    reading = await views.open(activityProjection, 'read');
    close = async () => {
      await views.close();
      await rm(folder, { recursive: true });
    };
  });
  afterEach(() => close());

  test('an export waits for it, and is whole', async () => {
    const reply = on(reading).reply('exportNdjson', { clientId }, auditor);
    await project();
    let whole = '';
    for await (const piece of (await reply).text ?? []) whole += piece;
    expect((await check(linesOf(whole))).faults).toEqual([]);
  });

  test('and it does not come, the activity is behind', async () => {
    expect(await on(reading).ask('exportNdjson', { clientId }, auditor)).toMatchObject({ refused: 'views.behind' });
  });

  test('an entry that is missing below its position is a fault', async () => {
    await project();
    const load: typeof reading.load = (view, keys) => reading.load(view, view === 'entries' ? keys.slice(1) : keys);
    const answer = on({ ...reading, load }).ask('exportNdjson', { clientId }, auditor);
    const failed = await answer.catch((error: unknown) => error);
    expect(failed).toMatchObject({
      message: expect.stringContaining('the activity lacks the entry of the event at position'),
    });
    expect(isOutage(failed)).toBe(true);
  });
});

describe('an export that was tampered with', () => {
  let lines: string[];
  const entriesIn = () => lines.flatMap((line, index) => (line.includes('"content"') ? [index] : []));
  const at = (index: number): string => lines[index] ?? '';
  beforeAll(async () => {
    lines = linesOf(await exported('exportNdjson'));
  });
  /** Index of an entry in the middle of its stream. */
  const middle = (): number => entriesIn().find((index) => /revision\\":2/.test(at(index))) ?? 0;

  test('an altered byte is named with its entry', async () => {
    const index = middle();
    const faults = await kindsOf(lines.with(index, at(index).replace('\\"id\\":\\"', '\\"id\\":\\"X')));
    expect(faults[0]).toBe(`${index + 1} altered`);
  });

  test('an altered word or time beside the entries is found', async () => {
    const index = middle();
    expect(await kindsOf(lines.with(index, at(index).replace('"text":"', '"text":"Not ')))).toEqual([
      `${lines.length} altered`,
    ]);
    expect(await kindsOf(lines.with(index, at(index).replace('"by":"', '"by":"Not ')))).toEqual([
      `${index + 1} altered`,
    ]);
    const later = at(index).replace(/"utc":"2026/, '"utc":"2027');
    expect((await kindsOf(lines.with(index, later)))[0]).toBe(`${index + 1} altered`);
  });

  test('a missing entry is counted, and a vanished stream likewise', async () => {
    const without = lines.toSpliced(middle(), 1);
    expect((await check(without)).faults[0]?.text).toContain('Missing up to the signed head');
    const stream = `doctorDay-${sunrise.asha}_20261124`;
    const vanished = lines.filter((line) => !line.includes(stream));
    expect(vanished.length).toBeLessThan(lines.length);
    expect((await check(vanished)).faults[0]).toMatchObject({ kind: 'missing' });
  });

  test('two entries that were exchanged are named', async () => {
    const [first = 0, second = 0] = entriesIn().slice(-2);
    const faults = await kindsOf(lines.with(first, at(second)).with(second, at(first)));
    expect(faults[0]).toBe(`${second + 1} reordered`);
  });

  test('an entry that was put in twice, or forged with a right chain, is named', async () => {
    const index = middle();
    expect((await kindsOf(lines.toSpliced(index, 0, at(index))))[0]).toBe(`${index + 2} added`);
    const last = entriesIn().at(-1) ?? 0;
    const entry = JSON.parse(at(last));
    const content = entry.content.replace(/"revision":(\d+)/, (_: string, n: string) => `"revision":${Number(n) + 1}`);
    const forged = { ...entry, content, previous: entry.chain, chain: hash('sha256', entry.chain + content, 'hex') };
    const faults = (await check(lines.toSpliced(last + 1, 0, JSON.stringify(forged)))).faults;
    expect(faults[0]).toMatchObject({ kind: 'added', text: expect.stringContaining('Added up to the signed head') });
  });

  test('a cut tail is named, also where a new end was made with another key', async () => {
    expect(await kindsOf(lines.slice(0, -3))).toContain(`${lines.length - 3} cut`);
    const end = JSON.parse(at(lines.length - 1)).end;
    const forged = JSON.stringify({ end: { ...end, signature: Buffer.alloc(64).toString('base64') } });
    expect(await kindsOf(lines.with(-1, forged))).toEqual([`${lines.length} forged`]);
  });

  test('something else is no export', async () => {
    expect((await check(['{"a":1}'])).header).toBeNull();
    expect(await kindsOf(['not json'])).toEqual(['1 altered']);
  });
});

test('a spreadsheet runs nothing of the CSV, which has clinic, zone, both times and the position', async () => {
  const text = await exported('exportCsv', { from: '2026-11-21' });
  const [header, first] = text.split('\r\n');
  expect(header).toMatch(/^\uFEFF"Clinic","Time zone","Clinic time","Time \(UTC\)","Log position","By",/);
  expect(first).toContain(
    '"Sunrise Multispeciality Hospital","Asia/Kolkata","2026-11-21T10:30:00.000+05:30","2026-11-21T05:00:00.000Z"',
  );
  expect(first).toContain(`"'=HYPERLINK(""https://x.example"")"`);
  expect(text).not.toContain('Lakeside');
});

test('an appointment is a table too', async () => {
  const text = await exported('exportCsv', { appointmentId: appointment.appointmentId });
  expect(text.split('\r\n')).toHaveLength(6);
});

test('each export is recorded with its size, also one that was broken off', async () => {
  desk.exportsMade.length = 0;
  await exported('exportCsv', { patientId: rohan, from: '2026-11-21' });
  const { text } = await desk.reply('exportCsv', { clientId }, auditor);
  for await (const _piece of text ?? []) break;
  expect(desk.exportsMade).toEqual([
    {
      format: 'csv',
      clientId,
      patientId: rohan,
      from: '2026-11-21',
      entries: '5',
      complete: 'yes',
      firstPosition: expect.stringMatching(/^\d{16}$/),
      lastPosition: expect.stringMatching(/^\d{16}$/),
    },
    expect.objectContaining({ format: 'csv', complete: 'no' }),
  ]);
});

test.each(['exportCsv', 'exportNdjson'] as const)(
  '%s of a person’s entries is recorded without their positions and number',
  async (name) => {
    desk.exportsMade.length = 0;
    await exported(name, { actorId: drAsha.id });
    await exported(name, { actorId: drAsha.id, from: '2026-11-21' });
    const [whole, narrow] = desk.exportsMade;
    expect(whole).toMatchObject({ actorId: drAsha.id, complete: 'yes' });
    expect(narrow).toMatchObject({ actorId: drAsha.id, from: '2026-11-21', complete: 'yes' });
    for (const made of desk.exportsMade) {
      for (const found of ['entries', 'firstPosition', 'lastPosition']) expect(made).not.toHaveProperty(found);
    }
  },
);

test('an erased patient is in no export made since', async () => {
  expect(await exported('exportCsv', { patientId: rohan })).toContain('Rohan');
  await clinic.append(streams.patient(rohan), clientId, drAsha, { type: 'PatientErased', data: {} });
  clinic.keys.destroy(streams.patient(rohan));
  await clinic.project();
  for (const name of ['exportCsv', 'exportNdjson'] as const) {
    const text = await exported(name);
    expect(text).not.toContain('Rohan');
    expect(text).toContain('an erased patient');
  }
});

test.each(['exportCsv', 'exportNdjson'] as const)(
  '%s is made in steps, between which calls are answered',
  async (name) => {
    const signedIn = { type: 'SignedIn', data: { role: 'admin' } } as const;
    const many = Array.from({ length: 2 * entriesInStep }, () => signedIn);
    await clinic.append(streams.account(frontDesk.id), clientId, frontDesk, ...many);
    await clinic.project();
    const { text } = await desk.reply(name, { clientId }, auditor);
    const sizes: number[] = [];
    // A line of the table, or an entry with its content; the table also has a header.
    for await (const piece of text ?? []) sizes.push(piece.match(/\r\n|"content":/g)?.length ?? 0);
    expect(sizes.reduce((sum, size) => sum + size)).toBeGreaterThan(many.length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(entriesInStep + 1);
  },
);

test('the log is checked beside its signed heads', async () => {
  const { pieces } = await desk.reply('checkLog', { clientId }, auditor);
  const reports: unknown[] = [];
  for await (const piece of pieces ?? []) reports.push(...piece);
  expect(reports.at(-1)).toMatchObject({ result: { count: 0, faults: [], heads: expect.any(Number) } });
});

test('an altered event is named by its stream, also one of the product’s own, and none of another client', async () => {
  const scan = scanByReading(clinic.eventLog);
  async function* altered() {
    for await (const page of scan.pages()) yield page.map((event) => ({ ...event, fitsChecksum: false }));
  }
  const faultsFor = async (of: string) => {
    const parts = {
      ...{ heads: [], keys, ofActivity: null, kept: [], lengths: async () => new Map(), clientId: of },
      ...{ vault: proofParts(clinic).vault, log: clinic.eventLog, signal: undefined },
      openScan: async () => ({ ...scan, pages: altered, close: async () => undefined }),
    };
    const reports = [];
    for await (const piece of checkWholeLog(parts)) reports.push(...piece);
    const texts = reports.at(-1)?.result?.faults.map(({ text }) => text) ?? [];
    return texts.map((text) => /, (\w+-?\w* ?\w*)@/.exec(text)?.[1]?.split('-')[0]);
  };
  expect(await faultsFor(clientId)).toEqual(expect.arrayContaining(['client', 'logHead']));
  expect(new Set(await faultsFor('01J00000000000000000000X99'))).toEqual(new Set(['another client', 'logHead']));
});

test('a check whose caller has gone reads no further', async () => {
  const ended = new AbortController();
  const scan = scanByReading(clinic.eventLog);
  const [isClosed, pages]: [boolean[], number[]] = [[], []];
  async function* pagesOfTwo() {
    for await (const page of scan.pages()) {
      for (let from = 0; from < page.length; from += 2) {
        pages.push(from);
        yield page.slice(from, from + 2);
        ended.abort(new Error('gone'));
      }
    }
  }
  const parts = {
    ...{ heads: [], keys, ofActivity: null, kept: [], lengths: async () => new Map(), clientId },
    ...{ vault: proofParts(clinic).vault, log: clinic.eventLog, signal: ended.signal },
    openScan: async () => ({ ...scan, pages: pagesOfTwo, close: async () => void isClosed.push(true) }),
  };
  await expect(checkWholeLog(parts).next()).rejects.toThrow('gone');
  expect([pages.length, isClosed]).toEqual([2, [true]]);
});

test.each([
  ['=1+1', "'=1+1"],
  [' \u200b=1', "' \u200b=1"],
  ['A;=1+1;=cmd', "A;'=1+1;'=cmd"],
  ['A\t@SUM(1)', "A\t'@SUM(1)"],
  ['A,-1', "A,'-1"],
  ['A"=1', 'A""\'=1'],
  ['\t1', "'\t1"],
  ['Nov 21, 10:00 AM', 'Nov 21, 10:00 AM'],
  ['2026-11-21T05:00:00.000Z', '2026-11-21T05:00:00.000Z'],
  ['ravi@sunrise.example', 'ravi@sunrise.example'],
])('the cell of %j starts no formula, whatever separates the cells', (value, cell) => {
  expect(cellOf(value)).toBe(`"${cell}"`);
});

test('what follows the last head, and the activity lacks as yet, keeps no export from being whole', async () => {
  await exported('exportNdjson');
  await book(clinic, { date: '2026-11-25', time: '11:00' });
  expect((await check(linesOf(await exported('exportNdjson')))).faults).toEqual([]);
  await clinic.project();
});
