import { faultsOfHours } from '@dayline/contracts/clinic/faults';
import { type Interval, inOrder, sortedHours, type Week, type Weekday } from '@dayline/contracts/clinic/schedule';
import { type DatedWeek, weekOn } from '@dayline/contracts/clinic/weeks';
import { isRefusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { fold } from '@dayline/contracts/fold';
import { doctorDayKey, doctorDayOf } from '@dayline/contracts/ids';
import { canonicalJson } from '@dayline/contracts/json';
import type { DoctorRow } from '@dayline/contracts/views';
import type { AvailabilityCommands } from '../../doctor-day/availability-commands.ts';
import type { DayAggregate } from '../../doctor-day/day-commands.ts';
import type { ScheduleAggregate, ScheduleCommands } from '../../doctor-schedule/schedule-commands.ts';
import { RowProblem } from '../rows/cell.ts';
import { dateIfAny, type ReadHours, readHours } from '../rows/hours.ts';
import type { Cells, ReadContext } from '../rows/row.ts';
import type { FirstOf } from '../touched.ts';
import { DepartmentNames, DoctorNames } from './doctor-names.ts';
import { hoursBefore } from './hours-before.ts';
import type { Finder, Found, Kind, World } from './kind.ts';

type HoursCommand =
  | {
      readonly kind: 'week';
      readonly pocId: string;
      readonly from: string;
      readonly name: string | null;
      readonly week: Week;
      /** Of the doctor's weeks by then. */
      readonly revision: number;
    }
  | {
      readonly kind: 'date';
      readonly pocId: string;
      readonly date: string;
      readonly intervals: readonly Interval[];
      readonly reason: string | null;
      /** What the date had when it was rehearsed, as JSON. */
      readonly before: string;
    };

/** Intervals of one day. */
const mostOfDay = 24;

interface Group {
  readonly doctor: DoctorRow;
  readonly date: string | null;
  readonly from: string;
  readonly rows: { readonly row: number; readonly read: ReadHours }[];
}

/** The rows of one doctor's week, or of one date, are one change: carried out at the last one of them. */
class HoursFinder implements Finder<ReadHours, HoursCommand> {
  readonly #world: World;
  readonly #doctors: DoctorNames;
  readonly #departments: DepartmentNames;
  readonly #groups = new Map<string, Group>();
  /** Weeks and dates of which a row is refused: half a week is another week. Of an unknown one, all of the doctor's. */
  readonly #spoilt = new Set<string>();
  #days: Awaited<ReturnType<World['lists']['doctorDays']>> = new Map();

  constructor(world: World) {
    this.#world = world;
    this.#doctors = new DoctorNames(world);
    this.#departments = new DepartmentNames(world);
  }

  async prepare(rows: readonly ReadHours[]): Promise<void> {
    const keys: string[] = [];
    for (const { doctor, doctorEmail, date } of rows) {
      const found = date === null ? null : await this.#doctors.of(doctor, doctorEmail).catch(() => null);
      if (found && date !== null) keys.push(doctorDayKey(found.key, date));
    }
    this.#days = new Map([...this.#days, ...(await this.#world.lists.doctorDays([...new Set(keys)]))]);
  }

  async spoil({ doctor = '', doctorEmail = '', date, from }: Cells, context: ReadContext): Promise<void> {
    const found = await this.#doctors.of(doctor.trim(), doctorEmail.trim() || null).catch(() => null);
    if (!found) return;
    const [on, since] = [dateIfAny('date', date, context), dateIfAny('from', from, context)];
    const isKnown = on !== undefined && (on !== null || since !== undefined);
    this.#spoilt.add(isKnown ? this.#keyOf(found, on, since ?? null) : found.key);
  }

  /** Of the rows that are one change. */
  #keyOf({ key }: DoctorRow, date: string | null, from: string | null): string {
    return `${key} ${date ?? `from ${from ?? this.#world.today}`}`;
  }

  async find(row: number, read: ReadHours): Promise<Found<HoursCommand>> {
    const doctor = await this.#doctors.of(read.doctor, read.doctorEmail);
    const place = await this.#placeOf(read, doctor);
    const intervals = read.intervals.map((interval) => ({ ...interval, ...place }));
    const from = read.from ?? this.#world.today;
    const key = this.#keyOf(doctor, read.date, from);
    const group = this.#groups.get(key) ?? { doctor, date: read.date, from, rows: [] };
    this.#groups.set(key, group);
    group.rows.push({ row, read: { ...read, intervals } });
    return { finding: 'new' };
  }

  async #placeOf({ department, branch }: ReadHours, doctor: DoctorRow) {
    const { branches } = this.#world;
    const found = branches.find(({ name }) => branch !== null && name !== null && fold(name) === fold(branch));
    if (branch !== null && !found) throw new RowProblem('branch', 'branch.unknown');
    const departmentId = department === null ? null : await this.#departments.of(department);
    // The doctor's own department needs no saying.
    const isElsewhere = departmentId !== null && departmentId !== doctor.departmentId;
    return { ...(isElsewhere && { departmentId }), ...(found && { branchId: found.id }) };
  }

  end() {
    const changes = new Map<string, number>();
    return [...this.#groups.values()].flatMap((group) => {
      const found = this.#of(group, changes);
      const { command, ...others } = found;
      return group.rows.map(({ row }, index) => ({
        row,
        found: index === group.rows.length - 1 ? found : others,
      }));
    });
  }

  #of(group: Group, changes: Map<string, number>): Found<HoursCommand> {
    const { doctor, date } = group;
    const other = { row: null, id: doctor.key, name: doctor.name };
    const refused = (code: RowProblem['code']): Found<HoursCommand> => ({
      ...{ finding: 'refused', other, problem: { field: null, code } },
    });
    const isSpoilt = this.#spoilt.has(doctor.key) || this.#spoilt.has(this.#keyOf(doctor, date, group.from));
    if (isSpoilt) return refused('row.depends');
    const command = date === null ? this.#weekOf(group, changes) : this.#dateOf(group, date);
    if (command.kind === 'week' && command.week.length === 0) return refused('hours.missing');
    if (hasFaults(command)) return refused('hours.wrong');
    if (this.#isSame(doctor, command)) return { finding: 'known', other };
    if (command.kind === 'week') changes.set(doctor.key, (changes.get(doctor.key) ?? 0) + 1);
    return { finding: 'new', other, command };
  }

  #weekOf({ doctor, from, rows }: Group, changes: ReadonlyMap<string, number>): HoursCommand {
    const byDay = new Map<Weekday, Interval[]>();
    for (const { read } of rows) {
      for (const day of read.weekdays) byDay.set(day, [...(byDay.get(day) ?? []), ...read.intervals]);
    }
    const open = [...byDay].filter(([, timeIntervals]) => timeIntervals.length > 0);
    const week = inOrder(open.map(([day, timeIntervals]) => ({ day, timeIntervals })));
    const revision = (doctor.schedule?.revision ?? -1) + (changes.get(doctor.key) ?? 0);
    const name = rows.find(({ read }) => read.weekName !== null)?.read.weekName ?? null;
    return { kind: 'week', pocId: doctor.key, from, name, week, revision };
  }

  #dateOf({ doctor, rows }: Group, date: string): HoursCommand {
    const intervals = sortedHours(rows.flatMap(({ read }) => read.intervals));
    const reason = rows.find(({ read }) => read.reason !== null)?.read.reason ?? null;
    const before = canonicalJson(this.#days.get(doctorDayKey(doctor.key, date))?.hours ?? null);
    return { kind: 'date', pocId: doctor.key, date, intervals, reason, before };
  }

  #isSame({ schedule }: DoctorRow, command: HoursCommand): boolean {
    if (command.kind === 'date') {
      const { intervals, reason, before } = command;
      return before === canonicalJson({ intervals, reason });
    }
    const before = weekOn(schedule, command.from);
    return before !== null && canonicalJson(inOrder(before.week)) === canonicalJson(command.week);
  }
}

/** As the command will find: a row's hours may meet those of another row. */
function hasFaults(command: HoursCommand): boolean {
  if (command.kind === 'date') {
    const { intervals, date } = command;
    return intervals.length > mostOfDay || faultsOfHours(intervals, { date }).length > 0;
  }
  return command.week.some(
    ({ day, timeIntervals }) =>
      timeIntervals.length > mostOfDay || faultsOfHours(timeIntervals, { weekday: day, from: command.from }).length > 0,
  );
}

export interface HoursKindDeps {
  readonly aggregates: DayAggregate & ScheduleAggregate;
  readonly commands: ScheduleCommands & Pick<AvailabilityCommands, 'setDayHours' | 'clearDayHours'>;
  readonly firstOf: FirstOf;
  readonly clinicToday: (by: Parameters<ScheduleCommands['withdrawWeek']>[1]) => Promise<string>;
}

const isSameWeeks = (one: readonly DatedWeek[], other: readonly DatedWeek[]): boolean =>
  canonicalJson(one.map(({ revision: _, ...week }) => week)) ===
  canonicalJson(other.map(({ revision: _, ...week }) => week));

const weekId = (pocId: string, from: string): string => `${pocId}_from_${from}`;

export function hoursKind({
  aggregates,
  commands,
  firstOf,
  clinicToday,
}: HoursKindDeps): Kind<ReadHours, HoursCommand> {
  return {
    read: readHours,
    finder: (world) => new HoursFinder(world),

    async carryOut(command, by) {
      if (command.kind === 'week') {
        const { kind: _, ...week } = command;
        const set = await commands.setWeeklySchedule(week, by);
        if (isRefusal(set)) return set;
        return set.position === null ? null : { id: weekId(week.pocId, week.from), isNew: true };
      }
      const { kind: _, before, ...hours } = command;
      const { state } = await aggregates.days.load(streams.doctorDay(hours.pocId, hours.date), 0);
      const now = canonicalJson(state.book.hours ?? null);
      const { intervals, reason } = hours;
      // What it has already become, before a crash, is no change by others.
      if (now !== before && now !== canonicalJson({ intervals, reason })) throw new RowProblem(null, 'row.changed');
      const set = await commands.setDayHours(hours, by);
      if (isRefusal(set)) return set;
      return set.position === null ? null : { id: doctorDayKey(hours.pocId, hours.date), isNew: true };
    },

    async takeBack({ id }, by) {
      const [pocId = '', , from] = id.split('_');
      if (from === undefined) {
        const day = doctorDayOf(id);
        const first = await firstOf(streams.doctorDay(day.pocId, day.date), by.batchId);
        if (!first || first.isTouched) return 'stays.touched';
        const before = hoursBefore(first.earlier);
        const set = await (before ? commands.setDayHours({ ...day, ...before }, by) : commands.clearDayHours(day, by));
        return isRefusal(set) ? 'stays.past' : null;
      }
      const stream = streams.doctorSchedule(pocId);
      const first = await firstOf(stream, by.batchId);
      const { state } = await aggregates.schedules.load(stream, 0);
      const weeksAt = (revision: number) => state[revision]?.schedule.weeks ?? [];
      // What others changed and changed back is as the import left it.
      const isAsLeft = first && isSameWeeks(weeksAt(first.lastRevision), weeksAt(state.length - 1));
      if (!isAsLeft) return 'stays.touched';
      const schedule = state[first.revision - 1]?.schedule ?? null;
      const today = await clinicToday(by);
      const replaced = schedule?.weeks.find((week) => week.from === from);
      const week = replaced ?? weekOn(schedule, from);
      if (!week || (!replaced && from > today)) {
        const withdrawn = await commands.withdrawWeek({ pocId, from, isUndo: true }, by);
        return isRefusal(withdrawn) ? 'stays.touched' : null;
      }
      const set = { pocId, week: week.week, name: week.name, from: from < today ? today : from };
      return isRefusal(await commands.setWeeklySchedule(set, by)) ? 'stays.touched' : null;
    },
  };
}
