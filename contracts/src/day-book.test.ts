import { blockedSpans, type DayBook, emptyDayBook } from './clinic/slots.ts';
import { joined } from './clinic/spans.ts';
import { foldDayBook } from './day-book.ts';
import type { DoctorDayEvent } from './events/doctor-day.ts';
import { upcastData } from './events/upcast.ts';
import type { JsonObject } from './json.ts';

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
/** As in a log of the version before. */
const older = (type: DoctorDayEvent['type'], data: JsonObject): DoctorDayEvent =>
  // Cast is safe: the golden samples show that what an upcaster makes has the newest shape.
  ({ type, data: upcastData(type, 1, data).data }) as unknown as DoctorDayEvent;
const olderPlan = (...times: string[]): DoctorDayEvent =>
  older('SlotsPlanned', { slots: times.map((time) => ({ time, capacity: 2 })), scheduleRevision: 0 });
const { minutes: _, ...olderData } = booked.data as JsonObject;
const olderBooking = (time: string) => older('AppointmentBooked', { ...olderData, time });

describe('a doctor’s day', () => {
  test('a booking takes a place, a mark keeps it, a cancellation frees it, and its undo takes it again', () => {
    const one = { from: '09:15', to: '09:30', count: 1 };
    expect(fold(booked, booked).visits).toEqual([{ ...one, count: 2 }]);
    const visited: DoctorDayEvent = {
      type: 'AppointmentMarkedVisited',
      data: { ...of, statusBefore: 'Confirmed', statusAfter: 'Availed' },
    };
    expect(fold(booked, visited).visits).toEqual([one]);
    expect(fold(booked, cancelled).visits).toEqual([]);
    const undone: DoctorDayEvent = {
      type: 'AppointmentCancellationUndone',
      data: { ...of, statusBefore: 'Cancelled', statusAfter: 'Confirmed', undoneEventId: 'e' },
    };
    expect(fold(booked, cancelled, undone).visits).toEqual([one]);
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

describe('events of version 1, which knew starts only', () => {
  test('a plan’s slots last until the nearest other slot, at most an hour, and half an hour alone', () => {
    const minutesOf = (...times: string[]) => fold(olderPlan(...times)).plan?.slots.map(({ minutes }) => minutes);
    expect(minutesOf('09:00', '09:20', '09:40', '11:00', '14:00')).toEqual([20, 20, 20, 60, 60]);
    expect(minutesOf('09:00', '11:00')).toEqual([60, 60]);
    expect(minutesOf('09:00')).toEqual([30]);
  });

  test('a visit is as long as the longest at its start, else as its slot, else half an hour, up to midnight', () => {
    const spans = (...events: DoctorDayEvent[]) =>
      fold(...events).visits.map(({ from, to, count }) => `${count} ${from}-${to}`);
    expect(spans(olderBooking('09:00'))).toEqual(['1 09:00-09:30']);
    expect(spans(olderBooking('23:50'))).toEqual(['1 23:50-24:00']);
    expect(spans(olderPlan('09:00', '09:15'), olderBooking('09:15'))).toEqual(['1 09:15-09:30']);
    const shorter = olderPlan('09:00', '09:10');
    expect(spans(olderPlan('09:00', '09:45'), olderBooking('09:00'), shorter, olderBooking('09:00'))).toEqual([
      '2 09:00-09:45',
    ]);
  });

  test('a visit that is cancelled leaves nothing, whatever the plan says by then', () => {
    const { minutes, ...data } = cancelled.data as JsonObject;
    expect(minutes).toBe(15);
    const gone = older('AppointmentCancelled', data);
    expect(fold(olderPlan('09:15', '09:45'), olderBooking('09:15'), olderPlan('09:15', '09:25'), gone).visits).toEqual(
      [],
    );
  });

  test('a block closes its slot, and unblocking that start frees the same', () => {
    const plan = olderPlan('09:00', '09:20', '09:40');
    const block = (...times: string[]) => older('SlotsBlocked', { times, reason: null });
    const free = (...times: string[]) => older('SlotsUnblocked', { times });
    expect(blockedIn(fold(plan, block('09:00', '09:20')))).toEqual(['09:00-09:40']);
    expect(blockedIn(fold(plan, block('09:00', '09:20'), olderPlan('09:20', '09:25'), free('09:20')))).toEqual([
      '09:00-09:20',
    ]);
    expect(blockedIn(fold(plan, block('09:00', '09:20'), free('09:00')))).toEqual(['09:20-09:40']);
    expect(blockedIn(fold(plan, dayBlocked, free('09:20')))).toEqual(['00:00-09:20', '09:40-24:00']);
  });
});
