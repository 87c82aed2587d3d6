import { type DoctorDayCommand, doctorDay } from '@dayline/command-service/doctor-day/decide';
import type { DoctorDayContext } from '@dayline/command-service/doctor-day/places';
import { clinicNow } from '@dayline/contracts/clinic/clinic-time';
import { skippedTimes } from '@dayline/contracts/clinic/clock-changes';
import { availabilityOf, blockedPlaces, openSlots } from '@dayline/contracts/clinic/day/availability';
import { lastBookableDate } from '@dayline/contracts/clinic/horizon';
import type { Week } from '@dayline/contracts/clinic/schedule';
import { type DaySetting, daySlots, emptyDayBook } from '@dayline/contracts/clinic/slots';
import { categoryOf, streams } from '@dayline/contracts/events/categories';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import type { RecordedDaylineEvent } from '@dayline/contracts/events/table';
import { appointmentId, doctorDayKey } from '@dayline/contracts/ids';
import type { DoctorDayRow } from '@dayline/contracts/views';
import { desk } from '@dayline/projector/projections/desk/projection';
import { foldAll } from '@dayline/projector/projections/fold';
import { type Draft, recorded, testId } from '@dayline/projector/testing/draft';
import { firstHours, type Night, type Step, weekOf } from './day-steps.ts';
import { liveSlots, shown, slotsAsOf } from './listed-slots.ts';
import { type Clock, type ListedSlot, SlowDay, slowSlots } from './slow-day.ts';

/** A doctor's day in property tests of histories. */

const onDay = (now: string): Clock => ({ now, isAhead: false, isShut: () => false });
const pocId = testId(1);
const clientId = testId(2);
const idOf = (date: string, index: number): string => appointmentId(pocId, date, testId(100 + index));

const isOfDay = (event: RecordedDaylineEvent): event is Recorded<DoctorDayEvent> & RecordedDaylineEvent =>
  categoryOf(event.stream) === 'doctorDay';

/** The cases that a history covered. */
export interface ReachedCases {
  readonly words: Set<string>;
  refusedOnBlocked: number;
  overlapped: number;
  returned: number;
}

interface Moment {
  readonly events: number;
  readonly setting: DaySetting;
  readonly slots: readonly ListedSlot[];
}

export class History {
  readonly reached: ReachedCases = { words: new Set(), refusedOnBlocked: 0, overlapped: 0, returned: 0 };
  readonly #night: Night;
  readonly #drafts: Draft[] = [];
  /** When each draft was recorded, ms. */
  readonly #instants: number[] = [];
  readonly #moments: Moment[] = [];
  readonly #slow: SlowDay;
  readonly #times = new Set<string>();
  #schedule: { week: Week; revision: number };
  #now: number;
  #bookings = 0;

  constructor(night: Night) {
    this.#night = night;
    this.#schedule = { week: weekOf(night.open, firstHours), revision: 0 };
    // The weekly hours are the same on each day.
    this.#slow = new SlowDay(() =>
      slowSlots(this.#schedule.week[0]?.timeIntervals ?? [], (time) => !night.skips(time)),
    );
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
    this.#add(streams.doctorSchedule(pocId), {
      type: 'WeeklyScheduleSet',
      data: { week, from: '2026-01-01', name: null },
    });
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
      hospitalDay: null,
      clinic,
      hasLeft: false,
      lastBookable,
      undoWindowMs: 15_000,
      overbookPerSlot: 1,
      fee: null,
      isCurrent: true,
    };
  }

  take(step: Step): void {
    if (step.ask === 'wait') this.#now += step.minutes * 60_000;
    if (step.ask === 'schedule') {
      this.#schedule = { week: weekOf(this.#night.open, step), revision: this.#schedule.revision + 1 };
      this.#setWeek(this.#schedule.week);
    }
    const state = this.#state();
    const command = this.#commandOf(step, state);
    if (command) this.#decide(command, state);
    this.#look();
  }

  #state = () => doctorDay.fold(doctorDay.initial, this.#events().filter(isOfDay));

  #commandOf(step: Step, { appointments }: ReturnType<typeof doctorDay.fold>): DoctorDayCommand | null {
    const { date } = this.#night;
    const times = [...this.#times];
    const timeOf = (index: number) => times[index % times.length] ?? '';
    switch (step.ask) {
      case 'book':
        return this.#booking(timeOf(step.time), step.patient);
      case 'cancel':
        return { kind: 'changeStatus', appointmentId: idOf(date, step.index), status: 'Cancelled', as: 'admin' };
      case 'undo': {
        const id = idOf(date, step.index);
        const eventId = appointments.get(id)?.lanes.status.at(-1)?.id ?? '';
        return { kind: 'undo', appointmentId: id, eventId, status: 'Confirmed', as: 'admin' };
      }
      case 'restore':
        return { kind: 'correct', appointmentId: idOf(date, step.index), status: 'Confirmed', reason: 'x' };
      case 'block':
        return { kind: 'blockSlots', times: [timeOf(step.time)], reason: 'Ward round' };
      case 'unblock':
        return { kind: 'unblockSlots', times: [timeOf(step.time)] };
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

  #booking = (time: string, patient: number): DoctorDayCommand => ({
    kind: 'book',
    appointmentId: idOf(this.#night.date, this.#bookings),
    patientId: testId(900 + patient),
    time,
    type: 'Direct Consultation',
    payment: 'Paid',
    branchId: 0,
  });

  #decide(command: DoctorDayCommand, state: ReturnType<typeof doctorDay.fold>): void {
    const context = this.#context();
    const decision = doctorDay.decide(state, command, context);
    const isAccepted = !('refused' in decision) && !('repeats' in decision);
    const slots = this.#slow.list(onDay(context.clinic.time));
    if (command.kind === 'book' && slots.find(({ time }) => time === command.time)?.blocked && !isAccepted) {
      this.reached.refusedOnBlocked += 1;
    }
    const isBack = command.kind === 'undo' || command.kind === 'correct';
    if (isBack && state.appointments.get(command.appointmentId)?.status === 'Cancelled') {
      const isInTime = !('refused' in decision) || !decision.refused.startsWith('undo.');
      if (isInTime) expect(isAccepted).toBe(this.#slow.canReturn(command.appointmentId));
      if (isAccepted) this.reached.returned += 1;
    }
    if (!isAccepted) return;
    if (decision.length > 0) this.#accept(command, state, context);
    for (const event of decision) this.#add(streams.doctorDay(pocId, this.#night.date), event);
  }

  /** Applies an accepted command to the slow day. */
  #accept(command: DoctorDayCommand, { book }: ReturnType<typeof doctorDay.fold>, context: DoctorDayContext): void {
    switch (command.kind) {
      case 'book': {
        this.#bookings += 1;
        const { taken, capacity } = this.#slow.maxAt(command.time);
        expect(taken).toBeLessThan(capacity);
        expect(this.#slow.hasAt(command.time, command.patientId)).toBe(false);
        this.#slow.book(command.appointmentId, command.time, command.patientId);
        break;
      }
      case 'changeStatus':
        this.#slow.holds(command.appointmentId, false);
        break;
      case 'undo':
      case 'correct':
        this.#slow.holds(command.appointmentId, true);
        break;
      case 'blockDay':
        this.#slow.blockDay();
        break;
      case 'unblockDay':
        this.#slow.unblockDay();
        break;
      case 'blockSlots':
        this.#slow.block(command.times);
        break;
      case 'unblockSlots': {
        // As listed to the page: a slot, a part of a block that no slot covers, or the day.
        const listed = blockedPlaces(book, context).find(({ from }) => command.times.includes(from));
        expect(this.#slow.isBlocked(listed)).toBe(true);
        // A day without slots is unblocked as a whole.
        this.#slow.free(listed);
        break;
      }
      default:
        throw new TypeError(command.kind);
    }
  }

  /** After every step: the fold equals the views, each list equals the slow day, and the decider accepts what is offered. */
  #look(): void {
    const events = this.#events();
    const context = this.#context();
    const expectedSlots = this.#slow.list(onDay(context.clinic.time));
    const state = this.#state();
    const rows = foldAll(desk, events);
    const key = doctorDayKey(pocId, this.#night.date);
    // Cast is safe: a view's name determines the type of its rows.
    const row = rows.get('doctorDays', key) as DoctorDayRow | null;
    for (const field of ['plan', 'dayBlock', 'opened', 'blocks', 'visits'] as const) {
      expect(row?.[field] ?? emptyDayBook[field]).toEqual(state.book[field]);
    }
    const slots = daySlots(row ?? emptyDayBook, context);
    expect(shown(openSlots(slots))).toEqual(expectedSlots);
    expect(slots.reduce((sum, { booked }) => sum + booked, 0)).toBe(this.#slow.held());
    const live = row && liveSlots(rows, row, context);
    if (live) expect(live).toEqual(expectedSlots);
    this.reached.words.add(availabilityOf(slots));
    this.reached.overlapped += openSlots(slots).filter(({ booked, left, capacity }) => booked + left < capacity).length;
    for (const time of this.#times) {
      const free = expectedSlots.find((slot) => slot.time === time)?.free ?? 0;
      // A patient of the history, and one who never had a visit.
      for (const patient of [0, 99]) {
        const decision = doctorDay.decide(state, this.#booking(time, patient), context);
        const isThere = this.#slow.hasAt(time, testId(900 + patient));
        expect([time, patient, 'refused' in decision]).toEqual([time, patient, free === 0 || isThere]);
      }
    }
    this.#moments.push({ events: events.length, setting: context, slots: expectedSlots });
  }

  /** The day as of each step, from the final views. */
  async lookBack(): Promise<void> {
    const events = this.#events();
    const rows = foldAll(desk, events);
    for (const { events: count, setting, slots: expected } of this.#moments) {
      const position = events[count - 1]?.position ?? '';
      expect(await slotsAsOf({ events, rows, position }, pocId, setting)).toEqual(expected);
    }
  }
}
