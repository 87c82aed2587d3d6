import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import { holdMs } from '@dayline/contracts/partner/holds';
import { isRefused } from '../command-handler/decider.ts';
import {
  book,
  booked,
  changed,
  context,
  early,
  halfHour,
  idOf,
  paid,
  patientOf,
  plan,
  planned,
  slots,
  undone,
} from '../testing/doctor-day.ts';
import { specification } from '../testing/given-when-then.ts';
import { doctorDay } from './decide.ts';
import type { HoldPlace } from './holds.ts';

/** A held place counts as taken until it lapses by the clock of the command. The slots have two places. */

const { given } = specification(doctorDay);
const until = new Date(early + holdMs).toISOString();
const later = context({ now: early + holdMs });
const hold = (index: number, time = '09:00'): HoldPlace => {
  const asked = { time, type: 'Direct Consultation', onRequest: null } as const;
  return { kind: 'hold', appointmentId: idOf(index), until, ...asked };
};
const held = (index: number, time = '09:00'): DoctorDayEvent => ({
  type: 'PlaceHeld',
  data: { appointmentId: idOf(index), time, minutes: 30, until },
});
const ended = (type: 'HoldReleased' | 'HoldLapsed', index: number, time = '09:00'): DoctorDayEvent => ({
  type,
  data: { appointmentId: idOf(index), time },
});
const bookHeld = (index: number, more = {}) => book(index, { holder: 'desk', ...more });
const release = (index: number, holder = 'desk') =>
  ({ kind: 'releaseHold', appointmentId: idOf(index), holder }) as const;
const over = (index: number): DoctorDayEvent => ({
  type: 'AppointmentOverbooked',
  data: { appointmentId: idOf(index), patientId: patientOf(index), reason: 'Fever' },
});

const withHold = given(planned, booked(1), paid(1), held(2));

test('a place is held for the waiting list once by one id, also once it has ended', () => {
  const waiting = { waitingId: 'entry', patientId: patientOf(2) };
  const place = { ...hold(2), waiting };
  given(planned, held(2), ended('HoldReleased', 2)).when(place, context()).thenRefused('waiting.offered');
});

describe('a hold', () => {
  test('takes a place by the rules of a booking, with the plan of its day and nobody’s name', () => {
    given().when(hold(1), context()).thenAppends(planned, held(1));
    given(planned, booked(1), paid(1)).when(hold(2), context()).thenAppends(held(2));
    withHold.when(hold(3), context()).thenRefused('slot.full', { freeTimes: [{ time: '09:30', left: 2 }] });
    given(planned, { type: 'DayBlocked', data: { reason: null } })
      .when(hold(1), context())
      .thenRefused('slot.blocked');
    given(planned).when(hold(1, '09:10'), context()).thenRefused('slot.unknown');
    given(planned)
      .when(hold(1), context({ now: early + 86_400_000 }))
      .thenRefused('slot.passed');
    given(planned)
      .when({ ...hold(1), onRequest: 'Call us.' }, context())
      .thenRefused('doctor.on-request');
    given(planned)
      .when({ ...hold(1), type: 'Tele Consultation' }, context())
      .thenRefused('payment.upfront');
  });

  test('counts for bookings, moves and walk-ins, and until it lapses', () => {
    withHold.when(book(3), context()).thenRefused('slot.full');
    const move = { kind: 'reschedule', appointmentId: idOf(4), time: '09:00', reason: null, branchId: 0 } as const;
    withHold
      .and([booked(4, '09:30'), paid(4)])
      .when(move, context())
      .thenRefused('slot.full');
    withHold.when(book(3), later).thenAppends(ended('HoldLapsed', 2), booked(3), paid(3));
    // A refused command records nothing.
    withHold.when(book(3, { time: '09:10' }), later).thenRefused('slot.unknown');
  });

  test('is booked under its id, once, by its holder, at its time', () => {
    withHold.when(bookHeld(2), context()).thenAppends(booked(2), paid(2));
    withHold.when(bookHeld(2, { holder: 'another key' }), context()).thenRefused('hold.unknown');
    withHold.when(bookHeld(2, { time: '09:30' }), context()).thenRefused('hold.unknown');
    withHold.when(bookHeld(3), context()).thenRefused('hold.unknown');
    withHold
      .and([booked(2), paid(2)])
      .when(bookHeld(2), context())
      .thenRefused('hold.ended');
    withHold
      .and([ended('HoldReleased', 2)])
      .when(bookHeld(2), context())
      .thenRefused('hold.ended');
    const own = withHold.when(bookHeld(2, { patientId: patientOf(1) }), context());
    own.thenRefused('patient.already-booked');
  });

  test('that lapsed books like any other, else says so with free times', () => {
    const lapsed = ended('HoldLapsed', 2);
    withHold.when(bookHeld(2), later).thenAppends(lapsed, booked(2), paid(2));
    withHold.and([lapsed]).when(bookHeld(2), later).thenAppends(booked(2), paid(2));
    const taken = withHold.and([booked(3), paid(3)]);
    taken.when(bookHeld(2), later).thenRefused('hold.lapsed', { freeTimes: [{ time: '09:30', left: 2 }] });
  });

  test('is released by its holder, which frees the place; what has ended is left', () => {
    withHold.when(release(2), context()).thenAppends(ended('HoldReleased', 2));
    const released = withHold.and([ended('HoldReleased', 2)]);
    released.when(release(2), context()).thenAppends();
    released.when(book(3), context()).thenAppends(booked(3), paid(3));
    withHold.when(release(2), later).thenAppends();
    withHold.when(release(2, 'another key'), context()).thenRefused('hold.unknown');
    withHold.when(release(3), context()).thenRefused('hold.unknown');
    withHold
      .and([booked(2), paid(2)])
      .when(release(2), context())
      .thenRefused('hold.ended');
  });

  test('is recorded as lapsed by itself, once, whatever the hours are by now', () => {
    const lapse = { kind: 'lapseHolds' } as const;
    withHold.when(lapse, context()).thenAppends();
    withHold.when(lapse, { ...later, isCurrent: false }).thenAppends(ended('HoldLapsed', 2));
    withHold
      .and([ended('HoldLapsed', 2)])
      .when(lapse, later)
      .thenAppends();
  });
});

describe('beside a hold', () => {
  test('the desk overbooks up to the limit, and the held place stays', () => {
    const overbook = (index: number) => book(index, { overbooks: { reason: 'Fever' } });
    withHold.when(overbook(3), context()).thenAppends(booked(3), paid(3), over(3));
    const overbooked = withHold.and([booked(3), paid(3), over(3)]);
    overbooked.when(overbook(4), context()).thenRefused('overbook.limit');
    overbooked.when(bookHeld(2), context()).thenAppends(booked(2), paid(2));
    // Once it has lapsed, the visit beyond the capacity has the place.
    overbooked.when(bookHeld(2), later).thenRefused('hold.lapsed');
  });

  test('the desk blocks, closes and shortens the hours, and then the booking is refused as usual', () => {
    const blocked = withHold.and([{ type: 'SlotsBlocked', data: { spans: [halfHour('09:00')], reason: null } }]);
    blocked.when(bookHeld(2), context()).thenRefused('slot.blocked');
    const fewer = slots.map((slot) => ({ ...slot, capacity: 1 }));
    const hours = { startTime: '09:00', endTime: '10:00', appointmentsPerSlot: 1, slotDuration: 30 };
    const now = context({ schedule: { week: [{ day: 'Saturday', timeIntervals: [hours] }], revision: 1 } });
    withHold
      .and([plan(fewer, 1)])
      .when(bookHeld(2), now)
      .thenRefused('slot.full');
    const { decision } = withHold.when(bookHeld(2), context({ hasLeft: true }));
    expect(isRefused(decision) && decision.refused).toBe('doctor.left');
  });

  test('a cancelled visit comes back only to a place that is neither taken nor held since', () => {
    const full = given(planned, booked(1), paid(1), booked(4), paid(4));
    const cancelled = full.and([changed('AppointmentCancelled', 4)], { at: early });
    const undo = { kind: 'undo', appointmentId: idOf(4), status: 'Confirmed', as: 'admin' } as const;
    const back = undone('AppointmentCancellationUndone', 4, 'Cancelled', 'event-5');
    const since = cancelled.and([held(2)]);
    since.when({ ...undo, eventId: 'event-5' }, context()).thenRefused('slot.full');
    const long = context({ now: early + holdMs, undoWindowMs: 2 * holdMs });
    since.when({ ...undo, eventId: 'event-5' }, long).thenAppends(ended('HoldLapsed', 2), back);
  });
});
