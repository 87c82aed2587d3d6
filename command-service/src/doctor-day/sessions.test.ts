import type { Interval, Week } from '@dayline/contracts/clinic/schedule';
import { type DayBook, daySlots, emptyDayBook, takenIn } from '@dayline/contracts/clinic/slots';
import { spanFrom } from '@dayline/contracts/clinic/spans';
import { foldDayBook } from '@dayline/contracts/day-book';
import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import fc from 'fast-check';
import { book, booked, changed, clinicAt, context, date, idOf, paid, patientOf } from '../testing/doctor-day.ts';
import { specification } from '../testing/given-when-then.ts';
import { doctorDay } from './decide.ts';
import { visitKindNeeded } from './places.ts';
import type { WalkIn } from './walk-in.ts';

const { given } = specification(doctorDay);

/** One session of two places on the day of the tests, 09:00 to 09:30. */
const session = (more: Partial<Interval>) => {
  const interval = { startTime: '09:00', endTime: '09:30', appointmentsPerSlot: 2, slotDuration: 30, ...more };
  const week: Week = [{ day: 'Saturday', timeIntervals: [interval] }];
  return { schedule: { week, revision: 0 } };
};
const at = (day: string, time: string, seconds = 0) => clinicAt(day, time) + seconds * 1_000;

test('bookings close by the clock, to the second', () => {
  const until = session({ bookUntil: { daysBefore: 1, time: '19:00' } });
  const before = context({ ...until, now: at('2026-11-20', '18:59', 59) });
  expect(doctorDay.decide(doctorDay.initial, book(1), before)).toHaveLength(3);
  const from = context({ ...until, now: at('2026-11-20', '19:00') });
  given().when(book(1), from).thenRefused('session.closed');
  given()
    .when(book(1), context({ ...until, now: at(date, '09:30') }))
    .thenRefused('slot.passed');
});

test('bookings open by the clock, and nobody is overbooked before', () => {
  const from = session({ bookFrom: { daysBefore: 0, time: '07:00' } });
  const early = context({ ...from, now: at(date, '06:59', 59), overbookPerSlot: 1 });
  given().when(book(1), early).thenRefused('session.not-open');
  given()
    .when(book(1, { overbooks: { reason: 'asked' } }), early)
    .thenRefused('session.not-open');
  expect(doctorDay.decide(doctorDay.initial, book(1), context({ ...from, now: at(date, '07:00') }))).toHaveLength(3);
});

test('in hours on request nobody is booked, moved or walked in, and the refusal says how to ask', () => {
  const asked = session({ onRequest: 'Call the ward', appointmentsPerSlot: 1 });
  const now = context({ ...asked, now: at(date, '09:05'), overbookPerSlot: 2 });
  const refusal = { onRequest: 'Call the ward' };
  given().when(book(1), now).thenRefused('session.on-request', refusal);
  const beyond = book(2, { overbooks: { reason: 'asked' } });
  given(booked(1), paid(1)).when(beyond, now).thenRefused('session.on-request', refusal);
  const walkIn = { kind: 'walkIn', appointmentId: idOf(3), patientId: patientOf(3), payment: 'Pay_later', branchId: 0 };
  given(booked(1), paid(1))
    .when(walkIn as WalkIn, now)
    .thenRefused('session.on-request', refusal);
  const plain = { startTime: '09:30', endTime: '10:00', appointmentsPerSlot: 1, slotDuration: 30 };
  const [saturday] = asked.schedule.week;
  const week: Week = [{ day: 'Saturday', timeIntervals: [...(saturday?.timeIntervals ?? []), plain] }];
  const both = context({ schedule: { week, revision: 0 }, now: at(date, '08:00') });
  const move = { kind: 'reschedule', appointmentId: idOf(1), time: '09:00', reason: null, branchId: 0 } as const;
  const later = given(
    { ...booked(1), data: { ...booked(1).data, time: '09:30' } } as ReturnType<typeof booked>,
    paid(1),
  );
  later.when(move, both).thenRefused('session.on-request', refusal);
  const bookedWalkIn = given().when(walkIn as WalkIn, both).decision;
  expect(bookedWalkIn).toMatchObject([{}, { type: 'AppointmentBooked', data: { time: '09:30' } }, {}, {}]);
});

test('hours for a class of patients are for nobody else, and the refusal says for whom', () => {
  const only = session({ onlyFor: ['Seniors'], appointmentsPerSlot: 1 });
  const now = context({ ...only, now: at(date, '09:05'), overbookPerSlot: 2 });
  given()
    .when(book(1), now)
    .thenRefused('session.only-for', { onlyFor: ['Seniors'] });
  given()
    .when(book(1, { patientClass: 'Staff' }), now)
    .thenRefused('session.only-for', { onlyFor: ['Seniors'] });
  const ofClass = given().when(book(1, { patientClass: 'Seniors' }), now).decision;
  expect(ofClass).toMatchObject([{}, { data: { patientClass: 'Seniors' } }, {}]);
  const walkIn = { kind: 'walkIn', appointmentId: idOf(3), patientId: patientOf(3), payment: 'Pay_later', branchId: 0 };
  given()
    .when(walkIn as WalkIn, now)
    .thenRefused('session.only-for', { onlyFor: ['Seniors'] });
  expect(given().when({ ...walkIn, patientClass: 'Seniors' } as WalkIn, now).decision).not.toHaveProperty('refused');
  const full = given(booked(1), paid(1));
  full.when(book(2, { patientClass: 'Seniors' }), now).thenRefused('slot.full', { freeTimes: [] });
  const plain = { startTime: '09:30', endTime: '10:00', appointmentsPerSlot: 1, slotDuration: 30 };
  const [saturday] = only.schedule.week;
  const week: Week = [{ day: 'Saturday', timeIntervals: [...(saturday?.timeIntervals ?? []), plain] }];
  const both = context({ schedule: { week, revision: 0 }, now: at(date, '08:00') });
  const move = { kind: 'reschedule', appointmentId: idOf(1), time: '09:00', reason: null, branchId: 0 } as const;
  const later = { ...booked(1), data: { ...booked(1).data, time: '09:30' } } as ReturnType<typeof booked>;
  given(later, paid(1))
    .when(move, both)
    .thenRefused('session.only-for', { onlyFor: ['Seniors'] });
  const senior = { ...later, data: { ...later.data, patientClass: 'Seniors' } } as typeof later;
  expect(given(senior, paid(1)).when(move, both).decision).not.toHaveProperty('refused');
});

test('of a session of one slot a place can be had until its end', () => {
  const open = context({ ...session({}), now: at(date, '09:29', 59) });
  expect(doctorDay.decide(doctorDay.initial, book(1), open)).toHaveLength(3);
  given()
    .when(book(1), context({ ...session({}), now: at(date, '09:30') }))
    .thenRefused('slot.passed');
});

describe('lists by the kind of a visit', () => {
  const lists = context(session({ quota: { first: 1, again: 1 } }));
  const firstVisit = (index: number) =>
    ({ ...booked(index), data: { ...booked(index).data, visit: 'first' } }) as ReturnType<typeof booked>;
  const first = firstVisit(1);
  const cancelled = changed('AppointmentCancelled', 1);
  const back = { ...cancelled, data: { ...cancelled.data, visit: 'first' } } as typeof cancelled;

  test('are full together, whatever the kind', () => {
    const capped = context(session({ quota: { total: 1 } }));
    const full = given(booked(1), paid(1));
    full.when(book(2), capped).thenRefused('session.list-full', { list: 'total', freeTimes: [] });
    full.when(book(2, { visit: 'again' }), capped).thenRefused('session.list-full', { list: 'total', freeTimes: [] });
  });

  test('are full by themselves, and the refusal says which', () => {
    const full = given(first, paid(1));
    full.when(book(2, { visit: 'first' }), lists).thenRefused('session.list-full', { list: 'first', freeTimes: [] });
    expect(full.when(book(2, { visit: 'again' }), lists).decision).toMatchObject([
      {},
      { data: { visit: 'again' } },
      {},
    ]);
  });

  test('take a visit that is moved to them by its kind, and give it back with the undo', () => {
    const interval = { startTime: '09:00', endTime: '09:30', appointmentsPerSlot: 2, slotDuration: 30 };
    const listed = { ...interval, startTime: '10:00', endTime: '10:30', quota: { first: 1 } };
    const two = context({ schedule: { week: [{ day: 'Saturday', timeIntervals: [interval, listed] }], revision: 0 } });
    const move = { kind: 'reschedule', appointmentId: idOf(1), time: '10:00', reason: null, branchId: 0 } as const;
    const past = given(booked(1), paid(1));
    expect(past.when(move, two).decision).toBe(visitKindNeeded);
    const { decision } = past.when({ ...move, visit: 'first' }, two);
    expect(decision).toMatchObject([{}, { data: { visit: 'first' } }]);
    // Cast is safe: it was just accepted.
    const moved = past.and(decision as DoctorDayEvent[], { at: two.clinic.instant });
    moved.when(book(2, { time: '10:00', visit: 'first' }), two).thenRefused('session.list-full', { list: 'first' });
    const undone = moved.when({ kind: 'undoReschedule', appointmentId: idOf(1), eventId: 'event-3' }, two).decision;
    expect(undone).toMatchObject([{ data: { visitBefore: 'first', time: '09:00' } }]);
    const back = moved.and(undone as DoctorDayEvent[]).when(book(2, { time: '10:00', visit: 'first' }), two);
    expect(back.decision).toMatchObject([{ data: { visit: 'first' } }, {}]);
  });

  test('have no place for a visit that was moved out of them, once that is taken', () => {
    const out = { minutesBefore: 30, time: '09:30', minutes: 30, branchId: 0, reason: null, undoneEventId: null };
    const moved: DoctorDayEvent = {
      type: 'AppointmentRescheduled',
      data: {
        ...{ appointmentId: idOf(1), patientId: patientOf(1), type: 'Direct Consultation', timeBefore: '09:00' },
        ...{ visitBefore: 'first', visit: 'first', ...out },
      },
    };
    const taken = given(first, paid(1))
      .and([moved], { at: lists.clinic.instant })
      .and([firstVisit(2), paid(2)]);
    const undo = { kind: 'undoReschedule', appointmentId: idOf(1), eventId: 'event-2' } as const;
    taken.when(undo, lists).thenRefused('session.list-full', { list: 'first', freeTimes: [] });
  });

  test('have a place again once a visit is cancelled, and none for its way back if that is taken', () => {
    const correct = { kind: 'correct', appointmentId: idOf(1), status: 'Confirmed', reason: 'x' } as const;
    given(first, paid(1), back, firstVisit(2)).when(correct, lists).thenRefused('session.list-full');
  });
});

describe('visits of several slots', () => {
  /** 09:00 to 10:00 in quarters of one place: a first visit takes two, a procedure three. */
  const hours = { startTime: '09:00', endTime: '10:00', appointmentsPerSlot: 1, slotDuration: 15 };
  const lengths = { first: 2, classes: [{ patientClass: 'Procedure', slots: 3 }] };
  const now = context({ ...session({ ...hours, slotsPerVisit: lengths }), now: at(date, '08:00') });
  const first = { visit: 'first' } as const;
  const again = { visit: 'again' } as const;
  const slotTimes = ['09:00', '09:15', '09:30', '09:45'] as const;
  /** The events of commands, each decided after the others. */
  const after = (...commands: Parameters<typeof doctorDay.decide>[1][]) =>
    commands.reduce((past, command) => {
      const { decision } = past.when(command, now);
      if (!Array.isArray(decision)) throw new Error(JSON.stringify(decision));
      return past.and(decision, { at: now.clinic.instant });
    }, given());

  test('hold their slot and the following ones, by the kind of visit or the class of patients', () => {
    expect(given().when(book(1), now).decision).toBe(visitKindNeeded);
    expect(given().when(book(1, first), now).decision).toMatchObject([
      {},
      { data: { time: '09:00', minutes: 30 } },
      {},
    ]);
    const one = after(book(1, first));
    one.when(book(2, { ...again, time: '09:15' }), now).thenRefused('slot.full', {
      freeTimes: [
        { date, time: '09:30', left: 1 },
        { date, time: '09:45', left: 1 },
      ],
    });
    const procedure = book(2, { ...again, patientClass: 'Procedure', time: '09:15' });
    expect(given().when(procedure, now).decision).toMatchObject([{}, { data: { minutes: 45 } }, {}]);
    one.when(procedure, now).thenRefused('slot.full', { freeTimes: [] });
    // Of unknown kind, because the views are unavailable: one slot.
    expect(given().when(book(1, { visit: null }), now).decision).toMatchObject([{}, { data: { minutes: 15 } }, {}]);
  });

  test('have no place where one of their slots is taken or blocked, or too few follow', () => {
    const freeTimes = [{ date, time: '09:30', left: 1 }];
    after(book(1, { ...again, time: '09:15' }))
      .when(book(2, first), now)
      .thenRefused('slot.full', { freeTimes });
    const blocked: DoctorDayEvent = {
      type: 'SlotsBlocked',
      data: { spans: [{ from: '09:15', to: '09:30' }], reason: null },
    };
    given(blocked).when(book(1, first), now).thenRefused('slot.blocked');
    given()
      .when(book(1, { ...first, time: '09:45' }), now)
      .thenRefused('slot.full', {
        freeTimes: ['09:30', '09:15', '09:00'].map((time) => ({ date, time, left: 1 })),
      });
  });

  test('move with their length, and come back unless one of their slots is taken', () => {
    const one = after(book(1, first));
    const move = { kind: 'reschedule', appointmentId: idOf(1), reason: null, branchId: 0 } as const;
    one.when({ ...move, time: '09:45' }, now).thenRefused('slot.full');
    const moved = after(book(1, first), { ...move, time: '09:15' });
    moved.when(book(2, { ...again, time: '09:30' }), now).thenRefused('slot.full');
    const taken = after(book(1, first), { ...move, time: '09:30' }, book(2, { ...again, time: '09:15' }));
    const back = { kind: 'undoReschedule', appointmentId: idOf(1), eventId: 'event-3' } as const;
    expect(after(book(1, first), { ...move, time: '09:30' }).when(back, now).decision).toMatchObject([
      { data: { time: '09:00', minutes: 30 } },
    ]);
    taken.when(back, now).thenRefused('slot.full');
  });

  test('are restored after a cancellation, unless one of their slots is taken', () => {
    const cancel = { kind: 'changeStatus', appointmentId: idOf(1), status: 'Cancelled', as: 'admin' } as const;
    const restore = { kind: 'correct', appointmentId: idOf(1), status: 'Confirmed', reason: 'x', as: 'admin' } as const;
    expect(after(book(1, first), cancel).when(restore, now).decision).toMatchObject([{ data: { minutes: 30 } }]);
    after(book(1, first), cancel, book(2, { ...again, time: '09:15' }))
      .when(restore, now)
      .thenRefused('slot.full');
    after(book(1, first), cancel, restore)
      .when(book(3, { ...again, time: '09:15' }), now)
      .thenRefused('slot.full');
  });

  test('walk in where enough slots follow, and are overbooked where they don’t', () => {
    const walkIn = {
      kind: 'walkIn',
      appointmentId: idOf(3),
      patientId: patientOf(3),
      payment: 'Pay_later',
      branchId: 0,
    };
    const running = { ...now, clinic: context({ now: at(date, '09:05') }).clinic };
    const past = after(book(1, { ...again, time: '09:15' }));
    expect(past.when({ ...walkIn, ...first } as WalkIn, running).decision).toMatchObject([
      { data: { time: '09:30', minutes: 30 } },
      {},
      {},
    ]);
    const late = { ...now, clinic: context({ now: at(date, '09:50') }).clinic };
    expect(given().when({ ...walkIn, ...first } as WalkIn, late).decision).toMatchObject([
      {},
      { data: { time: '09:45', minutes: 15 } },
      {},
      { type: 'AppointmentOverbooked' },
      {},
    ]);
  });

  test('never stand over each other, whatever is booked, moved, cancelled and restored', () => {
    const command = fc.record({
      kind: fc.constantFrom('book' as const, 'move' as const, 'cancel' as const, 'restore' as const),
      index: fc.nat({ max: 5 }),
      time: fc.constantFrom(...slotTimes),
      visit: fc.constantFrom('first' as const, 'again' as const),
      patientClass: fc.constantFrom('Procedure', undefined),
    });
    fc.assert(
      fc.property(fc.array(command, { maxLength: 25 }), (commands) => {
        let past = given();
        let dayBook: DayBook = emptyDayBook;
        for (const { kind, index, time, ...sort } of commands) {
          const of = { appointmentId: idOf(index) };
          const commandOf = {
            book: () => book(index, { time, ...sort }),
            move: () => ({ kind: 'reschedule', ...of, time, reason: null, branchId: 0 }) as const,
            cancel: () => ({ kind: 'changeStatus', ...of, status: 'Cancelled', as: 'admin' }) as const,
            restore: () => ({ kind: 'correct', ...of, status: 'Confirmed', reason: 'x' }) as const,
          } as const;
          const { decision } = past.when(commandOf[kind](), now);
          if (!Array.isArray(decision)) continue;
          past = past.and(decision, { at: now.clinic.instant });
          dayBook = decision.reduce(foldDayBook, dayBook);
          expect(Math.max(...slotTimes.map((from) => takenIn(dayBook.visits, spanFrom(from, 15))))).toBeLessThan(2);
          expect(daySlots(dayBook, now).filter(({ closed }) => closed)).toEqual([]);
        }
      }),
    );
  });

  test('count once in a quota, and stand within the hours', () => {
    const capped = session({ ...hours, slotsPerVisit: lengths, quota: { first: 1 } });
    const both = { ...now, ...capped };
    // Cast is safe: it is accepted.
    const events = given().when(book(1, first), both).decision as DoctorDayEvent[];
    const one = given(...events);
    const dayBook = events.reduce(foldDayBook, emptyDayBook);
    one.when(book(2, { ...first, time: '09:30' }), both).thenRefused('session.list-full', { list: 'first' });
    expect(one.when(book(2, { ...again, time: '09:30' }), both).decision).toMatchObject([
      { data: { minutes: 15 } },
      {},
    ]);
    const plain = { schedule: { ...session(hours).schedule, revision: 1 } };
    expect(daySlots(dayBook, { ...both, ...plain }).filter(({ closed }) => closed)).toMatchObject([
      { time: '09:00', minutes: 30 },
    ]);
    expect(daySlots(dayBook, both).map(({ booked, left, closed }) => [booked, left, closed])).toEqual([
      ...[[1, 0, false]],
      ...[[0, 0, false]],
      ...[[0, 1, false]],
      ...[[0, 1, false]],
    ]);
  });
});

test('bookings of first visits close earlier, for bookings and moves, not for walk-ins and overbooking', () => {
  const until = session({ firstUntil: { daysBefore: 0, time: '08:00' } });
  const before = context({ ...until, now: at(date, '07:59') });
  const from = context({ ...until, now: at(date, '08:00') });
  expect(given().when(book(1), from).decision).toBe(visitKindNeeded);
  expect(given().when(book(1, { visit: 'first' }), before).decision).toHaveLength(3);
  given()
    .when(book(1, { visit: 'first' }), from)
    .thenRefused('session.closed');
  expect(given().when(book(1, { visit: 'again' }), from).decision).toHaveLength(3);
  const walkIn = { kind: 'walkIn', appointmentId: idOf(3), patientId: patientOf(3), payment: 'Pay_later', branchId: 0 };
  expect(given().when({ ...walkIn, visit: 'first' } as WalkIn, from).decision).toHaveLength(4);
});

test('a booking keeps what its session says, and the branch', () => {
  const where = { name: 'Special', branchId: 2, departmentId: '01J00000000000000000000DEP', room: 'Room 4' };
  const decision = doctorDay.decide(doctorDay.initial, book(1), context(session(where)));
  expect(decision).toMatchObject([
    { data: { sessions: [{ ...where, only: true }], slots: [{ session: 0 }] } },
    { type: 'AppointmentBooked', data: { branchId: 2, session: where } },
    { type: 'AppointmentPaymentRecorded' },
  ]);
});
