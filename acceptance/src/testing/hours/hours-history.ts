import { type ClientCalendarCommand, clientCalendar } from '@dayline/command-service/client-calendar/client-calendar';
import { type DoctorDayCommand, doctorDay } from '@dayline/command-service/doctor-day/decide';
import type { DoctorDayContext } from '@dayline/command-service/doctor-day/places';
import {
  type DoctorScheduleCommand,
  doctorSchedule,
  scheduleOf,
} from '@dayline/command-service/doctor-schedule/doctor-schedule';
import { hospitalDaysOn } from '@dayline/contracts/clinic/calendar';
import { addDays, type ClinicNow, clinicNow } from '@dayline/contracts/clinic/clinic-time';
import { skippedTimes } from '@dayline/contracts/clinic/clock-changes';
import { freePlaces, openSlots } from '@dayline/contracts/clinic/day/availability';
import { lastBookableDate } from '@dayline/contracts/clinic/horizon';
import { weekdayOf } from '@dayline/contracts/clinic/schedule';
import { type DaySetting, daySlots, emptyDayBook } from '@dayline/contracts/clinic/slots';
import { weekOn } from '@dayline/contracts/clinic/weeks';
import { categoryOf, streams } from '@dayline/contracts/events/categories';
import type { DaylineEvent, RecordedDaylineEvent } from '@dayline/contracts/events/table';
import { appointmentId, doctorDayKey, doctorDayOf } from '@dayline/contracts/ids';
import type { DoctorDayRow } from '@dayline/contracts/views';
import { desk } from '@dayline/projector/projections/desk/projection';
import { foldAll } from '@dayline/projector/projections/fold';
import { type Draft, recorded, testId } from '@dayline/projector/testing/draft';
import { settingOf } from '@dayline/query-service/desk/doctor-days';
import { clinicsOf, liveSlots, shown, slotsAsOf } from '../day/listed-slots.ts';
import type { Kind, ListedSlot } from '../day/slow-day.ts';
import {
  branches,
  closings,
  datesLookedAt,
  intervalsOf,
  lengths,
  openings,
  type Place,
  type Step,
  weekOf,
} from './hours-steps.ts';
import { SlowHours } from './slow-hours.ts';

const pocId = testId(1);
const clientId = testId(2);

const kinds: readonly Kind[] = ['first', 'again'];

interface Moment {
  readonly events: number;
  readonly clinic: ClinicNow;
  /** By date. */
  readonly slots: ReadonlyMap<string, readonly ListedSlot[]>;
}

/** A doctor's dates around a clock change, in property tests of hours. */
export class HoursHistory {
  /** Event types seen, and outcomes on the dates. */
  readonly reached = new Set<string>();
  readonly #zone: string;
  readonly #dates: readonly string[];
  readonly #drafts: Draft[] = [];
  #recorded: readonly RecordedDaylineEvent[] | null = null;
  readonly #moments: Moment[] = [];
  readonly #slow: SlowHours;
  readonly #dayIds: string[] = [];
  readonly #booked: string[] = [];
  readonly #times = new Set<string>();
  /** The slots of past dates, as they were when the dates became past. */
  readonly #past = new Map<string, readonly string[]>();
  #now: number;

  constructor({ zone, date }: Place) {
    this.#zone = zone;
    this.#dates = Array.from({ length: datesLookedAt }, (_, ahead) => addDays(date, ahead - 3));
    this.#slow = new SlowHours(zone, branches.own);
    this.#now = Date.parse(`${addDays(date, -3)}T16:40:00Z`);
    const names = { name: 'Clinic', zone, meetingLinkHost: 'https://meet.google.com' };
    const client = { ...names, branches: Object.values(branches).map((id) => ({ id, name: null })) };
    this.#add(streams.client(clientId), { type: 'ClientOnboarded', data: client });
    const profile = { name: 'Dr. A', specialization: 'x', contactNumber: null, email: null, meetingLink: null };
    const more = { consultationFee: null, externalId: null, branchId: branches.own };
    const data = { clientId, departmentId: testId(4), ...profile, ...more };
    this.#add(streams.doctor(pocId), { type: 'DoctorAdded', data });
  }

  #add(stream: string, event: DaylineEvent): void {
    this.#drafts.push({ stream, clientId, event });
    this.#recorded = null;
    this.reached.add(event.type);
  }

  #clinic = (): ClinicNow => clinicNow(this.#now, this.#zone);
  #date = (index: number): string => this.#dates[index % this.#dates.length] ?? '';
  /** Computed once per step. */
  #events(): readonly RecordedDaylineEvent[] {
    this.#recorded ??= recorded(this.#drafts);
    return this.#recorded;
  }

  take(step: Step): void {
    const date = 'on' in step ? this.#date(step.on) : '';
    switch (step.ask) {
      case 'wait':
        this.#now += step.hours * 3_600_000;
        break;
      case 'week': {
        const from = step.from === null ? {} : { from: this.#date(step.from) };
        this.#onSchedule({ kind: 'setWeek', week: weekOf(step.hours, step.off), ...from });
        break;
      }
      case 'withdraw':
        this.#onSchedule({ kind: 'withdrawWeek', from: this.#date(step.from) });
        break;
      case 'close':
        this.#close(step, date);
        break;
      case 'lift':
        this.#onCalendar({ kind: 'liftHospitalDay', dayId: this.#dayIds[step.index] ?? '' });
        break;
      case 'cancel': {
        const id = this.#booked[step.index];
        const cancelled = { kind: 'changeStatus', appointmentId: id ?? '', status: 'Cancelled', as: 'admin' } as const;
        if (id !== undefined) this.#onDay(doctorDayOf(id).date, cancelled);
        break;
      }
      case 'return': {
        const id = this.#booked[step.index];
        if (id !== undefined) this.#return(id);
        break;
      }
      default:
        this.#onDay(date, this.#dayCommandOf(step, date));
    }
    this.#look();
  }

  /** A restored visit takes its old slot, whatever the hours have become. */
  #return(appointmentId: string): void {
    const { date } = doctorDayOf(appointmentId);
    const clinic = this.#clinic();
    if (this.#stateOf(date).appointments.get(appointmentId)?.status !== 'Cancelled') return;
    const corrected = { kind: 'correct', appointmentId, status: 'Confirmed', reason: 'Back' } as const;
    const decision = doctorDay.decide(this.#stateOf(date), corrected, this.#context(date));
    const isBack = !('refused' in decision);
    expect([date, isBack]).toEqual([date, this.#slow.day(date).canReturn(appointmentId, date > clinic.date)]);
    this.reached.add(isBack ? 'back' : 'not back');
    if (isBack) this.#onDay(date, corrected);
  }

  #dayCommandOf(
    step: Extract<Step, { ask: 'book' | 'block' | 'blockDay' | 'unblockDay' | 'hours' }>,
    date: string,
  ): DoctorDayCommand {
    const times = [...this.#times];
    switch (step.ask) {
      case 'book':
        return this.#booking(date, times[step.time % times.length] ?? '09:00', kinds[step.time % 2]);
      case 'block':
        return { kind: 'blockSlots', times: [times[step.time % times.length] ?? '09:00'], reason: null };
      case 'hours':
        if (!step.hours) return { kind: 'clearDayHours' };
        return { kind: 'setDayHours', intervals: intervalsOf(step.hours), reason: null };
      case 'blockDay':
        return { kind: 'blockDay', reason: null };
      case 'unblockDay':
        return { kind: 'unblockDay' };
    }
  }

  #booking = (date: string, time: string, visit: Kind = 'first'): Extract<DoctorDayCommand, { kind: 'book' }> => ({
    kind: 'book',
    appointmentId: appointmentId(pocId, date, testId(100 + this.#booked.length)),
    // Each booking is for a new patient.
    patientId: testId(1_000 + this.#booked.length),
    time,
    type: 'Direct Consultation',
    payment: 'Paid',
    branchId: branches.own,
    visit,
  });

  #of = <Stream extends string>(stream: Stream) =>
    // Cast is safe: each stream has events of its own category only.
    this.#events().filter((event) => event.stream === stream) as never[];

  #onSchedule(command: DoctorScheduleCommand): void {
    const stream = streams.doctorSchedule(pocId);
    const state = doctorSchedule.fold(doctorSchedule.initial, this.#of(stream));
    const { date: today } = this.#clinic();
    const decision = doctorSchedule.decide(state, command, { today });
    if ('refused' in decision || 'repeats' in decision || decision.length === 0) return;
    for (const event of decision) this.#add(stream, event);
    if (command.kind === 'withdrawWeek') this.#slow.withdraw(command.from);
    else this.#slow.setWeek(command.week, command.from ?? today);
  }

  #close({ weeks, days, open, branch }: Extract<Step, { ask: 'close' }>, date: string): void {
    const dayId = testId(500 + this.#dayIds.length);
    const on = weeks === null ? { date } : { weekday: weekdayOf(date), weeks: [...weeks] };
    const to = days === null ? null : addDays(date, days);
    const what = { name: 'Closed', branchId: branch, open: openings[open] ?? [], bookUntil: closings[open] };
    this.#onCalendar({ kind: 'setHospitalDay', dayId, on, from: date, to, ...what });
  }

  #onCalendar(command: ClientCalendarCommand): void {
    const stream = streams.clientCalendar(clientId);
    const state = clientCalendar.fold(clientCalendar.initial, this.#of(stream));
    const { date: today } = this.#clinic();
    const decision = clientCalendar.decide(state, command, { today, branchIds: Object.values(branches) });
    if ('refused' in decision || 'repeats' in decision || decision.length === 0) return;
    for (const event of decision) this.#add(stream, event);
    if (command.kind === 'liftHospitalDay') {
      this.#slow.remove(command.dayId, today);
      return;
    }
    const { dayId, on, from = today, to = null, name, branchId, open, bookUntil } = command;
    if (on === null) return;
    this.#dayIds.push(dayId);
    const dates = 'date' in on ? { from: on.date, to: on.date } : { from, to };
    const closing = bookUntil === undefined ? {} : { bookUntil };
    this.#slow.setHospitalDay({ dayId, on, ...dates, name, branchId, open: [...open], ...closing });
  }

  /** As the command service builds it. */
  #context(date: string): DoctorDayContext {
    const clinic = this.#clinic();
    const schedule = scheduleOf(doctorSchedule.fold(doctorSchedule.initial, this.#of(streams.doctorSchedule(pocId))));
    const calendar = clientCalendar.fold(clientCalendar.initial, this.#of(streams.clientCalendar(clientId)));
    const week = weekOn(schedule, date);
    return {
      pocId,
      date,
      schedule: week,
      ...hospitalDaysOn(calendar, date, { branchId: branches.own, week: week?.week ?? null }),
      skipped: skippedTimes(this.#zone, date),
      clinic,
      hasLeft: false,
      lastBookable: lastBookableDate(clinic.date),
      undoWindowMs: 15_000,
      overbookPerSlot: 1,
      fee: null,
      isCurrent: true,
    };
  }

  #stateOf = (date: string) => doctorDay.fold(doctorDay.initial, this.#of(streams.doctorDay(pocId, date)));

  #onDay(date: string, command: DoctorDayCommand): void {
    const decision = doctorDay.decide(this.#stateOf(date), command, this.#context(date));
    if ('refused' in decision || 'repeats' in decision || decision.length === 0) return;
    const slow = this.#slow.day(date);
    switch (command.kind) {
      case 'book': {
        const { taken, capacity } = slow.maxAt(command.time);
        expect(taken).toBeLessThan(capacity);
        slow.book(command.appointmentId, command.time, command.patientId, command.visit);
        this.#booked.push(command.appointmentId);
        break;
      }
      case 'changeStatus':
        slow.holds(command.appointmentId, false);
        break;
      case 'correct':
        slow.holds(command.appointmentId, true);
        break;
      case 'blockDay':
        slow.blockDay();
        break;
      case 'unblockDay':
        slow.unblockDay();
        break;
      case 'blockSlots':
        slow.block(command.times);
        break;
      case 'setDayHours':
        this.#slow.setHours(date, command.intervals);
        break;
      case 'clearDayHours':
        this.#slow.setHours(date, null);
        break;
      default:
        throw new TypeError(command.kind);
    }
    for (const event of decision) this.#add(streams.doctorDay(pocId, date), event);
  }

  /** After every step and on every date: lists, live rows and decider agree with the slow hours, and no past date changes. */
  #look(): void {
    const events = this.#events();
    const rows = foldAll(desk, events);
    const clinic = this.#clinic();
    const clinics = clinicsOf(rows, clientId, clinic);
    const expectedSlots = new Map<string, readonly ListedSlot[]>();
    for (const date of this.#dates) {
      const expected = this.#slow.list(date, clinic);
      // Cast is safe: a view's name determines the type of its rows.
      const row = rows.get('doctorDays', doctorDayKey(pocId, date)) as DoctorDayRow | null;
      const slots = openSlots(daySlots(row ?? emptyDayBook, settingOf(clinics, { clientId, pocId, date })));
      expect([date, shown(slots)]).toEqual([date, expected]);
      const free = this.#slow.day(date).freePlaces(this.#slow.clock(date, clinic));
      expect([date, freePlaces(slots)]).toEqual([date, free]);
      const live = row && liveSlots(rows, row, { clinic });
      if (live) expect([date, live]).toEqual([date, expected]);
      for (const { time, minutes, session, passed, bookingsClosed, notYetOpen, left, free } of slots) {
        if (notYetOpen) this.reached.add('early');
        if (session?.onRequest !== undefined) this.reached.add('on request');
        if (session?.onlyFor) this.reached.add('only for some');
        if (time < '02:00' && session?.closesBefore) this.reached.add('past midnight');
        if (session && bookingsClosed) this.reached.add('closed');
        if (session?.quota && !passed && !bookingsClosed && !notYetOpen && free < left) this.reached.add('listed');
        if (session?.branchId === branches.other) this.reached.add('elsewhere');
        this.#times.add(time);
        if (!lengths.includes(minutes)) this.reached.add('shortened');
      }
      this.#decideAll(date, expected);
      if (date < clinic.date) this.#stays(date, expected);
      expectedSlots.set(date, expected);
    }
    this.#moments.push({ events: events.length, clinic, slots: expectedSlots });
  }

  #decideAll(date: string, slots: readonly ListedSlot[]): void {
    const [state, context] = [this.#stateOf(date), this.#context(date)];
    const times = [...this.#times];
    const isBooked = (time: string, visit: Kind) =>
      !('refused' in doctorDay.decide(state, this.#booking(date, time, visit), context));
    const booked = times.filter((time) => kinds.some((visit) => isBooked(time, visit)));
    const free = new Set(slots.flatMap((slot) => (slot.free > 0 ? [slot.time] : [])));
    expect([date, booked]).toEqual([date, times.filter((time) => free.has(time))]);
  }

  #stays(date: string, slots: readonly ListedSlot[]): void {
    const times = slots.map(({ time }) => time);
    expect([date, times]).toEqual([date, this.#past.get(date) ?? times]);
    this.#past.set(date, times);
    this.reached.add('past');
  }

  /** Every date as of each step, from the final views. */
  async lookBack(): Promise<void> {
    const events = this.#events();
    const rows = foldAll(desk, events);
    for (const { events: count, clinic, slots } of this.#moments) {
      const position = events[count - 1]?.position ?? '';
      for (const [date, was] of slots) {
        const setting: DaySetting = {
          ...this.#context(date),
          clinic,
          hasLeft: false,
          lastBookable: lastBookableDate(clinic.date),
        };
        expect([date, await slotsAsOf({ events, rows, position }, pocId, setting)]).toEqual([date, was]);
      }
    }
    for (const { stream } of events) this.reached.add(categoryOf(stream));
  }
}
