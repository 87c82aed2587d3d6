import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { fillOf } from '../../shared/appointments/fill.ts';
import type { LoadBar } from '../../shared/appointments/load-bars.tsx';
import { shortWeekdayAndDate } from '../../shared/format/time.ts';
import { doctorsText as text } from './text.ts';

export type Doctor = ResponseOf<'listDoctorsOfClient'>[number];

export interface DepartmentGroup {
  department: string;
  /** The department's number of doctors, on all pages. */
  count: number;
  doctors: readonly { doctor: Doctor; index: number }[];
}

/** "Doctors grouped by department" (section 2); the rows come in that order. `index` is the row's index among all. */
export function groupsOf(rows: readonly Doctor[]): DepartmentGroup[] {
  const groups = new Map<string, { doctor: Doctor; index: number }[]>();
  for (const [index, doctor] of rows.entries()) {
    const group = groups.get(doctor.departmentName) ?? [];
    group.push({ doctor, index });
    groups.set(doctor.departmentName, group);
  }
  return [...groups].map(([department, doctors]) => ({
    department,
    count: doctors[0]?.doctor.departmentDoctors ?? doctors.length,
    doctors,
  }));
}

/** The common hours of all rows: `end` is exclusive. */
export interface HourAxis {
  start: number;
  end: number;
}

export function axisOf(rows: readonly Doctor[]): HourAxis {
  const hours = rows
    .flatMap(({ today }) => [...today.byHour.map(({ hour }) => hour), ...today.blockedHours])
    .map(Number);
  // If nobody works on a day, it still has an axis.
  if (hours.length === 0) return { start: 8, end: 18 };
  return { start: Math.min(...hours), end: Math.max(...hours) + 1 };
}

/** A time's position on the axis, 0 to 1; undefined outside of it. */
export function placeOn({ start, end }: HourAxis, time: string): number | undefined {
  const part = (Number(time.slice(0, 2)) + Number(time.slice(3, 5)) / 60 - start) / (end - start);
  return part >= 0 && part <= 1 ? part : undefined;
}

/** A doctor's day, one bar per hour. */
export function hourBars({ today }: Doctor, { start, end }: HourAxis, now: string): LoadBar[] {
  const span = end - start;
  const bar = (hour: string, look: LoadBar['look'], share: number): LoadBar => ({
    key: hour,
    from: (Number(hour) - start) / span,
    to: (Number(hour) + 1 - start) / span,
    share,
    look,
  });
  const blockedHours = new Set(today.blockedHours);
  const bars = today.byHour
    .filter(({ hour, places }) => places > 0 && !blockedHours.has(hour))
    .map(({ hour, booked: takenCount, places }) =>
      bar(hour, hour < now.slice(0, 2) ? 'passed' : fillOf(takenCount, places), takenCount / places),
    );
  return [...bars, ...today.blockedHours.map((hour) => bar(hour, 'blocked', 0))];
}

/** `today`, or `Mon, Nov 23`. */
export const dayWords = (date: string, today: string): string =>
  date === today ? text.today : shortWeekdayAndDate(date);

/** The session-storage key that `/view-poc` and `/view-appointments` share (section 3). */
export const selectedDepartmentKey = 'selectedDepartment';
