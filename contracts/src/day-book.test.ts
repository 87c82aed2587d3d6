import { blockedSpans, type DayBook, emptyDayBook } from './clinic/slots.ts';
import { joined } from './clinic/spans.ts';
import { foldDayBook } from './day-book.ts';
import type { DoctorDayEvent } from './events/doctor-day.ts';

const poc = '01J00000000000000000000001';
const of = {
  appointmentId: `${poc}_20261121_01J00000000000000000000002`,
  patientId: '01J00000000000000000000003',
  time: '09:15',
  minutes: 15,
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
const dayBlocked: DoctorDayEvent = { type: 'DayBlocked', data: { reason: 'Leave' } };
const blocked = (from: string, to: string, reason: string | null = null): DoctorDayEvent => ({
  type: 'SlotsBlocked',
  data: { spans: [{ from, to }], reason },
});
const unblocked = (from: string, to: string): DoctorDayEvent => ({
  type: 'SlotsUnblocked',
  data: { spans: [{ from, to }] },
});
const fold = (...events: DoctorDayEvent[]): DayBook => events.reduce(foldDayBook, emptyDayBook);
const blockedIn = (book: DayBook): string[] => joined(blockedSpans(book)).map(({ from, to }) => `${from}-${to}`);

describe('a doctor’s day', () => {
  test('a booking takes a place, a mark keeps it, a cancellation frees it, and its undo takes it again', () => {
    const visit = { from: '09:15', to: '09:30', count: 1 };
    expect(fold(booked, booked).visits).toEqual([{ ...visit, count: 2 }]);
    const visited: DoctorDayEvent = {
      type: 'AppointmentMarkedVisited',
      data: { ...of, statusBefore: 'Confirmed', statusAfter: 'Availed' },
    };
    expect(fold(booked, visited).visits).toEqual([visit]);
    expect(fold(booked, cancelled).visits).toEqual([]);
    const undone: DoctorDayEvent = {
      type: 'AppointmentCancellationUndone',
      data: { ...of, statusBefore: 'Cancelled', statusAfter: 'Confirmed', undoneEventId: 'e' },
    };
    expect(fold(booked, cancelled, undone).visits).toEqual([visit]);
  });

  test('visits count by start and span, by time whatever came first', () => {
    const longer: DoctorDayEvent = { ...booked, data: { ...booked.data, minutes: 30 } } as DoctorDayEvent;
    const visits = [
      { from: '09:15', to: '09:30', count: 1 },
      { from: '09:15', to: '09:45', count: 1 },
    ];
    expect(fold(booked, longer).visits).toEqual(visits);
    expect(fold(longer, booked).visits).toEqual(visits);
    expect(fold(longer, booked, cancelled).visits).toEqual(visits.slice(1));
  });

  test('a blocked day is blocked at every minute but those freed', () => {
    const book = fold(dayBlocked, unblocked('10:00', '10:30'), unblocked('10:30', '11:00'));
    expect(blockedIn(book)).toEqual(['00:00-10:00', '11:00-24:00']);
    expect(blockedIn(foldDayBook(book, blocked('10:15', '10:30')))).toEqual([
      '00:00-10:00',
      '10:15-10:30',
      '11:00-24:00',
    ]);
    expect(blockedIn(foldDayBook(book, dayBlocked))).toEqual(['00:00-24:00']);
  });

  test('freeing a part cuts a block in two; a later block says why for its part', () => {
    const book = fold(
      blocked('09:00', '11:00', 'Surgery'),
      unblocked('09:30', '10:00'),
      blocked('10:30', '11:30', 'Round'),
    );
    expect(book.blocks).toEqual([
      { from: '09:00', to: '09:30', reason: 'Surgery' },
      { from: '10:00', to: '10:30', reason: 'Surgery' },
      { from: '10:30', to: '11:30', reason: 'Round' },
    ]);
  });

  test('unblocking a day frees single blocks too, and a single one of an open day leaves nothing behind', () => {
    const single = blocked('09:00', '09:30', 'Surgery');
    expect(fold(single, dayBlocked, { type: 'DayUnblocked', data: {} })).toEqual(emptyDayBook);
    expect(fold(single, unblocked('09:00', '09:30'))).toEqual(emptyDayBook);
  });

  test('the last plan stands', () => {
    const plan = (weekRevision: number): DoctorDayEvent => ({
      type: 'SlotsPlanned',
      data: { sessions: [], slots: [], weekRevision, calendarRevision: null },
    });
    expect(fold(plan(0), plan(1)).plan).toEqual({
      sessions: [],
      slots: [],
      weekRevision: 1,
      calendarRevision: null,
    });
  });
});
