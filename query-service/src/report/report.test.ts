import { hash } from 'node:crypto';
import { notRecorded } from '@dayline/contracts/appointments';
import { noFigures } from '@dayline/contracts/endpoints/audit/figures';
import { streams } from '@dayline/contracts/events/categories';
import type { MessageKind } from '@dayline/contracts/patients/messages';
import { ExportChecker, type ExportVerdict } from '@dayline/contracts/proof/export-check';
import { openSealedLog } from '@dayline/event-log/sealed-log/open';
import { isSignedBy, publicKeys } from '@dayline/event-log/sealed-log/signing';
import { isOutage } from '@dayline/http/outage';
import type { TestClinic } from '../testing/clinic.ts';
import { openViewReader } from '../testing/clinic-queries.ts';
import {
  type Booking,
  book,
  frontDesk,
  identity,
  lakeside,
  mark,
  openSunrise,
  sunrise,
  undo,
} from '../testing/sunrise.ts';
import { figuresOf } from './figures.ts';
import type { Change } from './month.ts';
import { FirstChanges } from './report.ts';

const { clientId, asha, vikram, cardiology, rohan, meera } = sunrise;
const auditor = identity('auditor', clientId);
const month = '2026-11';
const known = '2026-11-21T05:30:00.000Z';

let clinic: TestClinic;
let desk: ReturnType<typeof openViewReader>;

const paidMoney = { status: 'Paid' as const, due: null, payments: [{ amount: null, method: 'unknown' as const }] };

beforeAll(async () => {
  clinic = await openSunrise();
  desk = openViewReader(clinic);
  const setFee = (fee: number) =>
    clinic.append(streams.doctor(asha), clientId, frontDesk, { type: 'ConsultationFeeSet', data: { fee } });
  clinic.clock.set('2026-11-21T05:00:00.000Z');
  await setFee(50_000);
  clinic.clock.set('2026-11-21T05:01:00.000Z');
  const first = await book(clinic, { time: '09:00', payment: 'Pay_later' });
  clinic.clock.set('2026-11-21T05:02:00.000Z');
  await setFee(70_000);
  const second = await book(clinic, { patientId: meera, time: '09:30', payment: 'Paid' });
  await book(clinic, { pocId: vikram, patientId: meera, time: '10:00', date: '2026-12-01', payment: 'Paid' });
  await mark(clinic, first, 'Not_Availed');
  await mark(clinic, second, 'Availed');
  // After the moment of the report.
  clinic.clock.set('2026-11-22T05:00:00.000Z');
  const { appointmentId, patientId } = first.change;
  await clinic.append(streams.doctorDay(asha, '2026-11-21'), clientId, frontDesk, {
    type: 'AppointmentStatusCorrected',
    data: { ...first.change, statusBefore: 'Not_Availed', statusAfter: 'Availed', reason: 'was here' },
  });
  await clinic.append(streams.doctorDay(asha, '2026-11-21'), clientId, frontDesk, {
    type: 'AppointmentPaymentCorrected',
    data: {
      ...{ appointmentId, patientId, paymentBefore: 'Pay_later', paymentAfter: 'Paid', money: paidMoney },
      ...{ amount: null, method: 'unknown', reason: 'paid at the desk', undoneEventId: null },
    },
  });
  await clinic.append(streams.department(cardiology), clientId, frontDesk, {
    type: 'DepartmentRenamed',
    data: { name: 'Heart' },
  });
  const otherBooking = await book(clinic, { patientId: meera, time: '10:00', payment: 'Pay_later' });
  const marked = await mark(clinic, otherBooking, 'Availed');
  await undo(clinic, otherBooking, marked, 'Availed');
  await book(clinic, { clientId: lakeside.clientId, pocId: lakeside.leela, patientId: lakeside.canary });
  await clinic.project();
});
afterAll(() => clinic.close());

const report = (more: { at?: string; with?: string; after?: string } = {}, who = auditor) =>
  desk.body('getReport', { month, at: known, ...more }, who);

test('figures as known then and as known today, by doctor, department and in all', async () => {
  const { doctors, departments, total, earlier, later, lineCount, next } = await report();
  const figures = {
    earlier: { ...noFigures, visits: 1, noShows: 1, paid: 1, paise: 70_000 },
    // The fee in force at the booking, not at the payment.
    later: { ...noFigures, visits: 2, paid: 2, paise: 120_000 },
    moved: { ...noFigures, visits: 3, noShows: 1, paid: 1, paise: 50_000 },
    messages: { earlier: 0, later: 0 },
  };
  expect(total).toEqual(figures);
  expect(doctors.map(({ name }) => name)).toEqual(['Dr. Asha Menon', 'Dr. Vikram Rao']);
  expect(doctors[0]).toMatchObject({ pocId: asha, earlierName: null, ...figures });
  // Vikram's only appointment is in December.
  expect(doctors[1]?.later).toEqual(noFigures);
  expect(departments).toEqual([{ departmentId: cardiology, name: 'Heart', earlierName: 'Cardiology', ...figures }]);
  expect({ lineCount, next }).toEqual({ lineCount: 4, next: null });
  expect(earlier.instant).toBe(known);
  expect(earlier.position < later.position).toBe(true);
});

test('money counts by its own day, moves and overbooked visits by that of the visit', async () => {
  const own = await openSunrise();
  const reader = openViewReader(own);
  const of = async (month: string) => {
    const body = await reader.body('getReport', { month: month, at: known }, auditor);
    return { ...body.total, lines: body.lines.map(({ entry, change }) => [entry.type, change]) };
  };
  own.clock.set('2026-11-21T05:31:00.000Z');
  const day = { date: '2026-12-01' } as const;
  const later = await book(own, { ...day, payment: 'Paid', amount: 50_000, method: 'upi' });
  const ids = ({ change: { appointmentId, patientId } }: typeof later) => ({ appointmentId, patientId });
  const beyond = await book(own, { ...day, time: '10:30', patientId: meera });
  await own.append(beyond.stream, clientId, frontDesk, {
    type: 'AppointmentOverbooked',
    data: { ...ids(beyond), reason: 'waits' },
  });
  const moved = await book(own, { ...day, time: '11:00', patientId: meera });
  const move = { to: beyond.appointmentId, moveId: own.newId(), visitId: moved.appointmentId, undoneEventId: null };
  await own.append(moved.stream, clientId, frontDesk, {
    type: 'AppointmentMovedAway',
    data: { ...moved.change, ...move, statusBefore: 'Confirmed', statusAfter: 'Moved' },
  });
  // 23:59:59 of November at the clinic, and the first moment of December.
  own.clock.set('2026-11-30T18:29:59.000Z');
  const money = { status: 'Pay_later' as const, due: null, payments: [] };
  const back = { ...ids(later), amount: 20_000, method: 'cash', money } as const;
  await own.append(later.stream, clientId, frontDesk, { type: 'PaymentRefunded', data: { ...back, reason: null } });
  own.clock.set('2026-11-30T18:30:00.000Z');
  const byCard = { status: 'Paid' as const, due: null, payments: [{ amount: 30_000, method: 'card' as const }] };
  const paid = {
    ...ids(beyond),
    paymentBefore: 'Pay_later',
    paymentAfter: 'Paid',
    amount: 30_000,
    money: byCard,
  } as const;
  await own.append(later.stream, clientId, frontDesk, {
    type: 'AppointmentPaymentCorrected',
    data: { ...paid, method: 'card', reason: '', undoneEventId: null },
  });
  await own.project();
  const [november, december] = [await of('2026-11'), await of('2026-12')];
  expect(november.later).toEqual({ ...noFigures, taken: 50_000, refunded: 20_000 });
  expect(november.lines).toEqual([
    ['AppointmentPaymentRecorded', { ...noFigures, taken: 50_000 }],
    ['PaymentRefunded', { ...noFigures, refunded: 20_000 }],
  ]);
  const ofVisits = { ...noFigures, movedAway: 1, overbooked: 1, paid: 1, paise: 30_000 };
  expect(december.later).toEqual({ ...ofVisits, taken: 30_000 });
  // An entry that changes a visit and the day's money is one line.
  expect(december.lines.at(-1)).toEqual([
    'AppointmentPaymentCorrected',
    { ...noFigures, paid: 1, paise: 30_000, taken: 30_000 },
  ]);
  expect(december.lines.map(([type]) => type)).toContain('AppointmentMovedAway');
  const atEnd = {
    month: '2026-12',
    position: (await reader.body('getReport', { month: '2026-12' }, auditor)).later.position,
  };
  expect((await reader.body('getReport', atEnd, auditor)).total.earlier).toEqual(december.later);
  await own.close();
});

test('what was paid counts as recorded; the fee stands in where it wasn’t', () => {
  const visit = { status: 'Availed', payment: 'Paid' } as const;
  expect(figuresOf({ ...visit, payments: [{ amount: 30_000, method: 'cash' }] }, 50_000).paise).toBe(30_000);
  expect(figuresOf({ ...visit, payments: [notRecorded] }, 50_000)).toMatchObject({ paise: 50_000, withoutAmount: 0 });
  // Next to recorded amounts of the same doctor, a sum says that it omits this one.
  expect(figuresOf({ ...visit, payments: [notRecorded] }, 0)).toMatchObject({ paise: 0, withoutAmount: 1 });
  expect(figuresOf({ ...visit, payments: [{ amount: 0, method: 'cash' }] }, 0)).toMatchObject({
    paid: 1,
    withoutAmount: 0,
  });
});

test('the difference, line by line, each with its position and what it changed', async () => {
  const { lines } = await report();
  expect(lines.map(({ entry, change }) => [entry.sentence, change.visits, change.noShows, change.paise])).toEqual([
    ['corrected Rohan Kulkarni, Nov 21, 9:00 AM, Dr. Asha Menon from Not Visited to Visited.', 1, -1, 0],
    ['changed the payment of Rohan Kulkarni, Nov 21, 9:00 AM, Dr. Asha Menon from Pay later to Paid.', 0, 0, 50_000],
    ['marked Meera Nair, Nov 21, 10:00 AM, Dr. Asha Menon Visited.', 1, 0, 0],
    ['undid a status change: Meera Nair, Nov 21, 10:00 AM, Dr. Asha Menon is Confirmed.', -1, 0, 0],
  ]);
  expect(lines.every(({ entry }) => /^\d{16}$/.test(entry.position))).toBe(true);
});

test('the entries of one figure, of one doctor or department', async () => {
  const of = async (more: object) => {
    const { lines, lineCount } = await desk.body('getReport', { month, at: known, ...more }, auditor);
    expect(lines).toHaveLength(lineCount);
    return lines.map(({ entry }) => entry.type);
  };
  expect(await of({ figure: 'noShows' })).toEqual(['AppointmentStatusCorrected']);
  expect(await of({ figure: 'paise', pocId: asha })).toEqual(['AppointmentPaymentCorrected']);
  expect(await of({ figure: 'paise', pocId: vikram })).toEqual([]);
  expect(await of({ departmentId: cardiology })).toHaveLength(4);
});

test('the same positions give the same figures later', async () => {
  const before = await report();
  const positions = { position: before.earlier.position, with: before.later.position };
  clinic.clock.set('2026-11-23T05:00:00.000Z');
  const more = await book(clinic, { patientId: meera, time: '10:30', payment: 'Paid' });
  await mark(clinic, more, 'Availed');
  await clinic.project();
  const again = await desk.body('getReport', { month, ...positions }, auditor);
  expect([again.total, again.doctors, again.lines]).toEqual([before.total, before.doctors, before.lines]);
  expect((await report()).total.later.visits).toBe(before.total.later.visits + 1);
});

test('a later moment before the earlier one is refused', async () => {
  const { earlier, later } = await report();
  const request = { month, position: later.position, with: earlier.position };
  expect(await desk.ask('getReport', request, auditor)).toMatchObject({
    refused: 'request.invalid',
    details: { fields: [{ field: 'with', message: 'The later moment is before the earlier one.' }] },
  });
});

test('an empty month has no figures and no lines', async () => {
  const { total, lineCount } = await desk.body('getReport', { month: '2020-01' }, auditor);
  expect({ ...total.later, lineCount }).toEqual({ ...total.earlier, lineCount: 0 });
});

test('another client’s auditor sees nothing of it', async () => {
  const otherReport = await report({}, identity('auditor', lakeside.clientId));
  expect(otherReport.doctors.map(({ pocId }) => pocId)).toEqual([lakeside.leela]);
  expect(JSON.stringify(otherReport)).not.toContain('Rohan');
});

test('an opening is recorded by its month, and reads as a sentence', async () => {
  desk.historiesRead.length = 0;
  await report();
  await report({ after: '0'.repeat(16) });
  expect(desk.historiesRead).toEqual([{ month }, { month }]);
  await clinic.append(streams.account(auditor.accountId), clientId, frontDesk, {
    type: 'HistoryRead',
    data: { subject: { month } },
  });
  await clinic.project();
  const { entries } = await desk.body('listActivity', { clientId, action: 'read' }, auditor);
  expect(entries.map(({ sentence }) => sentence)).toContain('read the report of November 2026.');
});

async function exported(name: 'exportReportCsv' | 'exportReportNdjson'): Promise<string> {
  const { text } = await desk.reply(name, { month, at: known }, auditor);
  let whole = '';
  for await (const piece of text ?? []) whole += piece;
  return whole;
}

const linesOf = (text: string): string[] => text.trimEnd().split('\n');

test('as CSV, with a position on each line, and signs that stay numbers', async () => {
  desk.exportsMade.length = 0;
  const [header, ...rows] = (await exported('exportReportCsv')).trimEnd().split('\r\n');
  expect(header).toBe(
    '\uFEFF"Clinic","Time zone","Month","Kind of row","Name","As known","Clinic time","Time (UTC)","Log position",' +
      '"Visits","No-shows","Cancellations","Moved to another day or doctor","Overbooked","Paid visits",' +
      '"Paid without an amount","Paid (₹)","Taken (₹)","Refunded (₹)",' +
      '"By","What happened","Reason","Appointment ID","Event ID",' +
      '"Visits and no-shows with a reminder","No-shows with a reminder","Messages sent"',
  );
  expect(rows.every((row) => /,"\d{16}"(,-?\d+){7}(,-?\d+\.\d\d){3},/.test(row))).toBe(true);
  expect(rows.find((row) => row.includes('"doctor","Dr. Asha Menon","then"'))).toMatch(
    /,1,1,0,0,0,1,0,700\.00,0\.00,0\.00,,,,,,0,0,0$/,
  );
  expect(rows.find((row) => row.includes('corrected Rohan'))).toMatch(/,1,-1,0,0,0,0,0(,0\.00){3},"Front Desk 1",/);
  expect(desk.exportsMade).toMatchObject([{ format: 'csv', month, complete: 'yes', entries: expect.any(String) }]);
});

describe('why something was changed', () => {
  /** Each export's lines about the correction. */
  async function corrections(): Promise<string[]> {
    const parts = await Promise.all((['exportReportCsv', 'exportReportNdjson'] as const).map((name) => exported(name)));
    for (const name of ['exportCsv', 'exportNdjson'] as const) {
      const { text } = await desk.reply(name, { clientId }, auditor);
      let whole = '';
      for await (const piece of text ?? []) whole += piece;
      parts.push(whole);
    }
    // The export has signed a head, which the views lack.
    await clinic.project();
    return parts.map((text) => text.split('\n').find((line) => line.includes('corrected Rohan')) ?? '');
  }

  test('stands in every export, until the person is erased', async () => {
    const [reportCsv, report, csv, ndjson] = await corrections();
    expect(reportCsv).toContain(',"was here",');
    expect(csv).toContain(',"was here",');
    expect([report, ndjson].map((line) => JSON.parse(line ?? '').reason)).toEqual(['was here', 'was here']);
  });

  test('and the headings are in the language of the reader', async () => {
    const cookie = 'dayline-language=hi';
    const replies = [
      await desk.reply('exportCsv', { clientId }, auditor, cookie),
      await desk.reply('exportReportCsv', { month, at: known }, auditor, cookie),
    ];
    const texts: string[] = [];
    for (const { text } of replies) for await (const piece of text ?? []) texts.push(piece);
    expect(texts.filter((piece) => piece.startsWith('\uFEFF"क्लिनिक","समय क्षेत्र",'))).toHaveLength(2);
  });
});

test('as NDJSON, with the same lines as the page', async () => {
  const { lines, total } = await report();
  const [header, ...rows] = linesOf(await exported('exportReportNdjson')).map((line) => JSON.parse(line));
  expect(header).toMatchObject({ format: 'dayline-report/1', month, clinic: 'Sunrise Multispeciality Hospital' });
  const entries = rows.filter(({ row }) => row === 'entry');
  expect(entries.map(({ event }) => event).sort()).toEqual(lines.map(({ entry }) => entry.eventId).sort());
  expect(rows.findLast(({ row }) => row === 'all').figures).toEqual(total.later);
});

test('a visit counts as reminded if a reminder was sent before it was marked, as known then', async () => {
  const own = await openSunrise();
  const reader = openViewReader(own);
  own.clock.set('2026-11-21T04:00:00.000Z');
  const bookings: Booking[] = [];
  for (const time of ['09:00', '09:30', '10:00', '10:30']) {
    bookings.push(await book(own, { time, patientId: time < '10:00' ? rohan : meera }));
  }
  const send = async ({ appointmentId, change }: Booking, kind: MessageKind, isSent = true) => {
    const { patientId } = change;
    const message = { messageId: 1, kind, appointmentId, patientId };
    const [dueAt, startsAt] = ['2026-11-20T12:30:00.000Z', '2026-11-21T03:30:00.000Z'];
    await own.append(
      streams.message(appointmentId),
      clientId,
      frontDesk,
      { type: 'MessagePlanned', data: { ...message, channel: 'email', dueAt, startsAt, causedBy: 'x' } },
      { type: 'MessageSendStarted', data: { ...message, attempt: 1 } },
      ...(isSent ? [{ type: 'MessageSent' as const, data: message }] : []),
    );
  };
  const [missed, came, onlyNews, maybe] = bookings as [Booking, Booking, Booking, Booking];
  await send(missed, 'dayBefore');
  await send(came, 'hoursBefore');
  await send(onlyNews, 'booked');
  // It may have been sent.
  await send(maybe, 'dayBefore', false);
  own.clock.set('2026-11-21T05:00:00.000Z');
  const marks: string[] = [];
  for (const booking of bookings) {
    marks.push(await mark(own, booking, booking === came ? 'Availed' : 'Not_Availed'));
  }
  own.clock.set('2026-11-22T05:00:00.000Z');
  await undo(own, missed, marks[0] ?? '', 'Not_Availed');
  await own.project();
  const { total, lines } = await reader.body('getReport', { month, at: known }, auditor);
  expect(total.earlier).toEqual({ ...noFigures, visits: 1, noShows: 3, reminded: 2, remindedNoShows: 1 });
  expect(total.later).toEqual({ ...noFigures, visits: 1, noShows: 2, reminded: 1 });
  expect(total.messages).toEqual({ earlier: 3, later: 3 });
  expect(lines.map(({ change }) => change)).toEqual([{ ...noFigures, noShows: -1, reminded: -1, remindedNoShows: -1 }]);
  // As known before the marks, nobody came or was missed.
  const before = await reader.body('getReport', { month, at: '2026-11-21T04:30:00.000Z' }, auditor);
  expect(before.total.earlier).toEqual(noFigures);
  expect(before.total.messages).toEqual({ earlier: 3, later: 3 });
  const { text } = await reader.reply('exportReportCsv', { month, at: known }, auditor);
  let csv = '';
  for await (const piece of text ?? []) csv += piece;
  expect(csv.split('\r\n')[0]).toMatch(
    /"Visits and no-shows with a reminder","No-shows with a reminder","Messages sent"$/,
  );
  expect(csv).toMatch(/"all",.*,2,1,3\r\n.*"all",.*,1,0,3\r\n/);
  await own.close();
});

describe('an NDJSON', () => {
  let lines: string[];
  beforeAll(async () => {
    lines = linesOf(await exported('exportReportNdjson'));
  });
  async function check(given: readonly string[]): Promise<ExportVerdict> {
    const keys = await publicKeys(clinic.keys);
    const checker = new ExportChecker({
      sha256: (text) => hash('sha256', text, 'hex'),
      isSigned: (signed, text) => isSignedBy(keys, signed, text),
    });
    for (const line of given) await checker.check(line);
    return checker.finish();
  }
  const kindsOf = async (given: readonly string[]) => (await check(given)).faults.map(({ kind }) => kind);

  test('is whole as it was given out', async () => {
    expect(await check(lines)).toMatchObject({ faults: [], entries: lines.length - 2, header: { month } });
  });

  test('with a sum altered, a line taken out, put in or exchanged is found altered', async () => {
    const at = lines.findIndex((line) => line.includes('"visits":1'));
    const [first = '', second = ''] = [lines[at], lines[at + 1]];
    const tampered = [
      lines.with(at, first.replace('"visits":1', '"visits":7')),
      lines.toSpliced(at, 1),
      lines.toSpliced(at, 0, first),
      lines.with(at, second).with(at + 1, first),
      lines.with(0, (lines[0] ?? '').replace(month, '2025-01')),
    ];
    for (const given of tampered) expect(await kindsOf(given)).toEqual(['altered']);
  });

  test('cut off, or signed elsewhere, is found so', async () => {
    expect(await kindsOf(lines.slice(0, -1))).toEqual(['cut']);
    const end = JSON.parse(lines.at(-1) ?? '').end;
    const forged = JSON.stringify({ end: { ...end, signature: Buffer.alloc(64).toString('base64') } });
    expect(await kindsOf(lines.with(-1, forged))).toEqual(['forged']);
    expect(await kindsOf(lines.toSpliced(1, 0, '{"content":"x"}'))).toContain('altered');
  });
});

test('an erased patient’s lines still stand, without the person', async () => {
  clinic.clock.set('2026-11-24T05:00:00.000Z');
  const before = await report();
  await clinic.append(streams.patient(rohan), clientId, frontDesk, { type: 'PatientErased', data: {} });
  await clinic.project();
  const after = await report();
  expect(after.total).toEqual(before.total);
  expect(after.lines[0]?.entry.sentence).toBe(
    'corrected an erased patient, Nov 21, 9:00 AM, Dr. Asha Menon from Not Visited to Visited.',
  );
});

test('of many lines, a page has the first after a position, and says where the next begins', () => {
  const positions = Array.from({ length: 50 }, (_, index) => String((index * 7) % 50).padStart(2, '0'));
  const pageAfter = (after: string) => {
    const first = new FirstChanges({ after, limit: 3 });
    for (const position of positions) first.add({ position } as Change);
    const { changes, changeCount, next } = first.found();
    return { positions: changes.map(({ position }) => position), changeCount, next };
  };
  expect(pageAfter('')).toEqual({ positions: ['00', '01', '02'], changeCount: 50, next: '02' });
  expect(pageAfter('02')).toEqual({ positions: ['03', '04', '05'], changeCount: 50, next: '05' });
  expect(pageAfter('46')).toEqual({ positions: ['47', '48', '49'], changeCount: 50, next: null });
});

test('over a vault that lacks a key of the log, the report and its exports meet an outage, not a fault', async () => {
  const older: TestClinic['keys'] = {
    ...clinic.keys,
    get: async (ids) => new Map([...(await clinic.keys.get(ids))].filter(([id]) => id !== streams.doctor(asha))),
  };
  const over = openViewReader({ ...clinic, keys: older, sealedLog: openSealedLog(clinic.eventLog, older) });
  for (const name of ['getReport', 'exportReportCsv', 'exportReportNdjson'] as const) {
    const failed = await over.ask(name, { month, at: known }, auditor).catch((error: unknown) => error);
    expect(failed).toMatchObject({ message: expect.stringContaining('is not in the vault') });
    expect(isOutage(failed)).toBe(true);
  }
});

test('where the activity lacks an entry that changed a figure, the report says so and is not short of a line', async () => {
  let isLacking = true;
  const load: TestClinic['activity']['load'] = async (view, keys) => {
    const rows = await clinic.activity.load(view, keys);
    return isLacking && view === 'entries' ? new Map([...rows].filter(([, row]) => !isPayment(row))) : rows;
  };
  const isPayment = (row: object): boolean => 'type' in row && row.type === 'AppointmentPaymentCorrected';
  const lacking = openViewReader({ ...clinic, activity: { ...clinic.activity, load } });
  const failed = await lacking.ask('getReport', { month, at: known }, auditor).catch((error: unknown) => error);
  const [place = '', again] = [...lacking.damage][0] ?? [];
  expect(place).toMatch(/^the activity lacks the entry of the event at position \d{16}$/);
  expect(failed).toMatchObject({ message: place });
  expect(isOutage(failed)).toBe(true);
  for (const name of ['exportReportCsv', 'exportReportNdjson'] as const) {
    const { text } = await lacking.reply(name, { month, at: known }, auditor);
    const read = async () => {
      for await (const _ of text ?? []);
    };
    await expect(read()).rejects.toThrow(place);
  }
  // /readyz shows it until the entry is readable again.
  await expect(again?.()).rejects.toThrow(place);
  isLacking = false;
  await again?.();
});
