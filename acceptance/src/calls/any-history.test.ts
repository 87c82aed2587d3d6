import { type DoctorDayCommand, doctorDay } from '@dayline/command-service/doctor-day/decide';
import type { DoctorDayContext } from '@dayline/command-service/doctor-day/places';
import { clinicNow } from '@dayline/contracts/clinic-time';
import { skippedTimes } from '@dayline/contracts/clock-changes';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import type { RecordedDaylineEvent } from '@dayline/contracts/events/table';
import { upcastData } from '@dayline/contracts/events/upcast';
import { lastBookableDate } from '@dayline/contracts/horizon';
import { appointmentId, categoryOf, doctorDayKey, streams } from '@dayline/contracts/ids';
import type { JsonObject } from '@dayline/contracts/json';
import type { Week } from '@dayline/contracts/schedule';
import {
  availabilityOf,
  blockedPlaces,
  type DaySetting,
  daySlots,
  emptyDayBook,
  openSlots,
  type Slot,
} from '@dayline/contracts/slots';
import { runs } from '@dayline/contracts/testing/trials';
import type { DeskViews, DoctorDayRow } from '@dayline/contracts/views';
import { desk } from '@dayline/projector/projections/desk/projection';
import { foldAll } from '@dayline/projector/projections/fold';
import { type Draft, recorded, testId } from '@dayline/projector/testing/draft';
import { pastRows } from '@dayline/query-service/as-of/past-rows';
import { directoryOf } from '@dayline/query-service/desk/directory';
import { liveDay } from '@dayline/query-service/live/messages';
import fc from 'fast-check';
import { SlowDay, type Told } from '../testing/slow-day.ts';
import { everyDay, hours } from '../testing/started-clinic.ts';

/**
 * Any history of weeks, blocks, bookings, cancellations, undos and clocks: decisions, the view's row, the live message
 * and the row "as of" each step are held against a day that is kept minute by minute.
 */

const pocId = testId(1);
const clientId = testId(2);
const idOf = (date: string, index: number): string => appointmentId(pocId, date, testId(100 + index));

/** On the second date the clocks skip 2:00 to 3:00 AM, within the hours. */
const nights = [
  {
    zone: 'Asia/Kolkata',
    date: '2026-11-21',
    open: 9,
    begins: '2026-11-21T08:45:00+05:30',
    skips: (_: string): boolean => false,
  },
  {
    zone: 'America/New_York',
    date: '2026-03-08',
    open: 1,
    begins: '2026-03-08T00:45:00-05:00',
    skips: (time: string): boolean => '02:00' <= time && time < '03:00',
  },
] as const;
type Night = (typeof nights)[number];

interface Hours {
  readonly capacity: number;
  readonly minutes: number;
  /** Minutes after the full hour. */
  readonly shift: number;
  readonly later: boolean;
  readonly isOff: boolean;
}
type Step =
  | { readonly ask: 'book' | 'block' | 'unblock'; readonly time: number }
  | { readonly ask: 'blockDay' | 'unblockDay' | 'blockEach' }
  | { readonly ask: 'cancel' | 'undo' | 'restore'; readonly index: number }
  | ({ readonly ask: 'schedule' } & Hours)
  | { readonly ask: 'wait'; readonly minutes: number };
const aTime = fc.nat({ max: 30 });
const some = <Ask extends Step['ask']>(...asks: Ask[]) => fc.constantFrom(...asks);
const schedule = fc.record({
  ask: some('schedule'),
  capacity: fc.integer({ min: 1, max: 3 }),
  minutes: fc.constantFrom(10, 15, 20, 30, 45, 120),
  shift: fc.constantFrom(0, 10, 15, 30),
  later: fc.boolean(),
  isOff: fc.constantFrom(false, false, false, true),
});
const ofOneWeek: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ ask: some('book'), time: aTime }) },
  { weight: 3, arbitrary: fc.record({ ask: some('block', 'unblock'), time: aTime }) },
  { weight: 2, arbitrary: fc.record({ ask: some('blockDay', 'unblockDay', 'blockEach') }) },
  { weight: 4, arbitrary: fc.record({ ask: some('cancel', 'undo', 'restore'), index: fc.nat({ max: 6 }) }) },
  fc.record({ ask: some('wait'), minutes: fc.constantFrom(1, 20) }),
);
const step: fc.Arbitrary<Step> = fc.oneof({ weight: 4, arbitrary: ofOneWeek }, { weight: 1, arbitrary: schedule });

const weekOf = (open: number, { capacity, minutes, shift, later, isOff }: Hours): Week => {
  const at = (hour: number, minute: number) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
  const main = hours(at(open, shift), at(open + 2, shift), capacity, minutes);
  return isOff ? [] : everyDay(main, ...(later ? [hours('15:00', '15:50', capacity, 25)] : []));
};
const firstHours: Hours = { capacity: 2, minutes: 30, shift: 0, later: true, isOff: false };

const isOfDay = (event: RecordedDaylineEvent): event is Recorded<DoctorDayEvent> & RecordedDaylineEvent =>
  categoryOf(event.stream) === 'doctorDay';

/** The event as the version before wrote it, upcast. The week is the one that planned the slots. */
function throughOlder({ type, data }: DoctorDayEvent, times: readonly string[]): DoctorDayEvent {
  const stored = { ...data } as Record<string, unknown>;
  delete stored['minutes'];
  if (type === 'SlotsPlanned') {
    stored['slots'] = data.slots.map(({ time, capacity }) => ({ time, capacity }));
    stored['scheduleRevision'] = data.weekRevision;
  }
  if (type === 'SlotsBlocked' || type === 'SlotsUnblocked') {
    stored['times'] = times.filter((time) => data.spans.some(({ from, to }) => from <= time && time < (to ?? from)));
    delete stored['spans'];
  }
  // Cast is safe: the golden samples show that what an upcaster makes has the newest shape.
  return { type, data: upcastData(type, 1, stored as JsonObject).data } as unknown as DoctorDayEvent;
}

/** The cases that a history covered. */
interface Met {
  readonly words: Set<string>;
  refusedOnBlocked: number;
  overlapped: number;
  returned: number;
}

interface Moment {
  readonly events: number;
  readonly setting: DaySetting;
  readonly told: readonly Told[];
}

const shown = (slots: readonly Pick<Slot, keyof Told>[]): Told[] =>
  slots.map(({ time, booked, blocked, free }) => ({ time, booked, blocked, free }));

class History {
  readonly met: Met = { words: new Set(), refusedOnBlocked: 0, overlapped: 0, returned: 0 };
  readonly #night: Night;
  readonly #isOlder: boolean;
  readonly #drafts: Draft[] = [];
  /** When each draft was recorded, ms. */
  readonly #instants: number[] = [];
  readonly #moments: Moment[] = [];
  readonly #slow: SlowDay;
  readonly #times = new Set<string>();
  #schedule: { week: Week; revision: number };
  #now: number;
  #bookings = 0;

  constructor(night: Night, { isOlder = false } = {}) {
    this.#night = night;
    this.#isOlder = isOlder;
    this.#schedule = { week: weekOf(night.open, firstHours), revision: 0 };
    this.#slow = new SlowDay(this.#schedule.week, (time) => !night.skips(time));
    this.#now = Date.parse(night.begins);
    const profile = { name: 'Dr. A', specialization: 'x', contactNumber: null, email: null, meetingLink: null };
    const more = { consultationFee: null, externalId: null, branchId: 0 };
    const data = { clientId, departmentId: testId(4), ...profile, ...more };
    const client = { name: 'Clinic', zone: night.zone, meetingLinkHost: 'https://meet.google.com', branches: [] };
    this.#add(streams.client(clientId), { type: 'ClientOnboarded', data: client });
    this.#add(streams.doctor(pocId), { type: 'DoctorAdded', data });
    this.#setWeek(this.#schedule.week);
  }

  #add(stream: string, event: Draft['event']): void {
    this.#drafts.push({ stream, clientId, event });
    this.#instants.push(this.#now);
  }

  #events = (): RecordedDaylineEvent[] =>
    recorded(this.#drafts).map((event, index) => {
      const recordedAt = new Date(this.#instants[index] ?? 0).toISOString();
      return { ...event, metadata: { ...event.metadata, recordedAt } };
    });

  #setWeek(week: Week): void {
    this.#add(streams.doctorSchedule(pocId), { type: 'WeeklyScheduleSet', data: { week } });
    this.#slow.changeWeek(week);
    for (const time of this.#slow.times()) this.#times.add(time);
    if (this.#night.skips('02:15')) this.#times.add('02:15').add('02:00');
  }

  #context(): DoctorDayContext {
    const { zone, date } = this.#night;
    const clinic = clinicNow(this.#now, zone);
    const lastBookable = lastBookableDate(clinic.date);
    const skipped = skippedTimes(zone, date);
    return {
      pocId,
      date,
      schedule: this.#schedule,
      skipped,
      clinic,
      lastBookable,
      now: this.#now,
      undoWindowMs: 15_000,
    };
  }

  take(asked: Step): void {
    if (asked.ask === 'wait') this.#now += asked.minutes * 60_000;
    if (asked.ask === 'schedule') {
      this.#schedule = { week: weekOf(this.#night.open, asked), revision: this.#schedule.revision + 1 };
      this.#setWeek(this.#schedule.week);
    }
    const state = this.#state();
    const command = this.#commandOf(asked, state);
    if (command) this.#decide(command, state);
    this.#look();
  }

  #state = () => doctorDay.evolve(doctorDay.initial, this.#events().filter(isOfDay));

  #commandOf(asked: Step, { appointments }: ReturnType<typeof doctorDay.evolve>): DoctorDayCommand | null {
    const { date } = this.#night;
    const times = [...this.#times];
    const timeOf = (index: number) => times[index % times.length] ?? '';
    switch (asked.ask) {
      case 'book':
        return this.#booking(timeOf(asked.time));
      case 'cancel':
        return { kind: 'changeStatus', appointmentId: idOf(date, asked.index), status: 'Cancelled', as: 'admin' };
      case 'undo': {
        const id = idOf(date, asked.index);
        const eventId = appointments.get(id)?.history.at(-1)?.id ?? '';
        return { kind: 'undo', appointmentId: id, eventId, status: 'Confirmed', as: 'admin' };
      }
      case 'restore':
        return { kind: 'correct', appointmentId: idOf(date, asked.index), status: 'Confirmed', reason: 'x' };
      case 'block':
        return { kind: 'blockSlots', times: [timeOf(asked.time)], reason: 'Ward round' };
      case 'unblock':
        return { kind: 'unblockSlots', times: [timeOf(asked.time)] };
      case 'blockEach':
        return { kind: 'blockSlots', times: this.#slow.times(), reason: null };
      case 'blockDay':
        return { kind: 'blockDay', reason: 'Leave' };
      case 'unblockDay':
        return { kind: 'unblockDay' };
      default:
        return null;
    }
  }

  #booking = (time: string): DoctorDayCommand => ({
    kind: 'book',
    appointmentId: idOf(this.#night.date, this.#bookings),
    patientId: testId(3),
    time,
    type: 'Direct Consultation',
    payment: 'Paid',
    branchId: 0,
  });

  #decide(command: DoctorDayCommand, state: ReturnType<typeof doctorDay.evolve>): void {
    const context = this.#context();
    const decision = doctorDay.decide(state, command, context);
    const isAccepted = !('refused' in decision) && !('repeats' in decision);
    const told = this.#slow.told(context.clinic.time);
    if (command.kind === 'book' && told.find(({ time }) => time === command.time)?.blocked && !isAccepted) {
      this.met.refusedOnBlocked += 1;
    }
    const isBack = command.kind === 'undo' || command.kind === 'correct';
    if (isBack && state.appointments.get(command.appointmentId)?.status === 'Cancelled') {
      const isInTime = !('refused' in decision) || !decision.refused.startsWith('undo.');
      if (isInTime) expect(isAccepted).toBe(this.#slow.canReturn(command.appointmentId));
      if (isAccepted) this.met.returned += 1;
    }
    if (!isAccepted) return;
    if (decision.length > 0) this.#accept(command, state, context);
    const times = this.#slow.times();
    for (const event of decision) {
      this.#add(streams.doctorDay(pocId, this.#night.date), this.#isOlder ? throughOlder(event, times) : event);
    }
  }

  /** Repeats in the slow day what was accepted. */
  #accept(command: DoctorDayCommand, { book }: ReturnType<typeof doctorDay.evolve>, context: DoctorDayContext): void {
    switch (command.kind) {
      case 'book': {
        this.#bookings += 1;
        const { taken, capacity } = this.#slow.mostAt(command.time);
        expect(taken).toBeLessThan(capacity);
        return this.#slow.book(command.appointmentId, command.time);
      }
      case 'changeStatus':
        return this.#slow.holds(command.appointmentId, false);
      case 'undo':
      case 'correct':
        return this.#slow.holds(command.appointmentId, true);
      case 'blockDay':
        return this.#slow.blockDay();
      case 'unblockDay':
        return this.#slow.unblockDay();
      case 'blockSlots':
        return this.#slow.block(command.times);
      case 'unblockSlots': {
        // As listed to the page: a slot, a part of a block that no slot covers, or the day.
        const listed = blockedPlaces(book, context).find(({ from }) => command.times.includes(from));
        if (listed?.isDay) return this.#slow.unblockDay();
        expect(this.#slow.isBlocked(listed)).toBe(true);
        return this.#slow.free(listed);
      }
      default:
        throw new TypeError(command.kind);
    }
  }

  /** After every step: the fold equals the views, each list tells the slow day, and the decider takes what is told. */
  #look(): void {
    const events = this.#events();
    const context = this.#context();
    const told = this.#slow.told(context.clinic.time);
    const state = this.#state();
    const rows = foldAll(desk, events);
    const key = doctorDayKey(pocId, this.#night.date);
    // Cast is safe: a view's name determines the type of its rows.
    const row = rows.get('doctorDays', key) as DoctorDayRow | null;
    for (const field of ['plan', 'dayBlock', 'opened', 'blocks', 'visits'] as const) {
      expect(row?.[field] ?? emptyDayBook[field]).toEqual(state.book[field]);
    }
    const slots = daySlots(row ?? emptyDayBook, context);
    expect(shown(openSlots(slots))).toEqual(told);
    expect(slots.reduce((sum, { booked }) => sum + booked, 0)).toBe(this.#slow.held());
    if (row) expect(shown(liveDay(row, clinicsOf(rows, context)).slots)).toEqual(told);
    this.met.words.add(availabilityOf(slots));
    this.met.overlapped += openSlots(slots).filter(({ booked, left, capacity }) => booked + left < capacity).length;
    for (const time of this.#times) {
      const decision = doctorDay.decide(state, this.#booking(time), context);
      const free = told.find((slot) => slot.time === time)?.free ?? 0;
      expect([time, 'refused' in decision]).toEqual([time, free === 0]);
    }
    this.#moments.push({ events: events.length, setting: context, told });
  }

  /** The day as of each step, from the views as they are at the end. */
  async lookBack(): Promise<void> {
    const events = this.#events();
    const rows = foldAll(desk, events);
    const key = doctorDayKey(pocId, this.#night.date);
    for (const { events: count, setting, told } of this.#moments) {
      const past = pastRows({
        desk: {
          rows: async (view, keys) =>
            // Cast is safe: a view's name determines the type of its rows.
            new Map(keys.flatMap((each) => entryOf(each, rows.get(view, each) as DeskViews[typeof view] | null))),
        },
        sealedLog: {
          readStream: async (stream, { upTo = '' } = {}) =>
            // Cast is safe: recorded events are those that a log reads.
            events.filter((event) => event.stream === stream && event.position <= upTo) as unknown as Recorded[],
        },
        position: events[count - 1]?.position ?? '',
        breath: async () => {},
      });
      const book = (await past.rows('doctorDays', [key])).get(key) ?? emptyDayBook;
      const doctor = (await past.rows('doctors', [pocId])).get(pocId);
      expect(shown(openSlots(daySlots(book, { ...setting, schedule: doctor?.schedule ?? null })))).toEqual(told);
    }
  }
}

const entryOf = <Row>(key: string, row: Row | null): [string, Row][] => (row ? [[key, row]] : []);

function clinicsOf(rows: ReturnType<typeof foldAll>, { clinic }: DaySetting): Parameters<typeof liveDay>[1] {
  const of = <Row extends { readonly key: string }>(view: string) =>
    new Map((rows.rows(view) as unknown as Row[]).map((row) => [row.key, row]));
  const directory = directoryOf(() => ({
    clients: of('clients'),
    departments: of('departments'),
    doctors: of('doctors'),
    sorted: new Map(),
  }));
  return { directory, horizonDays: 60, clinicOf: () => clinic };
}

async function live(steps: readonly Step[], night: Night, kind = {}): Promise<Met> {
  const history = new History(night, kind);
  for (const asked of steps) history.take(asked);
  await history.lookBack();
  return history.met;
}

/** A history with every state of a day, a refusal on a blocked slot, an overlapped slot and a visit that returns. */
const everyCase: readonly Step[] = [
  { ask: 'book', time: 0 },
  { ask: 'cancel', index: 0 },
  { ask: 'undo', index: 0 },
  { ask: 'block', time: 1 },
  { ask: 'book', time: 1 },
  { ask: 'schedule', ...firstHours, minutes: 20 },
  { ask: 'cancel', index: 0 },
  { ask: 'restore', index: 0 },
  { ask: 'schedule', ...firstHours, minutes: 30 },
  { ask: 'restore', index: 0 },
  { ask: 'blockDay' },
  { ask: 'schedule', ...firstHours, isOff: true },
  { ask: 'unblock', time: 0 },
];
const aNight = fc.constantFrom(...nights);

test('any history of weeks, blocks, bookings, undos and clocks is told and decided as by the minute', async () => {
  const steps = fc.array(step, { minLength: 4, maxLength: 25 });
  const property = fc.asyncProperty(steps, aNight, async (asked, night) => void (await live(asked, night)));
  await fc.assert(property, { numRuns: runs(40, 500), examples: nights.map((night) => [[...everyCase], night]) });
}, 600_000);

test('events of the version before mean what they meant, while the week stays', async () => {
  const steps = fc.array(ofOneWeek, { minLength: 4, maxLength: 25 });
  const property = fc.asyncProperty(steps, async (asked) => void (await live(asked, nights[0], { isOlder: true })));
  await fc.assert(property, { numRuns: runs(30, 500) });
}, 600_000);

test('a history meets every word of a day, a refusal on a blocked place, an overlapped place and a return', async () => {
  const met = await live(everyCase, nights[0]);
  expect(met.words).toEqual(new Set(['available', 'partial', 'blocked']));
  expect([met.refusedOnBlocked > 0, met.overlapped > 0, met.returned > 0]).toEqual([true, true, true]);
});
