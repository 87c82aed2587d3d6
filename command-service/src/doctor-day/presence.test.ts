import type { Presence, queueOrders } from '@dayline/contracts/clinic/queue';
import type { Week } from '@dayline/contracts/clinic/schedule';
import type { VisitKind } from '@dayline/contracts/clinic/sessions';
import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import {
  booked,
  changed,
  clinicAt,
  context,
  date,
  early,
  idOf,
  paid,
  patientOf,
  planned,
} from '../testing/doctor-day.ts';
import { specification } from '../testing/given-when-then.ts';
import { doctorDay } from './decide.ts';
import type { WalkIn } from './walk-in.ts';

/** "Presence stands beside the four statuses" (the desk's day, 2): two places per half hour, 09:00 and 09:30. */
const { given } = specification(doctorDay);
const at = (time: string) => ({ at: clinicAt(date, time) });
const now = (time: string) => context({ now: clinicAt(date, time) });
const of = (index: number) => ({ appointmentId: idOf(index), patientId: patientOf(index) });

const arrive = (index: number) => ({ kind: 'arrive', appointmentId: idOf(index) }) as const;
const leave = (index: number, eventId?: string) =>
  ({ kind: 'withdrawArrival', appointmentId: idOf(index), eventId }) as const;
const call = (index: number, room: string | null = null) =>
  ({ kind: 'call', appointmentId: idOf(index), room }) as const;
const callBack = (index: number, eventId?: string) =>
  ({ kind: 'withdrawCall', appointmentId: idOf(index), eventId }) as const;
const callNext = (token: number, order: (typeof queueOrders)[number] = 'token', lateAfterMinutes = 10) =>
  ({ kind: 'callNext', token, rule: { order, lateAfterMinutes }, room: 'Room 4' }) as const;

const arrived = (index: number, token: number, arrivedAt = '08:00'): DoctorDayEvent => ({
  type: 'PatientArrived',
  data: { ...of(index), token, arrivedAt },
});
const left = (index: number, undoneEventId: string): DoctorDayEvent => ({
  type: 'ArrivalWithdrawn',
  data: { ...of(index), undoneEventId },
});
const called = (index: number, room: string | null = null): DoctorDayEvent => ({
  type: 'PatientCalled',
  data: { ...of(index), room },
});
const calledBack = (index: number, undoneEventId: string, before: Presence['call'] = null): DoctorDayEvent => ({
  type: 'CallWithdrawn',
  data: { ...of(index), call: before, undoneEventId },
});

describe('an arrival', () => {
  const two = given(planned, booked(1), booked(2, '09:30'));

  test('gives tokens in order, and the same one again', () => {
    two.when(arrive(2), now('08:40')).thenAppends(arrived(2, 1, '08:40'));
    const first = two.and([arrived(2, 1)], at('08:00'));
    first.when(arrive(1), context()).thenAppends(arrived(1, 2));
    first.when(arrive(2), context()).thenAppends();
    first
      .and([left(2, 'event-3'), arrived(1, 2)])
      .when(arrive(2), context())
      .thenAppends(arrived(2, 1));
  });

  test('is of a Confirmed appointment of today', () => {
    two.when(arrive(3), context()).thenRefused('appointment.unknown');
    two
      .and([changed('AppointmentMarkedVisited', 1)])
      .when(arrive(1), context())
      .thenRefused('appointment.not-confirmed', { status: 'Availed' });
    for (const day of ['2026-11-20', '2026-11-22']) {
      two.when(arrive(1), context({ now: clinicAt(day, '08:00') })).thenRefused('queue.not-today');
    }
  });

  test('is undone within 15 s while nothing came after it, by the desk also later and with its call', () => {
    const here = two.and([arrived(1, 1)], { at: early });
    here.when(leave(1, 'event-3'), context()).thenAppends(left(1, 'event-3'));
    here.when(leave(1, 'event-3'), context({ now: early + 15_001 })).thenRefused('undo.expired');
    here.when(leave(1, 'event-2'), context()).thenRefused('undo.unknown');
    here
      .and([left(1, 'event-3')], { at: early })
      .when(leave(1, 'event-3'), context())
      .thenRepeats(4);
    here
      .and([called(1)])
      .when(leave(1, 'event-3'), context())
      .thenRefused('appointment.changed');
    const late = here.and([called(1)]).and([]);
    late.when(leave(1), now('09:40')).thenAppends(left(1, 'event-3'));
    late
      .and([left(1, 'event-3')])
      .when(call(1), context())
      .thenRefused('queue.not-arrived');
    two.when(leave(1), context()).thenAppends();
  });
});

describe('a call', () => {
  const waiting = given(planned, booked(1, '09:30'), booked(2), booked(3)).and(
    [arrived(1, 1, '08:30'), arrived(2, 2, '08:40'), arrived(3, 3, '09:20')],
    at('09:20'),
  );

  test('is of somebody who is there, also again', () => {
    waiting.when(call(3, 'Room 4'), context()).thenAppends(called(3, 'Room 4'));
    waiting
      .and([called(3)])
      .when(call(3, 'Room 2'), context())
      .thenAppends(called(3, 'Room 2'));
    given(planned, booked(1)).when(call(1), context()).thenRefused('queue.not-arrived');
  });

  test('of the next is by token, or by time with late-comers behind', () => {
    waiting.when(callNext(1), context()).thenAppends(called(1, 'Room 4'));
    waiting.when(callNext(2, 'time'), context()).thenAppends(called(2, 'Room 4'));
    // The third came 20 minutes late.
    const rest = waiting.and([called(2)]);
    rest.when(callNext(3, 'time'), context()).thenRefused('queue.changed', { next: { token: 1 } });
    // Nobody is late before half an hour.
    rest.when(callNext(3, 'time', 30), context()).thenAppends(called(3, 'Room 4'));
  });

  test('of a token that is not next any more says who is', () => {
    const afterCall = waiting.and([called(1)]);
    afterCall.when(callNext(1), context()).thenRefused('queue.changed', { next: { appointmentId: idOf(2), token: 2 } });
    waiting.when(callNext(99), context()).thenRefused('queue.changed', { next: { token: 1 } });
    given(planned).when(callNext(1), context()).thenRefused('queue.changed', { next: null });
  });

  test('is undone to what was before, and withdrawn to waiting at the same place', () => {
    const again = waiting.and([called(1, 'Room 1'), called(1, 'Room 2')], { at: early });
    const before = { room: 'Room 1', calledAt: new Date(early + 3_600_000).toISOString() };
    again.when(callBack(1, 'event-8'), context()).thenAppends(calledBack(1, 'event-8', before));
    again.when(callBack(1, 'event-7'), context()).thenRefused('appointment.changed');
    again.when(callBack(1), now('09:40')).thenAppends(calledBack(1, 'event-8'));
    again
      .and([calledBack(1, 'event-8')])
      .when(callNext(1), context())
      .thenAppends(called(1, 'Room 4'));
    waiting.when(callBack(1), context()).thenAppends();
  });
});

describe('a walk-in', () => {
  const walkIn = (index: number, more: Partial<WalkIn> = {}): WalkIn => ({
    ...{ kind: 'walkIn', ...of(index), payment: 'Pay_later', branchId: 0 },
    ...more,
  });

  test('is booked and has arrived at once: in the running slot, else at the next free time', () => {
    const afterBooking = given(planned, booked(1));
    afterBooking.when(walkIn(2), now('09:20')).thenAppends(booked(2), paid(2), arrived(2, 1, '09:20'));
    afterBooking
      .and([booked(2)])
      .when(walkIn(3), now('09:20'))
      .thenAppends(booked(3, '09:30'), paid(3), arrived(3, 1, '09:20'));
  });

  test('goes beyond the running slot’s places, up to the client’s limit, when all is full', () => {
    const full = given(planned, booked(1, '09:30'), booked(2, '09:30'));
    const of = { appointmentId: idOf(3), patientId: patientOf(3) };
    const overbooked: DoctorDayEvent = { type: 'AppointmentOverbooked', data: { ...of, reason: 'walk-in' } };
    const events = [booked(3, '09:30'), paid(3), overbooked, arrived(3, 1, '09:40')];
    full.when(walkIn(3), now('09:40')).thenAppends(...events);
    full.and(events).when(walkIn(4), now('09:41')).thenRefused('slot.full');
  });

  test('is undone as one for 15 s: cancelled, and what was paid is given back', () => {
    const events = [booked(2), paid(2), arrived(2, 1, '09:20')];
    const walked = given(planned).and(events, { at: clinicAt(date, '09:20'), commandId: 'walks-in' });
    // The id of the arrival: the plan was the first event.
    const undo = { kind: 'undoWalkIn', appointmentId: idOf(2), eventId: 'event-3' } as const;
    const { type, data } = changed('AppointmentCancelled', 2);
    const cancelled = { type, data: { ...data, undoneEventId: 'event-3' } } as DoctorDayEvent;
    walked.when(undo, now('09:20')).thenAppends(cancelled);
    walked.when(undo, now('09:21')).thenRefused('undo.expired');
    walked.and([cancelled]).when(undo, now('09:20')).thenRepeats(4);
    walked.when({ ...undo, eventId: 'event-1' }, now('09:20')).thenRefused('undo.unknown');
    walked
      .and([called(2)])
      .when(undo, now('09:20'))
      .thenRefused('appointment.changed');
    // Somebody booked before, and who arrived later.
    given(planned, booked(2), paid(2))
      .and([arrived(2, 1, '09:20')], { at: clinicAt(date, '09:20'), commandId: 'arrives' })
      .when(undo, now('09:20'))
      .thenRefused('undo.unknown');
  });

  test('finds no place when all is full, blocked or over', () => {
    const full = given(planned, booked(1, '09:30'), booked(2, '09:30'));
    full.when(walkIn(3), { ...now('09:40'), overbookPerSlot: 0 }).thenRefused('slot.full');
    given(planned, { type: 'DayBlocked', data: { reason: null } })
      .when(walkIn(3), now('09:10'))
      .thenRefused('slot.blocked');
    given(planned)
      .when(walkIn(3), { ...now('10:00'), overbookPerSlot: 0 })
      .thenRefused('slot.unknown');
    given(planned)
      .when(walkIn(3), context({ now: clinicAt('2026-11-20', '09:10') }))
      .thenRefused('queue.not-today');
  });

  test('who has a visit today is offered that one', () => {
    given(planned, booked(1, '09:30'))
      .when(walkIn(2, { patientId: patientOf(1) }), now('09:10'))
      .thenRefused('patient.already-booked', { visit: { appointmentId: idOf(1), time: '09:30' } });
  });

  test('has the numbers and the list of its kind of visit, also after bookings closed', () => {
    const interval = { startTime: '09:00', endTime: '10:00', appointmentsPerSlot: 10, slotDuration: 60 };
    const session = { quota: { first: 2, again: 2 }, bookUntil: { daysBefore: 0, time: '08:00' } };
    const week: Week = [{ day: 'Saturday', timeIntervals: [{ ...interval, ...session }] }];
    const listed = (time: string) => context({ now: clinicAt(date, time), schedule: { week, revision: 0 } });
    const plannedAs: DoctorDayEvent = {
      type: 'SlotsPlanned',
      data: {
        sessions: [{ ...session, only: true }],
        slots: [{ time: '09:00', minutes: 60, capacity: 10, session: 0 }],
        ...{ weekRevision: 0, calendarRevision: null },
      },
    };
    const walked = (index: number, visit: VisitKind, token: number): DoctorDayEvent[] => [
      {
        type: 'AppointmentBooked',
        data: {
          ...{ ...of(index), time: '09:00', minutes: 60, visit, type: 'Direct Consultation', branchId: 0 },
          ...{ statusBefore: null, statusAfter: 'Confirmed' },
        },
      },
      paid(index),
      arrived(index, token, '09:10'),
    ];
    const ask = (index: number, visit: VisitKind) => [walkIn(index, { visit }), listed('09:10')] as const;
    let day = given(plannedAs);
    const lots = [
      ['again', 3],
      ['first', 1],
      ['again', 4],
      ['first', 2],
    ] as const;
    for (const [index, [visit, token]] of lots.entries()) {
      const events = walked(index, visit, token);
      day.when(...ask(index, visit)).thenAppends(...events);
      day = day.and(events);
    }
    const [walk, at] = ask(9, 'first');
    day.when(walk, { ...at, overbookPerSlot: 0 }).thenRefused('session.list-full');
  });
});

describe('how late the doctor is', () => {
  const late = (lateBy: number | null): DoctorDayEvent => ({ type: 'DoctorLatenessSet', data: { lateBy } });
  const set = (minutes: number | null, before: number | null = null) =>
    ({ kind: 'setLateness', minutes, before }) as const;

  test('is set, changed and ended, each once', () => {
    given().when(set(30), now('08:00')).thenAppends(late(30));
    given(late(30)).when(set(30), now('08:00')).thenAppends();
    given(late(30)).when(set(45, 30), now('08:00')).thenAppends(late(45));
    given(late(30)).when(set(null, 30), now('08:00')).thenAppends(late(null));
    given(late(30), late(null)).when(set(null), now('08:00')).thenAppends();
  });

  test('is not overwritten where another desk has set it since', () => {
    given(late(60)).when(set(null, 30), now('08:00')).thenRefused('lateness.changed');
    given(late(30)).when(set(45), now('08:00')).thenRefused('lateness.changed');
  });

  test('is of the clinic’s today', () => {
    given()
      .when(set(30), context({ now: clinicAt('2026-01-01', '08:00') }))
      .thenRefused('queue.not-today');
  });
});
