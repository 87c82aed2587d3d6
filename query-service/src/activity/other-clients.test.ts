import type { ClaimKind } from '@dayline/contracts/claims';
import { streams } from '@dayline/contracts/events/categories';
import { appointmentId } from '@dayline/contracts/ids';
import type { TestClinic } from '../testing/clinic.ts';
import { openViewReader } from '../testing/clinic-queries.ts';
import { testId } from '../testing/ids.ts';
import { type Booking, book, frontDesk, identity, lakeside, openSunrise, sunrise } from '../testing/sunrise.ts';

/** Refused commands that named another client's records, as recorded by this build and by older ones. */

const { clientId, asha } = sunrise;
const auditor = identity('auditor', clientId);
const theirDay = '2026-11-24';
let clinic: TestClinic;
let desk: ReturnType<typeof openViewReader>;
let theirs: Booking;

beforeAll(async () => {
  clinic = await openSunrise();
  desk = openViewReader(clinic);
  const { leela: pocId, canary: patientId } = lakeside;
  theirs = await book(clinic, { clientId: lakeside.clientId, pocId, patientId, date: theirDay, time: '10:30' });
});
afterAll(() => clinic.close());

type Refused = { readonly call: string; readonly foreign?: ClaimKind[]; readonly subject: Record<string, string> };

/** The newest entry of the reader's client after a refusal was recorded. */
async function entryOf(data: Refused) {
  await clinic.append(streams.account(frontDesk.id), clientId, frontDesk, {
    type: 'CommandRefused',
    data: { ...data, code: 'access.foreign' },
  });
  await clinic.project();
  const { entries } = await desk.body('listActivity', { clientId, pageSize: 1 }, auditor);
  return entries[0]?.sentence;
}

/** A subject with the ids of the other client, and the same with ids that don't exist. */
const recordedIds: readonly (readonly [string, (real: boolean) => Record<string, string>, string])[] = [
  [
    'updateAppointmentStatusAsAdmin',
    (real) => ({
      appointmentId: real ? theirs.appointmentId : appointmentId(testId(901), theirDay, testId(902)),
      status: 'Availed',
    }),
    'asked to change the status of an unknown appointment, an unknown doctor.',
  ],
  [
    'createAppointment',
    (real) => ({
      clientId,
      pocId: real ? lakeside.leela : testId(901),
      userId: real ? lakeside.canary : testId(903),
      date: theirDay,
      time: '10:30',
    }),
    'asked to book an unknown patient, an unknown doctor.',
  ],
  [
    'createAppointment',
    (real) => ({ clientId, pocId: asha, userId: real ? lakeside.canary : testId(903), date: '2026-11-21' }),
    'asked to book an unknown patient, Dr. Asha Menon.',
  ],
  [
    'unblockSlotById',
    (real) => ({ slotId: `${real ? lakeside.leela : testId(901)}_20261124_1030` }),
    'asked for: Free one slot by its id (an unknown doctor).',
  ],
];

test.each(recordedIds)(
  '%s recorded with ids of the other client names nobody of it, and no day: %#',
  async (call, subject, sentence) => {
    expect(await entryOf({ call, subject: subject(true) })).toBe(sentence);
    expect(await entryOf({ call, subject: subject(false) })).toBe(sentence);
  },
);

test('of foreign ids only the kind is recorded', async () => {
  const call = 'updateAppointmentStatusAsAdmin';
  expect(await entryOf({ call, subject: {}, foreign: ['appointment'] })).toBe(
    'asked to change the status of an unknown appointment.',
  );
  expect(await entryOf({ call: 'createAppointment', subject: { pocId: asha }, foreign: ['client', 'patient'] })).toBe(
    'asked to book an unknown client, an unknown patient, Dr. Asha Menon.',
  );
  expect(await entryOf({ call: 'saveUser', subject: {}, foreign: ['client'] })).toBe(
    'asked to save a patient of an unknown client.',
  );
});

test.each([
  ['createAppointment', 'asked to book an appointment.'],
  ['updateAppointmentStatusAsDoctor', 'asked to change the status of an appointment.'],
  ['correctPayment', 'asked to change the payment of an appointment.'],
  ['updateSchedule', 'asked to change a weekly schedule.'],
  ['saveUser', 'asked to save a patient.'],
  ['ofAnOlderBuild', 'asked for: ofAnOlderBuild.'],
])('%s without a subject is a whole sentence too', async (call, sentence) => {
  expect(await entryOf({ call, subject: {} })).toBe(sentence);
});

test('a snapshot knows no row and no name of another client, however it is asked', async () => {
  const snapshot = (await desk.read()).of(clientId);
  expect(await snapshot.desk.row('patients', lakeside.canary)).toBeNull();
  expect(await snapshot.desk.row('appointments', theirs.appointmentId)).toBeNull();
  expect(await snapshot.desk.row('clients', lakeside.clientId)).toBeNull();
  const ofDoctor = { view: 'appointments', where: { pocId: lakeside.leela }, order: [{ field: 'date' }] } as const;
  expect((await snapshot.desk.page(ofDoctor)).rows).toEqual([]);
  const { directory } = snapshot;
  const known = [
    directory.doctor(lakeside.leela),
    directory.department(lakeside.dental),
    directory.client(lakeside.clientId),
    ...directory.doctorsOf(lakeside.clientId),
    ...directory.departmentsOf(lakeside.clientId),
    ...directory.doctorsByDepartment(lakeside.clientId),
  ];
  expect(known.filter((row) => row !== null)).toEqual([]);
});
