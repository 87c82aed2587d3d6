import { type DoctorDayCommand, doctorDay } from '@dayline/command-service/doctor-day/decide';
import type { DoctorDayContext } from '@dayline/command-service/doctor-day/places';
import { clinicNow } from '@dayline/contracts/clinic-time';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import type { RecordedDaylineEvent } from '@dayline/contracts/events/table';
import { appointmentId, categoryOf, doctorDayKey, streams } from '@dayline/contracts/ids';
import { plannedSlots } from '@dayline/contracts/schedule';
import { availabilityOf, type DayBook, daySlots, emptyDayBook, type Slot } from '@dayline/contracts/slots';
import type { DoctorDayRow, DoctorRow } from '@dayline/contracts/views';
import { desk } from '@dayline/projector/projections/desk/projection';
import { foldAll } from '@dayline/projector/projections/fold';
import { type Draft, recorded, testId } from '@dayline/projector/testing/draft';
import fc from 'fast-check';
import { everyDay, hours } from '../testing/started-clinic.ts';

/** The command side's decisions and the folded views, over any history: both must show the same day. */

const pocId = testId(1);
const clientId = testId(2);
const date = '2026-11-21';
const dayStream = streams.doctorDay(pocId, date);
const zone = 'Asia/Kolkata';
const times = ['09:00', '09:20', '09:30', '09:40', '10:00', '10:30', '15:00'];
const aTime = fc.constantFrom(...times);

type Step =
  | { readonly ask: 'book' | 'block' | 'unblock'; readonly time: string }
  | { readonly ask: 'blockDay' | 'unblockDay' | 'blockEach' }
  | { readonly ask: 'cancel'; readonly index: number }
  | { readonly ask: 'schedule'; readonly capacity: number; readonly minutes: number; readonly later: boolean }
  | { readonly ask: 'wait'; readonly minutes: number };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 7, arbitrary: fc.record({ ask: fc.constant('book' as const), time: aTime }) },
  { weight: 3, arbitrary: fc.record({ ask: fc.constantFrom('block' as const, 'unblock' as const), time: aTime }) },
  {
    weight: 2,
    arbitrary: fc.record({ ask: fc.constantFrom('blockDay' as const, 'unblockDay' as const, 'blockEach' as const) }),
  },
  { weight: 2, arbitrary: fc.record({ ask: fc.constant('cancel' as const), index: fc.nat({ max: 6 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      ask: fc.constant('schedule' as const),
      capacity: fc.integer({ min: 1, max: 3 }),
      minutes: fc.constantFrom(20, 30),
      later: fc.boolean(),
    }),
  },
  fc.record({ ask: fc.constant('wait' as const), minutes: fc.constantFrom(1, 30) }),
);

const idOf = (index: number): string => appointmentId(pocId, date, testId(100 + index));
const weekOf = ({ capacity, minutes, later }: { capacity: number; minutes: number; later: boolean }) =>
  everyDay(hours('09:00', '11:00', capacity, minutes), ...(later ? [hours('15:00', '16:00', capacity, minutes)] : []));

function commandOf(step: Step, bookings: number, planned: readonly string[]): DoctorDayCommand | null {
  switch (step.ask) {
    case 'book':
      return {
        kind: 'book',
        appointmentId: idOf(bookings),
        patientId: testId(3),
        time: step.time,
        type: 'Direct Consultation',
        payment: 'Paid',
        branchId: 0,
      };
    case 'cancel':
      return { kind: 'changeStatus', appointmentId: idOf(step.index), status: 'Cancelled', as: 'admin' };
    case 'block':
      return { kind: 'blockSlots', times: [step.time], reason: 'Ward round' };
    case 'unblock':
      return { kind: 'unblockSlots', times: [step.time] };
    case 'blockEach':
      return { kind: 'blockSlots', times: planned, reason: null };
    case 'blockDay':
      return { kind: 'blockDay', reason: 'Leave' };
    case 'unblockDay':
      return { kind: 'unblockDay' };
    default:
      return null;
  }
}

const isOfDay = (event: RecordedDaylineEvent): event is Recorded<DoctorDayEvent> & RecordedDaylineEvent =>
  categoryOf(event.stream) === 'doctorDay';
const bookOf = ({ plan, dayBlock, opened, blocks, booked }: DayBook): DayBook => ({
  plan,
  dayBlock,
  opened,
  blocks,
  booked,
});

/** The state of a day, computed independently of the code under test. */
function wordAgain(slots: readonly Slot[], templateTimes: ReadonlySet<string>): string {
  const open = slots.filter(({ time }) => templateTimes.has(time));
  if (open.every((slot) => !slot.blocked)) return 'available';
  return open.every((slot) => slot.blocked) ? 'blocked' : 'partial';
}

/** The cases that a history covered. */
interface Met {
  readonly words: Set<string>;
  refusedOnBlocked: number;
  closedOnBlockedDay: number;
}

function live(steps: readonly Step[]): Met {
  const met: Met = { words: new Set(), refusedOnBlocked: 0, closedOnBlockedDay: 0 };
  const drafts: Draft[] = [];
  const add = (stream: string, event: Draft['event']) => drafts.push({ stream, clientId, event });
  const profile = { name: 'Dr. A', specialization: 'x', contactNumber: null, email: null, meetingLink: null };
  const more = { consultationFee: null, externalId: null, branchId: 0 };
  add(streams.doctor(pocId), { type: 'DoctorAdded', data: { clientId, departmentId: testId(4), ...profile, ...more } });
  let schedule = { week: weekOf({ capacity: 2, minutes: 30, later: false }), revision: 0 };
  add(streams.doctorSchedule(pocId), { type: 'WeeklyScheduleSet', data: { week: schedule.week } });
  let now = Date.parse(`${date}T08:45:00+05:30`);
  let bookings = 0;

  for (const step of steps) {
    if (step.ask === 'wait') now += step.minutes * 60_000;
    if (step.ask === 'schedule') {
      schedule = { week: weekOf(step), revision: schedule.revision + 1 };
      add(streams.doctorSchedule(pocId), { type: 'WeeklyScheduleSet', data: { week: schedule.week } });
    }
    const clinic = clinicNow(now, zone);
    const events = recorded(drafts);
    const state = doctorDay.evolve(doctorDay.initial, events.filter(isOfDay));
    const before = daySlots(schedule, state.book, date, clinic);
    const planned = plannedSlots(schedule.week, date).map(({ time }) => time);
    const command = commandOf(step, bookings, planned);
    const rules = { horizonDays: 60, undoWindowMs: 15_000 };
    const given: DoctorDayContext = { pocId, date, schedule, now, clinic, ...rules };
    if (command) {
      const decision = doctorDay.decide(state, command, given);
      const slot = command.kind === 'book' ? before.find(({ time }) => time === command.time) : undefined;
      if ('refused' in decision) {
        if (slot?.blocked) met.refusedOnBlocked += 1;
        // What the views offer can be booked.
        expect(slot?.free ?? 0).toBe(0);
      } else if (!('repeats' in decision)) {
        for (const event of decision) add(dayStream, event);
        if (command.kind === 'book') {
          bookings += 1;
          expect(slot).toMatchObject({ blocked: false, passed: false, closed: false });
        }
      }
    }
    look(drafts, schedule, now, met);
  }
  return met;
}

/** After every step: the fold equals the views, no slot exceeds its capacity, and the day's state matches its slots. */
function look(drafts: readonly Draft[], schedule: DoctorDayContext['schedule'], now: number, met: Met): void {
  const events = recorded(drafts);
  const { book } = doctorDay.evolve(doctorDay.initial, events.filter(isOfDay));
  const rows = foldAll(desk, events);
  // Cast is safe: a view's name determines the type of its rows.
  const row = rows.get('doctorDays', doctorDayKey(pocId, date)) as DoctorDayRow | null;
  const doctor = rows.get('doctors', pocId) as DoctorRow | null;
  expect(doctor?.schedule).toEqual(schedule);
  expect(bookOf(row ?? emptyDayBook)).toEqual(bookOf(book));

  const slots = daySlots(doctor?.schedule ?? null, row ?? emptyDayBook, date, clinicNow(now, zone));
  const template = new Map(plannedSlots(schedule?.week ?? [], date).map(({ time, capacity }) => [time, capacity]));
  for (const slot of slots) {
    expect(slot.closed).toBe(!template.has(slot.time));
    if (slot.free > 0) expect(slot.booked + slot.free).toBe(template.get(slot.time));
    if (slot.blocked || slot.passed || slot.closed) expect(slot.free).toBe(0);
    // A slot exceeds its capacity only after a schedule change made it smaller, and then nothing is free.
    if (slot.booked > (template.get(slot.time) ?? 0)) expect(slot.free).toBe(0);
  }
  expect(slots.map(({ time }) => time)).toEqual(expect.arrayContaining([...template.keys()]));
  const word = availabilityOf(slots);
  met.words.add(word);
  if (word === 'blocked' && slots.some((slot) => slot.closed && !slot.blocked)) met.closedOnBlockedDay += 1;
  expect(word).toBe(wordAgain(slots, new Set(template.keys())));
}

/** A history with every state of a day, a refusal on a blocked slot, and a slot that closed on a blocked day. */
const everyCase: readonly Step[] = [
  { ask: 'schedule', capacity: 2, minutes: 30, later: true },
  { ask: 'book', time: '15:00' },
  { ask: 'block', time: '10:00' },
  { ask: 'book', time: '10:00' },
  { ask: 'blockDay' },
  { ask: 'unblock', time: '15:00' },
  { ask: 'schedule', capacity: 2, minutes: 30, later: false },
];

test('any history of schedules, blocks, bookings and unblocks is told alike by deciding and by showing', () => {
  const property = fc.property(fc.array(step, { minLength: 4, maxLength: 25 }), (steps) => void live(steps));
  fc.assert(property, { numRuns: 200, examples: [[[...everyCase]]] });
});

test('a history meets every word of a day, a refusal on a blocked place and a closed place on a blocked day', () => {
  expect(live(everyCase)).toEqual({
    words: new Set(['available', 'partial', 'blocked']),
    refusedOnBlocked: 1,
    closedOnBlockedDay: 1,
  });
});
