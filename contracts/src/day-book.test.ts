import { foldDayBook } from './day-book.ts';
import type { DoctorDayEvent } from './events/doctor-day.ts';
import { type DayBook, emptyDayBook, isBlocked } from './slots.ts';

const poc = '01J00000000000000000000001';
const of = {
  appointmentId: `${poc}_20261121_01J00000000000000000000002`,
  patientId: '01J00000000000000000000003',
  time: '09:15',
  type: 'Direct Consultation',
} as const;
const booked: DoctorDayEvent = {
  type: 'AppointmentBooked',
  data: { ...of, statusBefore: null, statusAfter: 'Confirmed', branchId: 0 },
};
const cancelled: DoctorDayEvent = {
  type: 'AppointmentCancelled',
  data: { ...of, statusBefore: 'Confirmed', statusAfter: 'Cancelled' },
};
const fold = (...events: DoctorDayEvent[]): DayBook => events.reduce(foldDayBook, emptyDayBook);

describe('a doctor’s day', () => {
  test('a booking takes a place, a mark keeps it, a cancellation frees it, and its undo takes it again', () => {
    expect(fold(booked, booked).booked).toEqual({ '09:15': 2 });
    const visited: DoctorDayEvent = {
      type: 'AppointmentMarkedVisited',
      data: { ...of, statusBefore: 'Confirmed', statusAfter: 'Availed' },
    };
    expect(fold(booked, visited).booked).toEqual({ '09:15': 1 });
    expect(fold(booked, cancelled).booked).toEqual({});
    const undone: DoctorDayEvent = {
      type: 'AppointmentCancellationUndone',
      data: { ...of, statusBefore: 'Cancelled', statusAfter: 'Confirmed', undoneEventId: 'e' },
    };
    expect(fold(booked, cancelled, undone).booked).toEqual({ '09:15': 1 });
  });

  test('a blocked day is blocked at every time but those freed one by one', () => {
    const book = fold(
      { type: 'DayBlocked', data: { reason: 'Leave' } },
      { type: 'SlotsUnblocked', data: { times: ['10:00'] } },
    );
    expect([isBlocked(book, '09:00'), isBlocked(book, '10:00')]).toEqual([true, false]);
    expect(
      isBlocked(foldDayBook(book, { type: 'SlotsBlocked', data: { times: ['10:00'], reason: null } }), '10:00'),
    ).toBe(true);
    expect(isBlocked(foldDayBook(book, { type: 'DayBlocked', data: { reason: null } }), '10:00')).toBe(true);
  });

  test('unblocking a day frees single blocks too', () => {
    const book = fold(
      { type: 'SlotsBlocked', data: { times: ['09:00'], reason: 'Surgery' } },
      { type: 'DayBlocked', data: { reason: null } },
      { type: 'DayUnblocked', data: {} },
    );
    expect(book).toEqual(emptyDayBook);
  });

  test('unblocking a single slot of an open day leaves nothing behind', () => {
    const book = fold(
      { type: 'SlotsBlocked', data: { times: ['09:00'], reason: 'Surgery' } },
      { type: 'SlotsUnblocked', data: { times: ['09:00'] } },
    );
    expect(book).toEqual(emptyDayBook);
  });

  test('the last plan stands', () => {
    const book = fold(
      { type: 'SlotsPlanned', data: { slots: [{ time: '09:00', capacity: 1 }], scheduleRevision: 0 } },
      { type: 'SlotsPlanned', data: { slots: [], scheduleRevision: 1 } },
    );
    expect(book.plan).toEqual({ slots: [], scheduleRevision: 1 });
  });
});
