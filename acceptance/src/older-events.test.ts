import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { addDays, clinicNow } from '@dayline/contracts/clinic/clinic-time';
import { weekdayOf } from '@dayline/contracts/clinic/schedule';
import { endpoints } from '@dayline/contracts/endpoints/table';
import { streams } from '@dayline/contracts/events/categories';
import { appointmentId } from '@dayline/contracts/ids';
import type { JsonObject } from '@dayline/contracts/json';
import { ExportChecker } from '@dayline/contracts/proof/export-check';
import type { PublicKey } from '@dayline/contracts/proof/signed-head';
import type { EventLog } from '@dayline/event-log/port';
import { chained, chainStart } from '@dayline/event-log/sealed-log/chain';
import { isSignedBy } from '@dayline/event-log/sealed-log/signing';
import { send } from '@dayline/http/testing/send';
import { systemClock } from '@dayline/runtime/clock';
import { newUlid } from '@dayline/runtime/ids/ulid';
import { eventually } from './testing/event-file.ts';
import { callerAt, type SignedIn } from './testing/http-caller.ts';
import { type Product, removeData, startProduct, temporaryData } from './testing/processes/product.ts';
import { sharedSecrets } from './testing/processes/services.ts';
import { atStores, prepareSmallClinic } from './testing/small-clinic.ts';

/** "Data from before (weeks, plans, blocks, bookings of version 1) opens and answers as before." */

const ulid = (): string => newUlid(systemClock);
const dataDir = temporaryData();
const date = addDays(clinicNow(Date.now(), 'Asia/Kolkata').date, 3);
let product: Product;
let admin: SignedIn;
let clientId: string;
let pocId: string;
let booked: string;
let cancelled: string;

const golden = (type: string, data: JsonObject = {}): { type: string; data: JsonObject } => {
  const sample = new URL(`../../contracts/src/events/golden/${type}.1.json`, import.meta.url);
  return { type, data: { ...JSON.parse(readFileSync(sample, 'utf8')).data, ...data } };
};

/** Appends events as a product of version 1 has stored them. None has a personal field. */
async function append(log: EventLog, stream: string, events: readonly { type: string; data: JsonObject }[]) {
  let chain: string = chainStart;
  const by = { actor: { kind: 'admin', id: ulid(), name: 'Front Desk 1' }, clientId, channel: 'web' } as const;
  const stored = events.map(({ type, data }, revision) => {
    const id = ulid();
    const cause = { commandId: ulid(), commandDigest: '', correlationId: id, causationId: id };
    const recordedAt = new Date().toISOString();
    const metadata = { ...cause, ...by, recordedAt, schemaVersion: 1, keyIds: [] };
    const next = chained(chain, { id, stream, revision, type, data, metadata });
    chain = next.chain;
    return { id, type, data, metadata: { ...metadata, chain }, canonical: next.canonical };
  });
  expect(await log.append(stream, 'noStream', stored)).toMatchObject({ appended: true });
}

beforeAll(async () => {
  const clinic = await prepareSmallClinic({ DATA_DIR: dataDir });
  ({ clientId } = clinic);
  const before = await startProduct(dataDir, sharedSecrets);
  admin = await clinic.signIn(before.url);
  const [department] = (await admin.call('listDepartments', { clientId })).reply();
  const doctor = { Client_ID: clientId, Department_ID: department?.departmentId ?? '', POC_Name: 'Vikram Rao' };
  const contact = { Contact_Number: '9876012345', Email: 'vikram@sunrise.example' };
  ({ pocId } = (await admin.call('addDoctor', { ...doctor, ...contact })).reply());
  const person = { phone: '919876543210', email: 'p@x.example', location: 'Pune', clientId };
  const { userId: patientId } = (await admin.call('saveUser', { ...person, name: 'Kavya Pillai' })).reply();
  await before.stop();

  [booked, cancelled] = [appointmentId(pocId, date, ulid()), appointmentId(pocId, date, ulid())];
  await atStores({ DATA_DIR: dataDir }, async ({ log }) => {
    const { week } = golden('WeeklyScheduleSet').data as { week: { timeIntervals: JsonObject[] }[] };
    const days = week.map((day) => ({ ...day, day: weekdayOf(date) }));
    await append(log, streams.doctorSchedule(pocId), [golden('WeeklyScheduleSet', { week: days })]);
    const times = Array.from({ length: 12 }, (_, index) => 9 * 60 + 15 * index);
    const slots = times.map((at) => ({
      time: `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`,
      capacity: 3,
    }));
    await append(log, streams.doctorDay(pocId, date), [
      golden('SlotsPlanned', { slots }),
      golden('AppointmentBooked', { appointmentId: booked, patientId }),
      golden('AppointmentPaymentRecorded', { appointmentId: booked, patientId }),
      golden('AppointmentBooked', { appointmentId: cancelled, patientId }),
      golden('AppointmentCancelled', { appointmentId: cancelled, patientId }),
      golden('SlotsBlocked', { times: ['10:00', '10:15'] }),
      golden('SlotsUnblocked', { times: ['10:15'] }),
    ]);
  });
  product = await startProduct(dataDir, sharedSecrets);
  await eventually('the views have all', async () => {
    const { text } = await send(product.url, { method: 'GET', path: '/readyz' });
    return JSON.parse(text).caughtUp === true;
  });
  admin = { ...admin, ...callerAt(product.url, admin.cookie) };
}, 120_000);
afterAll(async () => {
  await product?.stop();
  removeData(dataDir);
});

test('hours, places and blocks are what they were', async () => {
  const week = (await admin.call('getSchedule', { pocId })).reply();
  const hours = { startTime: '09:00', endTime: '12:00', appointmentsPerSlot: 3, slotDuration: 15 };
  expect(week).toEqual([{ day: weekdayOf(date), timeIntervals: [hours] }]);
  const times = (await admin.call('listTimesWithAvailability', { pocId, date })).reply();
  expect(times).toHaveLength(12);
  const placesAt = (at: string) => {
    const found = times.find((time) => time.appointment_time === at);
    return [found?.active_status, found?.free, found?.capacity];
  };
  expect(['09:00', '09:15', '10:00', '10:15'].map(placesAt)).toEqual([
    ['available', 3, 3],
    ['available', 2, 3],
    ['blocked', 0, 3],
    ['available', 3, 3],
  ]);
  const blocked = (await admin.call('listBlockedSlots', { pocId })).reply();
  expect(blocked).toMatchObject([{ schedule_date: date, start_time: '10:00', end_time: '10:15', reason: null }]);
});

test('visits and their stories are what they were, with the chain whole', async () => {
  const details = (await admin.call('listAppointmentDetailsOfDoctor', { pocId })).reply();
  expect(new Map(details.map((row) => [row.AppointmentId, [row.Status, row.AppointmentTime, row.minutes]]))).toEqual(
    new Map([
      [booked, ['Confirmed', '09:15', null]],
      [cancelled, ['Cancelled', '09:15', null]],
    ]),
  );
  expect(details.every(({ UserName, session }) => UserName === 'Kavya Pillai' && session === undefined)).toBe(true);
  const story = (await admin.call('getAppointmentStory', { appointmentId: cancelled })).reply();
  expect(story.chainWhole).toBe(true);
  expect(story.entries.map(({ sentence }) => sentence.replace(/for \w+ \d+,/, 'for …,'))).toEqual([
    'Booked for …, 9:15 AM with Dr. Vikram Rao, Direct Consultation',
    'Cancelled',
  ]);
});

test('an export of the log fits its chain', async () => {
  const { text } = await eventually('the activity has all', async () => {
    const answer = await send(product.url, {
      path: endpoints.exportNdjson.path,
      body: { clientId, pocId },
      headers: { cookie: admin.cookie },
    });
    return answer.status === 200 && answer;
  });
  const lines = text.trimEnd().split('\n');
  const { key } = JSON.parse(lines[0] ?? '') as { key: PublicKey };
  const checker = new ExportChecker({
    sha256: (content) => hash('sha256', content, 'hex'),
    isSigned: (signed, content) => isSignedBy([key], signed, content),
  });
  for (const line of lines) await checker.check(line);
  const { faults, entries } = checker.finish();
  expect(faults).toEqual([]);
  expect(entries).toBeGreaterThanOrEqual(8);
});

test('decisions see them: a slot takes what it has left, a blocked one and the same patient nothing', async () => {
  const known = (await admin.call('listAppointmentDetailsOfDoctor', { pocId })).reply()[0]?.User_ID ?? '';
  const person = { email: 'p@x.example', location: 'Pune', clientId };
  const users = ['919876543211', '919876543212', '919876543213'].map(async (phone) => {
    const saved = await admin.call('saveUser', { ...person, phone, name: 'Meera Nair' });
    return saved.reply().userId;
  });
  const [one = '', two = '', three = ''] = await Promise.all(users);
  const book = async (userId: string, time: string) => {
    const booking = {
      clientId,
      pocId,
      userId,
      date,
      time,
      type: 'Direct Consultation',
      paymentStatus: 'Paid',
    } as const;
    const answer = await admin.call('createAppointment', booking);
    return answer.status === 200 ? 'booked' : answer.failure().code;
  };
  expect(await book(known, '09:15')).toBe('patient.already-booked');
  expect(await book(one, '10:00')).toBe('slot.blocked');
  expect([await book(one, '09:15'), await book(two, '09:15'), await book(three, '09:15')]).toEqual([
    'booked',
    'booked',
    'slot.full',
  ]);
  const cancel = { appointmentId: booked, status: 'Cancelled' } as const;
  expect((await admin.call('updateAppointmentStatusAsAdmin', cancel)).status).toBe(200);
  expect(await book(three, '09:15')).toBe('booked');
});
