import { notRecorded } from '@dayline/contracts/appointments';
import { clinicNow, hasPassed } from '@dayline/contracts/clinic/clinic-time';
import { noEarlierFees } from '@dayline/contracts/clinic/fees';
import { type Interval, minutesOf, plannedSlots, slotsOf, type Week } from '@dayline/contracts/clinic/schedule';
import { spanOf } from '@dayline/contracts/clinic/slots';
import { overlaps, type Span, spanFrom } from '@dayline/contracts/clinic/spans';
import type { Recorded } from '@dayline/contracts/events/definition';
import { type DoctorDayEvent, doctorDayEvents } from '@dayline/contracts/events/doctor-day';
import { holdMs } from '@dayline/contracts/partner/holds';
import fc from 'fast-check';
import { isRefused, isRepeated } from '../command-handler/decider.ts';
import { book, clinicAt, context, date, idOf, patientOf } from '../testing/doctor-day.ts';
import { recorded } from '../testing/given-when-then.ts';
import { type DoctorDayCommand, doctorDay } from './decide.ts';

/** A sequence of requests, parametrised by numbers only, so that any history can be generated. */
type Step =
  | { readonly ask: 'book' | 'overbook'; readonly time: number; readonly patient: number }
  | { readonly ask: 'cancel' | 'visit' | 'miss' | 'pay' | 'undo'; readonly appointment: number }
  | {
      readonly ask: 'arrive' | 'leave' | 'call' | 'callBack' | 'note' | 'undoNote' | 'answer';
      readonly appointment: number;
    }
  /** To another patient, as after a split; to a patient of its own, since a merge may leave two visits at one time. */
  | { readonly ask: 'reassign'; readonly appointment: number }
  | { readonly ask: 'walkIn'; readonly patient: number }
  | { readonly ask: 'correct'; readonly appointment: number; readonly to: number }
  | { readonly ask: 'move'; readonly appointment: number; readonly time: number }
  /** To another day, and from there; `takeBack` undoes a move away, `leaveBack` a move here. */
  | { readonly ask: 'depart' | 'takeBack' | 'leaveBack'; readonly appointment: number }
  | { readonly ask: 'end'; readonly appointment: number; readonly isRefused: boolean }
  | { readonly ask: 'come'; readonly time: number; readonly patient: number }
  | { readonly ask: 'hold'; readonly time: number }
  | { readonly ask: 'bookHeld'; readonly appointment: number; readonly time: number; readonly patient: number }
  | { readonly ask: 'release'; readonly appointment: number }
  | { readonly ask: 'lapse' }
  | { readonly ask: 'block' | 'unblock'; readonly time: number }
  | { readonly ask: 'blockDay' | 'unblockDay' }
  | { readonly ask: 'schedule'; readonly capacity: number; readonly minutes: number; readonly until: number }
  | { readonly ask: 'hours'; readonly minutes: number; readonly until: number }
  | { readonly ask: 'clearHours' }
  | { readonly ask: 'late'; readonly minutes: number }
  | { readonly ask: 'wait'; readonly minutes: number };

const times = ['09:00', '09:20', '09:30', '09:40', '10:00', '10:30'];
const statuses = ['Confirmed', 'Availed', 'Not_Availed', 'Cancelled'] as const;
const small = fc.nat({ max: 7 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      ask: fc.constantFrom('book' as const, 'book' as const, 'overbook' as const),
      time: fc.nat({ max: 5 }),
      patient: fc.nat({ max: 3 }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ ask: fc.constantFrom('cancel', 'visit', 'undo'), appointment: small }) },
  { weight: 2, arbitrary: fc.record({ ask: fc.constantFrom('miss', 'pay'), appointment: small }) },
  {
    weight: 3,
    arbitrary: fc.record({
      ask: fc.constantFrom('arrive', 'leave', 'call', 'callBack', 'note', 'undoNote', 'answer', 'reassign'),
      appointment: small,
    }),
  },
  fc.record({ ask: fc.constant('walkIn' as const), patient: fc.nat({ max: 3 }) }),
  fc.record({ ask: fc.constant('correct' as const), appointment: small, to: fc.nat({ max: 3 }) }),
  {
    weight: 3,
    arbitrary: fc.record({ ask: fc.constant('move' as const), appointment: small, time: fc.nat({ max: 5 }) }),
  },
  { weight: 3, arbitrary: fc.record({ ask: fc.constantFrom('depart', 'takeBack', 'leaveBack'), appointment: small }) },
  {
    weight: 2,
    arbitrary: fc.record({ ask: fc.constant('end' as const), appointment: small, isRefused: fc.boolean() }),
  },
  fc.record({ ask: fc.constant('come' as const), time: fc.nat({ max: 5 }), patient: fc.nat({ max: 3 }) }),
  { weight: 3, arbitrary: fc.record({ ask: fc.constant('hold' as const), time: fc.nat({ max: 5 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      ask: fc.constant('bookHeld' as const),
      appointment: small,
      time: fc.nat({ max: 5 }),
      patient: fc.nat({ max: 3 }),
    }),
  },
  fc.record({ ask: fc.constant('release' as const), appointment: small }),
  fc.record({ ask: fc.constant('lapse' as const) }),
  { weight: 2, arbitrary: fc.record({ ask: fc.constantFrom('block', 'unblock'), time: fc.nat({ max: 5 }) }) },
  fc.record({ ask: fc.constantFrom('blockDay', 'unblockDay') }),
  fc.record({
    ask: fc.constant('schedule' as const),
    capacity: fc.integer({ min: 1, max: 3 }),
    minutes: fc.constantFrom(20, 30),
    until: fc.constantFrom('10:00', '11:00').map((end) => (end === '10:00' ? 10 : 11)),
  }),
  fc.record({
    ask: fc.constant('hours' as const),
    minutes: fc.constantFrom(20, 30),
    until: fc.constantFrom(10, 11),
  }),
  fc.record({ ask: fc.constant('clearHours' as const) }),
  fc.record({ ask: fc.constant('late' as const), minutes: fc.constantFrom(30, 45) }),
  fc.record({ ask: fc.constant('wait' as const), minutes: fc.constantFrom(0, 1, 5, 30) }),
);

/** A history with every event of the category. */
const everyEvent: readonly Step[] = [
  { ask: 'book', time: 0, patient: 0 },
  { ask: 'pay', appointment: 0 },
  { ask: 'arrive', appointment: 0 },
  { ask: 'call', appointment: 0 },
  { ask: 'callBack', appointment: 0 },
  { ask: 'leave', appointment: 0 },
  { ask: 'answer', appointment: 0 },
  { ask: 'note', appointment: 0 },
  { ask: 'undoNote', appointment: 0 },
  { ask: 'reassign', appointment: 0 },
  { ask: 'walkIn', patient: 1 },
  { ask: 'visit', appointment: 0 },
  { ask: 'undo', appointment: 0 },
  { ask: 'move', appointment: 0, time: 2 },
  { ask: 'undo', appointment: 0 },
  { ask: 'miss', appointment: 0 },
  { ask: 'correct', appointment: 0, to: 0 },
  { ask: 'cancel', appointment: 0 },
  { ask: 'undo', appointment: 0 },
  { ask: 'depart', appointment: 0 },
  { ask: 'end', appointment: 0, isRefused: true },
  { ask: 'depart', appointment: 0 },
  { ask: 'end', appointment: 0, isRefused: false },
  { ask: 'takeBack', appointment: 0 },
  { ask: 'come', time: 2, patient: 2 },
  { ask: 'come', time: 2, patient: 2 },
  { ask: 'leaveBack', appointment: 2 },
  { ask: 'block', time: 2 },
  { ask: 'unblock', time: 2 },
  { ask: 'blockDay' },
  { ask: 'unblockDay' },
  { ask: 'hours', minutes: 20, until: 11 },
  { ask: 'clearHours' },
  { ask: 'late', minutes: 30 },
  // The slot has two places: one of these three is overbooked.
  { ask: 'overbook', time: 0, patient: 5 },
  { ask: 'overbook', time: 0, patient: 6 },
  { ask: 'overbook', time: 0, patient: 7 },
  { ask: 'schedule', capacity: 3, minutes: 20, until: 11 },
  { ask: 'hold', time: 4 },
  { ask: 'release', appointment: 7 },
  { ask: 'hold', time: 4 },
  { ask: 'wait', minutes: 5 },
  { ask: 'lapse' },
];

/** Changes after which nobody else can be booked, or others have been; then the visit is restored. */
const undone: readonly (readonly Step[])[] = [
  [{ ask: 'block', time: 0 }],
  [{ ask: 'blockDay' }],
  [{ ask: 'schedule', capacity: 1, minutes: 20, until: 10 }],
  [
    { ask: 'schedule', capacity: 1, minutes: 20, until: 10 },
    { ask: 'book', time: 1, patient: 2 },
  ],
  [{ ask: 'book', time: 0, patient: 2 }],
  [{ ask: 'hold', time: 0 }],
].flatMap((since) =>
  [
    { leaves: [{ ask: 'cancel', appointment: 0 } as const], back: { ask: 'undo', appointment: 0 } as const },
    { leaves: [{ ask: 'cancel', appointment: 0 } as const], back: { ask: 'correct', appointment: 0, to: 0 } as const },
    { leaves: [{ ask: 'move', appointment: 0, time: 2 } as const], back: { ask: 'undo', appointment: 0 } as const },
  ].map(({ leaves, back }): readonly Step[] => [
    { ask: 'book', time: 0, patient: 0 },
    { ask: 'book', time: 0, patient: 1 },
    ...leaves,
    ...(since as readonly Step[]),
    back,
  ]),
);

interface Hours {
  readonly capacity: number;
  readonly minutes: number;
  readonly until: number;
}
const hoursOf = ({ capacity, minutes, until }: Hours): Interval[] => [
  { startTime: '09:00', endTime: `${until}:00`, appointmentsPerSlot: capacity, slotDuration: minutes },
];
const weekOf = (hours: Hours): Week => [{ day: 'Saturday', timeIntervals: hoursOf(hours) }];

const minutesOfSpan = ({ from, to }: Span): number[] =>
  Array.from({ length: minutesOf(to) - minutesOf(from) }, (_, step) => minutesOf(from) + step);

/** The result recomputed from the events, independently of the code under test. */
function readAgain(events: readonly DoctorDayEvent[], now: number) {
  const status = new Map<string, Span & { patientId: string; holds: boolean }>();
  let isDayBlocked = false;
  let hours: readonly Interval[] | null = null;
  /** By minute. */
  const single = new Map<number, boolean>();
  for (const event of events) {
    if ('statusAfter' in event.data) {
      const { appointmentId, patientId, time, minutes, statusAfter } = event.data;
      const holds = statusAfter !== 'Cancelled' && statusAfter !== 'Moved';
      status.set(appointmentId, { ...spanFrom(time, minutes), patientId, holds });
    }
    if (event.type === 'AppointmentRescheduled') {
      const { appointmentId, patientId, time, minutes } = event.data;
      status.set(appointmentId, { ...spanFrom(time, minutes), patientId, holds: true });
    }
    if (event.type === 'AppointmentReassigned') {
      const { appointmentId, patientId } = event.data;
      const visit = status.get(appointmentId);
      if (visit) status.set(appointmentId, { ...visit, patientId });
    }
    if (event.type === 'PlaceHeld') {
      const { appointmentId, time, minutes, until } = event.data;
      const holds = now < Date.parse(until);
      status.set(appointmentId, { ...spanFrom(time, minutes), patientId: appointmentId, holds });
    }
    if (event.type === 'HoldReleased' || event.type === 'HoldLapsed') status.delete(event.data.appointmentId);
    if (event.type === 'DayHoursSet') hours = event.data.intervals;
    if (event.type === 'DayHoursCleared') hours = null;
    if (event.type === 'DayBlocked') {
      isDayBlocked = true;
      for (const [minute, blocked] of single) if (!blocked) single.delete(minute);
    }
    if (event.type === 'DayUnblocked') {
      isDayBlocked = false;
      single.clear();
    }
    if (event.type === 'SlotsBlocked' || event.type === 'SlotsUnblocked') {
      for (const minute of event.data.spans.flatMap(minutesOfSpan)) single.set(minute, event.type === 'SlotsBlocked');
    }
  }
  /** Excluding the visit itself. */
  const others = (appointmentId: string) =>
    [...status].flatMap(([id, visit]) => (id !== appointmentId && visit.holds ? [visit] : []));
  return {
    hours,
    hasPatient: (appointmentId: string, patientId: string, span: Span) =>
      others(appointmentId).some(
        (visit) =>
          visit.patientId === patientId && minutesOfSpan(visit).some((minute) => minutesOfSpan(span).includes(minute)),
      ),
    startsOf: (appointmentId: string, span: Span) =>
      [...status].flatMap(([id, visit]) =>
        id !== appointmentId && visit.holds && overlaps(visit, span) ? [`${id} ${visit.from}`] : [],
      ),
    held: (appointmentId: string, span: Span) =>
      Math.max(
        ...minutesOfSpan(span).map(
          (minute) => others(appointmentId).filter((visit) => minutesOfSpan(visit).includes(minute)).length,
        ),
      ),
    isBlocked: (span: Span) => minutesOfSpan(span).some((minute) => single.get(minute) ?? isDayBlocked),
  };
}

/** Whether a visit overbooked a time. */
const overbooked = (appointmentId: string, time: string, events: readonly DoctorDayEvent[]): boolean => {
  const of = events.filter(({ data }) => 'appointmentId' in data && data.appointmentId === appointmentId);
  const [first] = of.flatMap((event) => (event.type === 'AppointmentBooked' ? [event.data.time] : []));
  return first === time && of.some(({ type }) => type === 'AppointmentOverbooked');
};

/** Runs a history and checks every occupied place. */
function live(steps: readonly Step[]): Recorded<DoctorDayEvent>[] {
  let history: Recorded<DoctorDayEvent>[] = [];
  let schedule = { week: weekOf({ capacity: 2, minutes: 30, until: 10 }), revision: 0 };
  let now = clinicAt(date, '08:30');
  let bookings = 0;
  /** By appointment and time: when it got the place, and the capacity then. */
  const taken = new Map<string, { readonly at: number; readonly capacity: number }>();

  for (const step of steps) {
    if (step.ask === 'wait') now += step.minutes * 60_000;
    if (step.ask === 'schedule') schedule = { week: weekOf(step), revision: schedule.revision + 1 };
    const command = commandOf(step, { bookings, now }, history);
    if (!command) continue;
    if (['book', 'hold', 'walkIn', 'moveIn'].includes(command.kind) && step.ask !== 'bookHeld') bookings += 1;
    const given = context({ now, schedule });
    const decision = doctorDay.decide(doctorDay.fold(doctorDay.initial, history), command, given);
    if (isRefused(decision) || isRepeated(decision) || decision.length === 0) continue;

    const before = readAgain(history, now);
    for (const event of decision) {
      const takes =
        event.type === 'AppointmentBooked' ||
        event.type === 'AppointmentRescheduled' ||
        event.type === 'PlaceHeld' ||
        ('statusBefore' in event.data &&
          (event.data.statusBefore === 'Moved' || event.data.statusBefore === 'Cancelled') &&
          event.data.statusAfter !== 'Cancelled');
      if (!takes || !('minutes' in event.data)) continue;
      const { appointmentId, time, minutes } = event.data;
      const patientId = 'patientId' in event.data ? event.data.patientId : appointmentId;
      const slots = before.hours ? slotsOf(before.hours) : plannedSlots(schedule.week, date);
      const place = slots.find((slot) => slot.time === time && slot.minutes === minutes);
      const span = spanFrom(time, minutes);
      const held = before.held(appointmentId, span) + 1;
      // Never two visits of the same patient.
      expect(before.hasPatient(appointmentId, patientId, span)).toBe(false);
      // One above the capacity for those that were overbooked there.
      const beyond = overbooked(appointmentId, time, [...history, ...recorded(decision)]) ? 1 : 0;
      const others = history.filter(
        ({ data }) => 'appointmentId' in data && overbooked(data.appointmentId, time, history),
      );
      const over = Math.max(beyond, others.length > 0 ? 1 : 0);
      const isBack =
        ('statusBefore' in event.data && event.data.statusBefore !== null) ||
        (event.type === 'AppointmentRescheduled' && event.data.undoneEventId !== null);
      if (!isBack) {
        // Never a closed or blocked slot, never above the capacity.
        expect(place).toBeDefined();
        expect(before.isBlocked(span)).toBe(false);
        expect(held).toBeLessThanOrEqual((place?.capacity ?? 0) + over);
        taken.set(`${appointmentId} ${time}`, { at: history.length, capacity: place?.capacity ?? 0 });
        const isBooked = event.type === 'PlaceHeld' || (event.type === 'AppointmentBooked' && command.kind === 'book');
        if (isBooked || event.type === 'AppointmentRescheduled') {
          expect(hasPassed(date, time, clinicNow(now, 'Asia/Kolkata'))).toBe(false);
        }
        continue;
      }
      // A restored visit had its slot before it was blocked, closed or over: only others booked since stand in its way.
      const most = Math.max(place?.capacity ?? 0, taken.get(`${appointmentId} ${time}`)?.capacity ?? 0);
      expect(held).toBeLessThanOrEqual(most + over);
      const own = history.findLastIndex(({ data }) => 'appointmentId' in data && data.appointmentId === appointmentId);
      if (before.startsOf(appointmentId, span).some((start) => (taken.get(start)?.at ?? 0) > own)) {
        for (const slot of slots.filter((slot) => overlaps(spanOf(slot), span))) {
          expect(before.held(appointmentId, spanOf(slot)) + 1).toBeLessThanOrEqual(slot.capacity + over);
        }
      }
    }
    history = [...history, ...recorded(decision, { at: now, commandId: `command-${history.length}` }, history.length)];
  }
  // "No token twice": each appointment keeps its own.
  const tokens = history.flatMap((event) => (event.type === 'PatientArrived' ? [event.data] : []));
  expect(new Set(tokens.map(({ token }) => token)).size).toBe(
    new Set(tokens.map((arrival) => arrival.appointmentId)).size,
  );
  return history;
}

function commandOf(
  step: Step,
  { bookings, now }: { readonly bookings: number; readonly now: number },
  history: readonly Recorded<DoctorDayEvent>[],
): DoctorDayCommand | null {
  const timeOf = (index: number): string => times[index] ?? '09:00';
  switch (step.ask) {
    case 'book':
      return book(bookings, { time: timeOf(step.time), patientId: patientOf(step.patient) });
    case 'overbook': {
      const request = { time: timeOf(step.time), patientId: patientOf(step.patient) };
      return book(bookings, { ...request, overbooks: { reason: 'Fever' } });
    }
    case 'hold': {
      const until = new Date(now + holdMs).toISOString();
      const asked = { time: timeOf(step.time), type: 'Direct Consultation', onRequest: null } as const;
      return { kind: 'hold', appointmentId: idOf(bookings), until, ...asked };
    }
    case 'bookHeld': {
      const request = { time: timeOf(step.time), patientId: patientOf(step.patient) };
      return book(step.appointment, { ...request, holder: 'desk' });
    }
    case 'release':
      return { kind: 'releaseHold', appointmentId: idOf(step.appointment), holder: 'desk' };
    case 'lapse':
      return { kind: 'lapseHolds' };
    case 'cancel':
      return {
        ...{ kind: 'changeStatus', appointmentId: idOf(step.appointment), status: 'Cancelled' },
        ...{ as: 'admin', money: 'refunded' },
      };
    case 'visit':
      return { kind: 'changeStatus', appointmentId: idOf(step.appointment), status: 'Availed', as: 'admin' };
    case 'miss':
      return { kind: 'changeStatus', appointmentId: idOf(step.appointment), status: 'Not_Availed', as: 'admin' };
    case 'pay':
      return { kind: 'correctPayment', appointmentId: idOf(step.appointment), payment: 'Paid', reason: null };
    case 'undo': {
      const own = history.filter(
        ({ type, data }) =>
          ('statusAfter' in data || type === 'AppointmentRescheduled') &&
          'appointmentId' in data &&
          data.appointmentId === idOf(step.appointment),
      );
      const eventId = own.at(-1)?.id;
      if (eventId === undefined) return null;
      if (own.at(-1)?.type === 'AppointmentRescheduled') {
        return { kind: 'undoReschedule', appointmentId: idOf(step.appointment), eventId };
      }
      return { kind: 'undo', appointmentId: idOf(step.appointment), eventId, status: 'Confirmed', as: 'admin' };
    }
    case 'arrive':
      return { kind: 'arrive', appointmentId: idOf(step.appointment) };
    case 'leave':
      return { kind: 'withdrawArrival', appointmentId: idOf(step.appointment) };
    case 'call':
      return { kind: 'call', appointmentId: idOf(step.appointment), room: null };
    case 'callBack':
      return { kind: 'withdrawCall', appointmentId: idOf(step.appointment) };
    case 'note':
      return { kind: 'noteContact', appointmentId: idOf(step.appointment), reached: false, note: null };
    case 'answer':
      return { kind: 'confirmVisit', appointmentId: idOf(step.appointment), time: timeOf(0) };
    case 'reassign': {
      const appointmentId = idOf(step.appointment);
      return { kind: 'reassign', appointmentId, patientId: `own-${appointmentId}`, mergeId: 'merge' };
    }
    case 'undoNote': {
      const appointmentId = idOf(step.appointment);
      const noted = history.findLast(
        ({ type, data }) =>
          type === 'PatientContacted' && 'appointmentId' in data && data.appointmentId === appointmentId,
      );
      return noted ? { kind: 'undoContact', appointmentId, eventId: noted.id } : null;
    }
    case 'walkIn': {
      const { appointmentId, branchId, payment } = book(bookings);
      const pricing = { rules: { rules: [] }, before: noEarlierFees, age: null };
      return { kind: 'walkIn', appointmentId, patientId: patientOf(step.patient), branchId, payment, pricing };
    }
    case 'correct':
      return {
        kind: 'correct',
        appointmentId: idOf(step.appointment),
        status: statuses[step.to] ?? 'Confirmed',
        reason: 'x',
      };
    case 'move': {
      const [appointmentId, time] = [idOf(step.appointment), timeOf(step.time)];
      return { kind: 'reschedule', appointmentId, time, reason: null, branchId: 0 };
    }
    case 'depart':
    case 'takeBack':
    case 'leaveBack':
    case 'end':
    case 'come':
      return moveOf(step, bookings, history);
    case 'block':
      return { kind: 'blockSlots', times: [timeOf(step.time)], reason: null };
    case 'unblock':
      return { kind: 'unblockSlots', times: [timeOf(step.time)] };
    case 'hours':
      return { kind: 'setDayHours', intervals: hoursOf({ ...step, capacity: 1 }), reason: null };
    case 'clearHours':
      return { kind: 'clearDayHours' };
    case 'late':
      return { kind: 'setLateness', minutes: step.minutes, before: null };
    case 'blockDay':
      return { kind: 'blockDay', reason: null };
    case 'unblockDay':
      return { kind: 'unblockDay' };
    default:
      return null;
  }
}

const elsewhere = (index: number) => idOf(index).replace('20261121', '20261123');

function moveOf(
  step: Extract<Step, { ask: 'depart' | 'takeBack' | 'leaveBack' | 'end' | 'come' }>,
  bookings: number,
  history: readonly Recorded<DoctorDayEvent>[],
): DoctorDayCommand | null {
  const moveId = `move-${history.length}`;
  if (step.ask === 'come') {
    const [to, from, patientId] = [idOf(bookings), elsewhere(bookings), patientOf(step.patient)];
    const money = { status: 'Paid', due: null, payments: [notRecorded] } as const;
    const visit = { visitId: from, visit: undefined, visitInLists: null, branchId: 0, against: null };
    const [time, type] = [times[step.time] ?? '09:00', 'Direct Consultation' as const];
    return { kind: 'moveIn', moveId, from, to, patientId, time, type, money, fee: undefined, ...visit };
  }
  const appointmentId = idOf(step.appointment);
  const own = history.filter(({ data }) => 'appointmentId' in data && data.appointmentId === appointmentId);
  const to = elsewhere(step.appointment);
  if (step.ask === 'depart') return { kind: 'startMove', moveId, appointmentId, to, toTime: '09:00', reason: null };
  if (step.ask === 'leaveBack') {
    const eventId = own.findLast(({ type }) => type === 'AppointmentMovedIn')?.id ?? '';
    return { kind: 'startMoveBack', moveId, appointmentId, eventId, toTime: '09:00' };
  }
  const started = own.findLast((event) => event.type === 'AppointmentMoveStarted');
  if (started?.type !== 'AppointmentMoveStarted') return null;
  const { moveId: open, patientId } = started.data;
  if (step.ask === 'end') return { kind: 'endMove', moveId: open, code: step.isRefused ? 'slot.full' : null };
  return { kind: 'moveBack', moveId, from: to, to: appointmentId, patientId, against: null };
}

describe('any history of book, hold, move, arrive, call, cancel, undo, correct, block, unblock and change of hours', () => {
  test('has every event that a day can have', () => {
    const types = live(everyEvent).map(({ type }) => type);
    expect(new Set(types)).toEqual(new Set(doctorDayEvents.map(({ type }) => type)));
  });

  test('takes no new place that is full, blocked, closed or over, nor two at one time for one patient', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) => {
        live(steps);
      }),
      { numRuns: 600, examples: [everyEvent, ...undone].map((steps) => [[...steps]]) },
    );
  });

  test('folds to the same in one go, one by one, or cut anywhere', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), fc.nat(), (steps, cut) => {
        const history = live(steps);
        const whole = doctorDay.fold(doctorDay.initial, history);
        const oneByOne = history.reduce((state, event) => doctorDay.fold(state, [event]), doctorDay.initial);
        const at = history.length === 0 ? 0 : cut % history.length;
        const first = doctorDay.fold(doctorDay.initial, history.slice(0, at));
        const kept = structuredClone(first);
        expect(doctorDay.fold(first, history.slice(at))).toEqual(whole);
        // The earlier state isn't modified.
        expect(first).toEqual(kept);
        expect(oneByOne).toEqual(whole);
      }),
      { numRuns: 150, examples: everyEvent.map((_, index) => [[...everyEvent], index]) },
    );
  });
});
