import { streams } from '@dayline/contracts/events/categories';
import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import { appointmentId } from '@dayline/contracts/ids';
import { testId } from '../testing/ids.ts';
import { drAsha, frontDesk } from '../testing/sunrise.ts';
import type { RefusedEvent, Renaming } from './other-entries.ts';
import { type DayEvent, type StorySetting, storyOf } from './story.ts';

const pocId = testId(21);
const date = '2026-11-21';
const id = appointmentId(pocId, date, testId(51));
const otherId = appointmentId(pocId, date, testId(52));
const setting = { date, doctorName: 'Dr. Asha Menon' };
type Place = typeof setting;
const settingOf = (appointment: string, place: Place): StorySetting => ({
  appointments: new Map([[appointment, place]]),
  sessionOf: (session) => session && { name: session.name ?? '', branch: 'City Centre', room: `Room ${session.room}` },
});
const change = {
  appointmentId: id,
  patientId: testId(31),
  time: '11:20',
  minutes: 20,
  type: 'Direct Consultation' as const,
};

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
      channel: 'web',
      recordedAt,
      schemaVersion: 1,
      keyIds: [],
      chain: 'c',
    },
  } as DayEvent;
}

/** The sources of a history without refusals. */
const tell = (events: readonly DayEvent[], appointment: string, of: Place) =>
  storyOf({ events, refusals: [] }, settingOf(appointment, of));

const day: DayEvent[] = [
  recorded(
    0,
    '2026-11-18T10:32:00.000Z',
    { type: 'SlotsPlanned', data: { sessions: [], slots: [], weekRevision: 0, calendarRevision: null } },
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
      data: { appointmentId: id, patientId: testId(31), payment: 'Pay_later', amount: null, method: 'unknown' },
    },
    frontDesk,
  ),
  recorded(3, '2026-11-21T05:50:00.000Z', {
    type: 'AppointmentMarkedVisited',
    data: { ...change, appointmentId: otherId, statusBefore: 'Confirmed', statusAfter: 'Availed' },
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
  test('is in plain sentences, oldest first', () => {
    expect(tell(day, id, setting).map(({ sentence }) => sentence)).toEqual([
      'Booked for Nov 21, 11:20 AM with Dr. Asha Menon, Direct Consultation',
      'Payment recorded: Pay later',
      'Marked Not Visited',
      'Undo: status back to Confirmed',
      'Marked Visited',
    ]);
  });

  test('says what undid what, and when', () => {
    expect(tell(day, id, setting).map(({ note }) => note)).toEqual([
      'booking wizard',
      null,
      'undone 4 s later',
      'undoes the entry above',
      null,
    ]);
    const [, , marked, undone] = tell(day, id, setting);
    expect(marked).toMatchObject({ undoneBy: testId(105), undoes: null, statusAfter: 'Not_Availed' });
    expect(undone).toMatchObject({ undoes: testId(104), undoneBy: null, statusAfter: 'Confirmed' });
  });

  test('names who did it and by which channel, and carries the technical detail', () => {
    const [booked] = tell(day, id, setting);
    expect(booked).toMatchObject({
      actor: frontDesk,
      channel: 'web',
      recordedAt: '2026-11-18T10:32:00.000Z',
      revision: 1,
      stream: streams.doctorDay(pocId, date),
      data: { time: '11:20', statusAfter: 'Confirmed' },
      metadata: { correlationId: testId(2), schemaVersion: 1, chain: 'c' },
    });
    // It could confirm a guess at what was typed about an erased person.
    expect(booked?.metadata).not.toHaveProperty('commandDigest');
    const [event] = day.slice(1);
    if (!event) throw new Error('The day has a booking.');
    const byCommand = { ...event, metadata: { ...event.metadata, channel: 'command line' } } as DayEvent;
    expect(tell([byCommand], id, setting)[0]).toMatchObject({ channel: 'command line', note: null });
  });

  test('is the same in whatever order the events come', () => {
    expect(tell([...day].reverse(), id, setting)).toEqual(tell(day, id, setting));
  });

  test('leaves out what tells of another appointment of the day', () => {
    expect(tell(day, otherId, setting).map(({ eventId }) => eventId)).toEqual([testId(103)]);
  });

  test('names the session in which it is booked and to which it is moved', () => {
    const inSession = { visit: 'first', branchId: 1, session: { name: 'Special', branchId: 1, room: '12' } } as const;
    const { appointmentId, patientId, type, time, minutes } = change;
    const story = tell(
      [
        recorded(1, '2026-11-18T10:32:00.000Z', {
          type: 'AppointmentBooked',
          data: { ...change, ...inSession, statusBefore: null, statusAfter: 'Confirmed' },
        }),
        recorded(2, '2026-11-18T10:33:00.000Z', {
          type: 'AppointmentRescheduled',
          data: {
            ...{ appointmentId, patientId, type, time, minutes, timeBefore: '09:00', minutesBefore: 20 },
            ...{ ...inSession, visit: 'again', reason: 'asked for it', undoneEventId: null },
            feeChange: { before: 40_000, after: 80_000, difference: 'left' },
          },
        }),
      ],
      id,
      setting,
    );
    expect(story.map(({ sentence }) => sentence)).toEqual([
      'Booked for Nov 21, 11:20 AM with Dr. Asha Menon, Direct Consultation, Special, City Centre, Room 12, first visit',
      'Moved from 9:00 AM to 11:20 AM, Special, City Centre, Room 12, follow-up; the fee there is ₹800, difference waived: asked for it',
    ]);
  });

  test("says where the patient's name was corrected by an import", () => {
    const named = (revision: number, name: string, batchId?: string): Renaming => {
      const [{ metadata, ...event }] = [recorded(revision, '2026-11-22T06:01:00.000Z', day[0] as DayEvent)];
      const data = { name, email: null, location: null };
      const changed = { ...event, type: 'PatientDetailsCorrected', data, metadata: { ...metadata, batchId } };
      return { event: changed as Renaming['event'], before: 'Rohan' };
    };
    const renamings = [named(1, 'Rohan K'), named(2, 'Rohan Kulkarni', testId(60))];
    const story = storyOf({ events: [], refusals: [], renamings }, settingOf(id, setting));
    expect(story.map(({ sentence, note }) => [sentence, note])).toEqual([
      ["The patient's name was corrected: Rohan → Rohan K", null],
      ["The patient's name was corrected: Rohan → Rohan Kulkarni", 'by an import'],
    ]);
  });

  test('tells a correction with its reason, and without it once the patient was erased', () => {
    const corrected = (reason: string | null) =>
      recorded(7, '2026-11-22T06:01:00.000Z', {
        type: 'AppointmentStatusCorrected',
        data: { ...change, statusBefore: 'Not_Availed', statusAfter: 'Availed', reason },
      });
    const sentence = (reason: string | null) => tell([corrected(reason)], id, setting)[0]?.sentence;
    expect(sentence('came late')).toBe('Corrected to Visited: came late');
    expect(sentence(null)).toBe('Corrected to Visited');
  });

  test('tells a payment put right with its reason, and its undo', () => {
    const corrected = (
      revision: number,
      data: { paymentAfter: 'Paid' | 'Pay_later'; reason: string | null; undo?: string; amount?: number },
    ) =>
      recorded(revision, '2026-11-22T06:01:00.000Z', {
        type: 'AppointmentPaymentCorrected',
        data: {
          appointmentId: id,
          patientId: testId(31),
          paymentBefore: data.paymentAfter === 'Paid' ? 'Pay_later' : 'Paid',
          paymentAfter: data.paymentAfter,
          money: { status: data.paymentAfter, due: null, payments: [] },
          ...(data.paymentAfter === 'Paid' && data.amount !== undefined
            ? { amount: data.amount, method: 'cash' as const }
            : { amount: null, method: 'unknown' as const }),
          reason: data.reason,
          undoneEventId: data.undo ?? null,
        },
      });
    const story = tell(
      [
        corrected(7, { paymentAfter: 'Paid', reason: null }),
        corrected(8, { paymentAfter: 'Pay_later', reason: null, undo: testId(107) }),
        corrected(9, { paymentAfter: 'Pay_later', reason: 'The card was refused' }),
        corrected(10, { paymentAfter: 'Paid', reason: null, amount: 70_050 }),
      ],
      id,
      setting,
    );
    expect(story.map(({ sentence }) => sentence)).toEqual([
      'Payment changed to Paid',
      'Undo: payment back to Pay later',
      'Payment changed to Pay later: The card was refused',
      'Payment changed to Paid, ₹700.50 in cash',
    ]);
    expect(story.map(({ undoneBy, undoes }) => ({ undoneBy, undoes }))).toEqual([
      { undoneBy: testId(108), undoes: null },
      { undoneBy: null, undoes: testId(107) },
      { undoneBy: null, undoes: null },
      { undoneBy: null, undoes: null },
    ]);
  });

  test('says so when the undone entry is not the one above', () => {
    const between = recorded(5, '2026-11-21T05:54:02.000Z', {
      type: 'AppointmentPaymentRecorded',
      data: { appointmentId: id, patientId: testId(31), payment: 'Paid', amount: null, method: 'unknown' },
    });
    const cancelled = recorded(4, '2026-11-21T05:54:00.000Z', {
      type: 'AppointmentCancelled',
      data: { ...change, statusBefore: 'Confirmed', statusAfter: 'Cancelled' },
    });
    const undone = recorded(6, '2026-11-21T05:56:00.000Z', {
      type: 'AppointmentCancellationUndone',
      data: { ...change, statusBefore: 'Cancelled', statusAfter: 'Confirmed', undoneEventId: testId(104) },
    });
    const story = tell([cancelled, between, undone], id, setting);
    expect(story.map(({ sentence, note }) => [sentence, note])).toEqual([
      ['Cancelled', 'undone 2 min later'],
      ['Payment recorded: Paid', null],
      ['Undo: status back to Confirmed', 'undoes an earlier entry'],
    ]);
  });
});

describe('refused attempts', () => {
  const account = streams.account(drAsha.id);
  const refused = (revision: number, recordedAt: string, more: Partial<RefusedEvent['data']> = {}): RefusedEvent => ({
    ...recorded(revision, recordedAt, { type: 'DayUnblocked', data: {} }),
    type: 'CommandRefused',
    id: testId(200 + revision),
    position: String(900 + revision).padStart(16, '0'),
    data: {
      call: 'updateAppointmentStatusAsDoctor',
      subject: { appointmentId: id, status: 'Availed' },
      code: 'appointment.too-early',
      ...more,
    },
    stream: account,
  });
  const entriesOf = (...refusals: RefusedEvent[]) => storyOf({ events: day, refusals }, settingOf(id, setting));
  const triedPhrase = (more: Partial<RefusedEvent['data']>) =>
    entriesOf(refused(1, '2026-11-20T05:00:00.000Z', more)).find(({ type }) => type === 'CommandRefused');

  test('stand in place among the events, with who, what was tried, and why not', () => {
    const story = entriesOf(
      refused(2, '2026-11-21T06:01:00.000Z', {
        code: 'appointment.changed',
        subject: { appointmentId: id, status: 'Not_Availed' },
      }),
      refused(1, '2026-11-20T05:00:00.123Z'),
    );
    expect(story.map(({ sentence, note }) => [sentence, note])).toEqual([
      ['Booked for Nov 21, 11:20 AM with Dr. Asha Menon, Direct Consultation', 'booking wizard'],
      ['Payment recorded: Pay later', null],
      ['Tried to mark it Visited', 'refused: An appointment cannot be marked before its day.'],
      ['Marked Not Visited', 'undone 4 s later'],
      ['Undo: status back to Confirmed', 'undoes the entry above'],
      ['Marked Visited', null],
      ['Tried to mark it Not Visited', 'refused: Someone else has changed this appointment.'],
    ]);
    expect(story[2]).toMatchObject({
      eventId: testId(201),
      type: 'CommandRefused',
      actor: drAsha,
      channel: 'web',
      recordedAt: '2026-11-20T05:00:00.123Z',
      statusAfter: null,
      undoes: null,
      undoneBy: null,
      stream: account,
      revision: 1,
      position: '0000000000000901',
      data: { code: 'appointment.too-early' },
    });
  });

  test('come between an event and its undo, which then is no longer of the entry above', () => {
    const story = entriesOf(refused(1, '2026-11-21T05:54:02.000Z', { code: 'appointment.not-confirmed' }));
    expect(story.slice(2, 5).map(({ note }) => note)).toEqual([
      'undone 4 s later',
      'refused: Only a confirmed appointment can be changed.',
      'undoes an earlier entry',
    ]);
  });

  test('are the same in whatever order they come', () => {
    const [first, second] = [refused(1, '2026-11-20T05:00:00.000Z'), refused(2, '2026-11-20T05:00:00.000Z')];
    expect(entriesOf(second, first)).toEqual(entriesOf(first, second));
  });

  test.each([
    [{ subject: { status: 'Cancelled' } }, 'Tried to cancel it'],
    [{ subject: { status: 'Confirmed' }, code: 'undo.expired' }, 'Tried to set the status back to Confirmed'],
    [{ call: 'updateAppointmentStatusAsAdmin', subject: {} }, 'Tried to change the status'],
    [{ call: 'correctAppointmentStatus' }, 'Tried to correct the status to Visited'],
    [{ call: 'correctPayment', subject: {} }, 'Tried to change the payment'],
    [{ call: 'ofAnOlderBuild', subject: {} }, 'Tried to do this: ofAnOlderBuild'],
  ])('say what was tried: %j', (more, sentence) => {
    expect(triedPhrase(more)?.sentence).toBe(sentence);
  });

  test('tell a code that is none of today’s as it stands', () => {
    expect(triedPhrase({ code: 'older.code' })?.note).toBe('refused: older.code');
  });
});
