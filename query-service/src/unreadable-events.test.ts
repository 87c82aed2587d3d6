import type { QueryName } from '@dayline/contracts/endpoints/table';
import { streams } from '@dayline/contracts/events/categories';
import type { JsonObject } from '@dayline/contracts/json';
import { isOutage } from '@dayline/http/outage';
import type { TestClinic } from './testing/clinic.ts';
import { openViewReader } from './testing/clinic-queries.ts';
import { testId } from './testing/ids.ts';
import {
  type Booking,
  book,
  frontDesk,
  identity,
  mark,
  openSunrise,
  saturdayMorning,
  sunrise,
  today,
} from './testing/sunrise.ts';

const { clientId, asha, rohan, cardiology } = sunrise;
const auditor = identity('auditor', clientId);
const at = saturdayMorning;
const month = today.slice(0, 7);

let clinic: TestClinic;
let booking: Booking;
beforeEach(async () => {
  clinic = await openSunrise();
  booking = await book(clinic);
  await mark(clinic, booking, 'Availed');
});
afterEach(() => clinic.close());

const day = streams.doctorDay(asha, today);
const account = streams.account(auditor.accountId);

/** Every read that folds events or renders them as text. */
const reads = (): readonly (readonly [QueryName, object])[] => [
  ['getAppointmentStory', { appointmentId: booking.appointmentId }],
  ['getBoardAsOf', { at }],
  ['getDashboardAsOf', { at }],
  ['getAvailabilityAsOf', { at, pocId: asha, date: today }],
  ['listAppointmentsAsOf', { at, date: today }],
  ['listReplayMarks', {}],
  ['getReport', { month, at }],
  ['exportReportCsv', { month, at }],
  ['exportReportNdjson', { month, at }],
  ['listActivity', { clientId }],
  ['getActivityCauses', { clientId, eventId: testId(5_000_000) }],
  ['countActivity', { clientId, date: today }],
  ['exportCsv', { clientId }],
  ['exportNdjson', { clientId }],
  ['checkLog', { clientId }],
  ['listTodaysAppointmentsOfClient', { clientId }],
  ['listAppointmentDetailsOfClient', { clientId, date: today, sort: 'oldest' }],
  ['listSlotsOfDoctor', { clientId, pocId: asha, from: today, to: today }],
];

interface DamagedEvent {
  readonly stream: string;
  readonly type: string;
  readonly version?: number;
  readonly data?: JsonObject;
}

/** Appends without schema validation, as anybody who can write to the store could. Returns its position. */
async function append({ stream, type, version = 1, data = {} }: DamagedEvent): Promise<string> {
  const { eventLog } = clinic;
  const [last] = await eventLog.readStream(stream, { direction: 'backward', limit: 1 });
  const id = testId(5_000_000);
  const metadata = {
    ...{ commandId: id, commandDigest: '', correlationId: id, causationId: id, actor: frontDesk, clientId },
    channel: 'web' as const,
    ...{ recordedAt: '2026-11-21T05:00:00.000Z', schemaVersion: version, keyIds: [], chain: 'chain' },
  };
  await eventLog.append(stream, last?.revision ?? 'noStream', [{ id, type, data, metadata }]);
  return eventLog.head();
}

/** The outcome of each read: its answer, or its refusal or outage by name. */
async function outcomes(): Promise<Record<string, string>> {
  const queries = openViewReader(clinic);
  const found: Record<string, string> = {};
  for (const [name, request] of reads()) {
    try {
      // Cast is safe: each request belongs to its query.
      const answer = await queries.ask(name, request as never, auditor);
      if (!('refused' in answer)) for await (const _ of answer.text ?? answer.pieces ?? []);
      found[name] = 'refused' in answer ? answer.refused : 'answered';
    } catch (error) {
      found[name] = isOutage(error) ? (error as Error).name : `a fault: ${error}`;
    }
  }
  return found;
}

const unbooked = {
  ...{ appointmentId: `${asha}_20261121_${testId(9)}`, patientId: rohan, time: '10:00', minutes: 30 },
};
const marked = { ...unbooked, type: 'Direct Consultation', statusBefore: 'Confirmed', statusAfter: 'Availed' };

test.each<readonly [string, DamagedEvent, story: 'EventLogNewer' | 'EventLogDamaged' | 'answered']>([
  ['an unknown type', { stream: day, type: 'FromTheFuture' }, 'EventLogNewer'],
  ['a newer version', { stream: streams.patient(rohan), type: 'PatientErased', version: 2 }, 'EventLogNewer'],
  ['a type of another category', { stream: day, type: 'SignedOut' }, 'EventLogDamaged'],
  ['a plan without slots', { stream: day, type: 'SlotsPlanned' }, 'EventLogDamaged'],
  ['a block without spans', { stream: day, type: 'SlotsBlocked' }, 'EventLogDamaged'],
  ['a mark without a booking', { stream: day, type: 'AppointmentMarkedVisited', data: marked }, 'answered'],
  [
    'a name that is a number',
    { stream: streams.patient(rohan), type: 'PatientDetailsCorrected', data: { name: 5 } },
    'EventLogDamaged',
  ],
  ['a patient of nobody', { stream: streams.patient(rohan), type: 'PatientRegistered' }, 'EventLogDamaged'],
  ['settings without any', { stream: streams.client(clientId), type: 'ClientOnboarded' }, 'answered'],
  ['a fee without an amount', { stream: streams.doctor(asha), type: 'ConsultationFeeSet' }, 'answered'],
  ['a week without days', { stream: streams.doctorSchedule(asha), type: 'WeeklyScheduleSet' }, 'answered'],
  ['a name that is none', { stream: streams.department(cardiology), type: 'DepartmentRenamed' }, 'answered'],
  ['an export of nothing', { stream: account, type: 'ExportMade' }, 'answered'],
  ['a head without a digest', { stream: streams.logHeads, type: 'LogHeadSigned' }, 'answered'],
  ['a set-back among the heads', { stream: streams.logHeads, type: 'LogSetBackAccepted' }, 'answered'],
])(
  '%s makes no read a fault: what folds its stream is an outage that names the position, or leaves it out as the views do',
  async (_, wrong, story) => {
    await clinic.project();
    const position = await append(wrong);
    // A projector stops at an event of a newer build.
    if (story !== 'EventLogNewer') await clinic.project();
    clinic.clock.set('2026-11-22T05:00:00.000Z');
    const found = await outcomes();
    expect(Object.entries(found).filter(([, outcome]) => outcome.startsWith('a fault'))).toEqual([]);
    expect(found).toMatchObject({ getAppointmentStory: story, listTodaysAppointmentsOfClient: 'answered' });
    if (story !== 'EventLogNewer') expect(found).toMatchObject({ listActivity: 'answered' });
    if (story !== 'answered') expect(await clinic.sealedLog.unreadable()).toContain(position);
  },
);
