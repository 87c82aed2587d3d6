import type { StoryEntry } from '@dayline/contracts/endpoints/audit/audit';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { streams } from '@dayline/contracts/events/categories';
import { appointmentId } from '@dayline/contracts/ids';
import { testId } from '../../shared/testing/identities.ts';

const pocId = testId(200);
const date = '2026-11-21';
export const storyId = appointmentId(pocId, date, testId(500));
const desk = { kind: 'admin', id: testId(1), name: 'Front Desk 1' } as const;
const doctor = { kind: 'doctor', id: testId(2), name: 'Dr. Asha Menon' } as const;

const entry = (
  revision: number,
  recordedAt: string,
  entry: Pick<StoryEntry, 'type' | 'sentence' | 'actor'> & Partial<StoryEntry>,
): StoryEntry => ({
  eventId: testId(600 + revision),
  note: null,
  recordedAt,
  statusAfter: null,
  undoes: null,
  undoneBy: null,
  stream: streams.doctorDay(pocId, date),
  revision,
  position: String(revision).padStart(16, '0'),
  channel: 'web',
  words: { code: 'statement', args: [] },
  noteWords: null,
  data: { appointmentId: storyId },
  metadata: {
    commandId: testId(750 + revision),
    correlationId: testId(700 + revision),
    causationId: testId(700 + revision),
    actor: entry.actor,
    clientId: testId(1),
    channel: 'web',
    recordedAt,
    schemaVersion: 1,
    keyIds: ['key-1'],
    chain: 'c0ffee'.repeat(10),
  },
  ...entry,
});

/** The doctor's refused attempt to mark a visit, the day before. */
export const aRefusal: StoryEntry = {
  ...entry(3, '2026-11-20T05:54:07.250Z', {
    type: 'CommandRefused',
    sentence: 'Tried to mark it Visited',
    actor: doctor,
    note: 'refused: An appointment cannot be marked before its day.',
  }),
  eventId: testId(650),
  stream: streams.account(doctor.id),
};

/** A history as the server returns it: booked, marked by mistake, undone, marked. */
export const aStory: ResponseOf<'getAppointmentStory'> = {
  appointment: {
    AppointmentId: storyId,
    Status: 'Availed',
    User_ID: testId(900),
    UserName: 'Rohan Kulkarni',
    UserContact: '919845012345',
    UserLocation: 'Pune',
    POC_ID: pocId,
    POCName: 'Dr. Asha Menon',
    Specialization: 'Cardiology',
    BranchID: 0,
    BranchName: null,
    AppointmentType: 'Direct Consultation',
    AppointmentDate: date,
    AppointmentTime: '11:20',
    minutes: 20,
    Payment_Status: 'Pay_later',
    money: { amount: 70_000 },
    at: '0000000000000009',
  },
  movedTo: null,
  whenBooked: {
    fee: '500.00',
    meetingLink: 'https://meet.google.com/abc-defg-hij',
    hours: [{ startTime: '09:00', endTime: '12:00', appointmentsPerSlot: 2, slotDuration: 20 }],
    branch: { id: 1, name: 'Main Branch' },
  },
  entries: [
    entry(1, '2026-11-18T10:32:00.000Z', {
      type: 'AppointmentBooked',
      sentence: 'Booked for Nov 21, 11:20 AM with Dr. Asha Menon, Direct Consultation',
      actor: desk,
      note: 'booking wizard',
      statusAfter: 'Confirmed',
    }),
    entry(2, '2026-11-18T10:32:00.000Z', {
      type: 'AppointmentPaymentRecorded',
      sentence: 'Payment recorded: Pay later',
      actor: desk,
    }),
    entry(3, '2026-11-21T05:54:00.000Z', {
      type: 'AppointmentMarkedNotVisited',
      sentence: 'Marked Not Visited',
      actor: doctor,
      note: 'undone 4 s later',
      statusAfter: 'Not_Availed',
      undoneBy: testId(604),
    }),
    entry(4, '2026-11-21T05:54:04.000Z', {
      type: 'AppointmentMarkUndone',
      sentence: 'Undo: status back to Confirmed',
      actor: doctor,
      note: 'undoes the entry above',
      statusAfter: 'Confirmed',
      undoes: testId(603),
    }),
    entry(5, '2026-11-21T06:01:00.000Z', {
      type: 'AppointmentMarkedVisited',
      sentence: 'Marked Visited',
      actor: doctor,
      statusAfter: 'Availed',
    }),
  ],
  chainWhole: true,
  refusalsLevel: true,
  zone: 'Asia/Kolkata',
};
