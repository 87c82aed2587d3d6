import { eveningOf, faultsOfHours } from '@dayline/contracts/clinic/faults';
import { type Interval, inOrder, sortedHours, type Weekday } from '@dayline/contracts/clinic/schedule';
import { weekOn } from '@dayline/contracts/clinic/weeks';
import { fold } from '@dayline/contracts/fold';
import { doctorDayKey } from '@dayline/contracts/ids';
import { canonicalJson } from '@dayline/contracts/json';
import type { DoctorDayRow } from '@dayline/contracts/views';
import type { DoctorRow } from '@dayline/contracts/views/directory';
import type { HoursRowCommand } from '../../row-commands.ts';
import { RowProblem } from '../cells/cell.ts';
import { dateIfAny, type HoursCells } from './hours-reader.ts';
import { DepartmentNames, DoctorNames } from './names.ts';
import type { Cells, ReadContext } from './row.ts';
import type { Client, RowMatcher, RowResult } from './row-kind.ts';

/** Maximum number of intervals of one day. */
const maxOfDay = 24;

interface Group {
  readonly doctor: DoctorRow;
  readonly date: string | null;
  readonly from: string;
  readonly rows: { readonly row: number; readonly values: HoursCells }[];
}

/** The rows of one doctor's week, or of one date, are one change, which the last one of them imports. */
export class HoursMatcher implements RowMatcher<HoursCells, HoursRowCommand> {
  readonly #client: Client;
  readonly #doctors: DoctorNames;
  readonly #departments: DepartmentNames;
  readonly #groups = new Map<string, Group>();
  /** Weeks and dates with a refused row, none of which is imported; if the date can't be read, all of the doctor's. */
  readonly #spoilt = new Set<string>();
  #days: ReadonlyMap<string, DoctorDayRow> = new Map();

  constructor(client: Client) {
    this.#client = client;
    this.#doctors = new DoctorNames(client);
    this.#departments = new DepartmentNames(client);
  }

  async prepare(rows: readonly HoursCells[]): Promise<void> {
    const keys: string[] = [];
    for (const { doctor, doctorEmail, date } of rows) {
      const found = date === null ? null : await this.#doctors.find(doctor, doctorEmail).catch(() => null);
      if (found && date !== null) keys.push(doctorDayKey(found.key, date));
    }
    this.#days = new Map([...this.#days, ...(await this.#client.records.doctorDays([...new Set(keys)]))]);
  }

  async spoil({ doctor = '', doctorEmail = '', date, from }: Cells, context: ReadContext): Promise<void> {
    const found = await this.#doctors.find(doctor.trim(), doctorEmail.trim() || null).catch(() => null);
    if (!found) return;
    const [singleDate, since] = [dateIfAny('date', date, context), dateIfAny('from', from, context)];
    const isKnown = singleDate !== undefined && (singleDate !== null || since !== undefined);
    this.#spoilt.add(isKnown ? this.#keyOf(found, singleDate, since ?? null) : found.key);
  }

  /** Equal for rows that are one change. */
  #keyOf({ key }: DoctorRow, date: string | null, from: string | null): string {
    return `${key} ${date ?? `from ${from ?? this.#client.today}`}`;
  }

  async match(row: number, values: HoursCells): Promise<RowResult<HoursRowCommand>> {
    const doctor = await this.#doctors.find(values.doctor, values.doctorEmail);
    const place = await this.#placeOf(values, doctor);
    const placed = (intervals: HoursCells['intervals']) => intervals.map((interval) => ({ ...interval, ...place }));
    const intervals = placed(values.intervals);
    const days = values.days.map((day) => ({ ...day, intervals: placed(day.intervals) }));
    const from = values.from ?? this.#client.today;
    const key = this.#keyOf(doctor, values.date, from);
    const group = this.#groups.get(key) ?? { doctor, date: values.date, from, rows: [] };
    this.#groups.set(key, group);
    group.rows.push({ row, values: { ...values, intervals, days } });
    return { finding: 'new' };
  }

  async #placeOf({ department, alsoIn, branch }: HoursCells, doctor: DoctorRow) {
    const { branches } = this.#client;
    const found = branches.find(({ name }) => branch !== null && name !== null && fold(name) === fold(branch));
    if (branch !== null && !found) throw new RowProblem('branch', 'branch.unknown');
    const departmentId = department === null ? null : await this.#departments.find(department);
    // Not named if it is the doctor's own.
    const isElsewhere = departmentId !== null && departmentId !== doctor.departmentId;
    const others = await Promise.all(alsoIn.map((name) => this.#departments.find(name, 'alsoIn')));
    return {
      ...(isElsewhere && { departmentId }),
      ...(others.length > 0 && { alsoIn: [...new Set(others)].sort() }),
      ...(found && { branchId: found.id }),
    };
  }

  end() {
    const changes = new Map<string, number>();
    return [...this.#groups.values()].flatMap((group) => {
      const result = this.#resultOf(group, changes);
      const { command: _, ...withoutCommand } = result;
      return group.rows.map(({ row }, index) => ({
        row,
        result: index === group.rows.length - 1 ? result : withoutCommand,
      }));
    });
  }

  #resultOf(group: Group, changes: Map<string, number>): RowResult<HoursRowCommand> {
    const { doctor, date } = group;
    const match = { row: null, id: doctor.key, name: doctor.name };
    const rowRefusal = (code: RowProblem['code']): RowResult<HoursRowCommand> => ({
      ...{ finding: 'refused', match, problem: { field: null, code } },
    });
    const isSpoilt = this.#spoilt.has(doctor.key) || this.#spoilt.has(this.#keyOf(doctor, date, group.from));
    if (isSpoilt) return rowRefusal('row.depends');
    const command = date === null ? this.#weekOf(group, changes) : this.#dateOf(group, date);
    if (command.kind === 'week' && command.week.length === 0) return rowRefusal('hours.missing');
    const isBoth = command.kind === 'off' && group.rows.some(({ values }) => values.off === null);
    if (isBoth || hasFaults(command)) return rowRefusal('hours.wrong');
    if (this.#isSame(doctor, command)) return { finding: 'existing', match };
    if (command.kind === 'week') changes.set(doctor.key, (changes.get(doctor.key) ?? 0) + 1);
    return { finding: 'new', match, command };
  }

  #weekOf({ doctor, from, rows }: Group, changes: ReadonlyMap<string, number>): HoursRowCommand {
    const byDay = new Map<Weekday, Interval[]>();
    for (const { values } of rows) {
      for (const { weekday, intervals } of values.days)
        byDay.set(weekday, [...(byDay.get(weekday) ?? []), ...intervals]);
    }
    const open = [...byDay].filter(([, timeIntervals]) => timeIntervals.length > 0);
    const week = inOrder(open.map(([day, timeIntervals]) => ({ day, timeIntervals })));
    const revision = (doctor.schedule?.revision ?? -1) + (changes.get(doctor.key) ?? 0);
    const name = rows.find(({ values }) => values.weekName !== null)?.values.weekName ?? null;
    return { kind: 'week', pocId: doctor.key, from, name, week, revision };
  }

  #dateOf({ doctor, rows }: Group, date: string): HoursRowCommand {
    const off = rows.find(({ values }) => values.off !== null)?.values;
    if (off?.off) return { kind: 'off', pocId: doctor.key, date, reason: off.reason ?? off.off };
    const intervals = sortedHours(rows.flatMap(({ values }) => values.intervals));
    const reason = rows.find(({ values }) => values.reason !== null)?.values.reason ?? null;
    const before = canonicalJson(this.#days.get(doctorDayKey(doctor.key, date))?.hours ?? null);
    return { kind: 'date', pocId: doctor.key, date, intervals, reason, before };
  }

  #isSame({ key, schedule }: DoctorRow, command: HoursRowCommand): boolean {
    if (command.kind === 'off') return (this.#days.get(doctorDayKey(key, command.date))?.dayBlock ?? null) !== null;
    if (command.kind === 'date') {
      const { intervals, reason, before } = command;
      return before === canonicalJson({ intervals, reason });
    }
    const before = weekOn(schedule, command.from);
    return before !== null && canonicalJson(inOrder(before.week)) === canonicalJson(command.week);
  }
}

/** The faults that the command would find: the hours of two rows may overlap. */
function hasFaults(command: HoursRowCommand): boolean {
  if (command.kind === 'off') return false;
  if (command.kind === 'date') {
    const { intervals, date } = command;
    return intervals.length > maxOfDay || faultsOfHours(intervals, { date }).length > 0;
  }
  return command.week.some(
    ({ day, timeIntervals }) =>
      timeIntervals.length > maxOfDay ||
      faultsOfHours(timeIntervals, { weekday: day, from: command.from }, eveningOf(command.week, day)).length > 0,
  );
}
