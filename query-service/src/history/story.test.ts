import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import { appointmentId, streams } from '@dayline/contracts/ids';
import { testId } from '../testing/ids.ts';
import { drAsha, frontDesk } from '../testing/sunrise.ts';
import { type DayEvent, storyOf } from './story.ts';

const pocId = testId(21);
const date = '2026-11-21';
const id = appointmentId(pocId, date, testId(51));
const other = appointmentId(pocId, date, testId(52));
const setting = { date, doctorName: 'Dr. Asha Menon' };
const change = { appointmentId: id, patientId: testId(31), time: '11:20', type: 'Direct Consultation' as const };

function recorded(revision: number, recordedAt: string, event: DoctorDayEvent, actor = drAsha): DayEvent {
  return {
    ...event,
    id: testId(100 + revision),
    stream: streams.doctorDay(pocId, date),
    revision,
    position: String(revision).padStart(16, '0'),
    metadata: {
      commandId: testId(1),
      commandDigest: '',
      correlationId: testId(2),
      causationId: testId(2),
      actor,
      clientId: testId(1),
      recordedAt,
      schemaVersion: 1,
      keyIds: [],
      chain: 'c',
    },
  } as DayEvent;
}

const day: DayEvent[] = [
  recorded(
    0,
    '2026-11-18T10:32:00.000Z',
    { type: 'SlotsPlanned', data: { slots: [], scheduleRevision: 0 } },
    frontDesk,
  ),
  recorded(
    1,
    '2026-11-18T10:32:00.000Z',
    {
      type: 'AppointmentBooked',
      data: { ...change, statusBefore: null, statusAfter: 'Confirmed', branchId: 0 },
    },
    frontDesk,
  ),
  recorded(
    2,
    '2026-11-18T10:32:00.000Z',
    {
      type: 'AppointmentPaymentRecorded',
      data: { appointmentId: id, patientId: testId(31), payment: 'Pay_later' },
    },
    frontDesk,
  ),
  recorded(3, '2026-11-21T05:50:00.000Z', {
    type: 'AppointmentMarkedVisited',
    data: { ...change, appointmentId: other, statusBefore: 'Confirmed', statusAfter: 'Availed' },
  }),
  recorded(4, '2026-11-21T05:54:00.000Z', {
    type: 'AppointmentMarkedNotVisited',
    data: { ...change, statusBefore: 'Confirmed', statusAfter: 'Not_Availed' },
  }),
  recorded(5, '2026-11-21T05:54:04.000Z', {
    type: 'AppointmentMarkUndone',
    data: { ...change, statusBefore: 'Not_Availed', statusAfter: 'Confirmed', undoneEventId: testId(104) },
  }),
  recorded(6, '2026-11-21T06:01:00.000Z', {
    type: 'AppointmentMarkedVisited',
    data: { ...change, statusBefore: 'Confirmed', statusAfter: 'Availed' },
  }),
];

describe("an appointment's story", () => {
  test('is told in plain sentences, oldest first', () => {
    expect(storyOf(day, id, setting).map(({ sentence }) => sentence)).toEqual([
      'Booked for Nov 21, 11:20 AM with Dr. Asha Menon, Direct Consultation',
      'Payment recorded: Pay later',
      'Marked Not Visited',
      'Undo: status back to Confirmed',
      'Marked Visited',
    ]);
  });

  test('says what undid what, and when', () => {
    expect(storyOf(day, id, setting).map(({ note }) => note)).toEqual([
      'booking wizard',
      null,
      'undone 4 s later',
      'undoes the entry above',
      null,
    ]);
    const [, , marked, undone] = storyOf(day, id, setting);
    expect(marked).toMatchObject({ undoneBy: testId(105), undoes: null, statusAfter: 'Not_Availed' });
    expect(undone).toMatchObject({ undoes: testId(104), undoneBy: null, statusAfter: 'Confirmed' });
  });

  test('names who did it, and carries the technical detail', () => {
    expect(storyOf(day, id, setting)[0]).toMatchObject({
      actor: frontDesk,
      recordedAt: '2026-11-18T10:32:00.000Z',
      revision: 1,
      chain: 'c',
      stream: streams.doctorDay(pocId, date),
    });
  });

  test('is the same in whatever order the events come', () => {
    expect(storyOf([...day].reverse(), id, setting)).toEqual(storyOf(day, id, setting));
  });

  test('leaves out what tells of another appointment of the day', () => {
    expect(storyOf(day, other, setting).map(({ eventId }) => eventId)).toEqual([testId(103)]);
  });

  test('tells a correction with its reason, and without it once the patient was erased', () => {
    const corrected = (reason: string | null) =>
      recorded(7, '2026-11-22T06:01:00.000Z', {
        type: 'AppointmentStatusCorrected',
        data: { ...change, statusBefore: 'Not_Availed', statusAfter: 'Availed', reason },
      });
    const sentence = (reason: string | null) => storyOf([corrected(reason)], id, setting)[0]?.sentence;
    expect(sentence('came late')).toBe('Corrected to Visited: came late');
    expect(sentence(null)).toBe('Corrected to Visited');
  });

  test('says so when the undone entry is not the one above', () => {
    const between = recorded(5, '2026-11-21T05:54:02.000Z', {
      type: 'AppointmentPaymentRecorded',
      data: { appointmentId: id, patientId: testId(31), payment: 'Paid' },
    });
    const cancelled = recorded(4, '2026-11-21T05:54:00.000Z', {
      type: 'AppointmentCancelled',
      data: { ...change, statusBefore: 'Confirmed', statusAfter: 'Cancelled' },
    });
    const undone = recorded(6, '2026-11-21T05:56:00.000Z', {
      type: 'AppointmentCancellationUndone',
      data: { ...change, statusBefore: 'Cancelled', statusAfter: 'Confirmed', undoneEventId: testId(104) },
    });
    const story = storyOf([cancelled, between, undone], id, setting);
    expect(story.map(({ sentence, note }) => [sentence, note])).toEqual([
      ['Cancelled', 'undone 2 min later'],
      ['Payment recorded: Paid', null],
      ['Undo: status back to Confirmed', 'undoes an earlier entry'],
    ]);
  });
});
