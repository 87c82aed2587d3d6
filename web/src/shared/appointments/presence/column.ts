import { type ClinicTime, type HallTime, isBreak } from '@dayline/contracts/clinic/clinic-time';
import { breakEnd, type QueueRule } from '@dayline/contracts/clinic/queue';
import { minutesOf } from '@dayline/contracts/clinic/schedule';
import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import type { QueueDoctor } from '@dayline/contracts/endpoints/appointments/queue';
import { byCall, byWait, isCalled, isExpected, type Present, queueOf, stageOf, waitedFor } from './presence.ts';

/** A doctor's part of the queue. */
export interface Column {
  readonly doctor: QueueDoctor;
  /** The latest call first. */
  readonly called: readonly Present[];
  /** The next one first. */
  readonly waiting: readonly Present[];
  /** Confirmed, not arrived, and late. */
  readonly late: readonly TodaysAppointment[];
  readonly expected: readonly TodaysAppointment[];
  readonly done: number;
  readonly total: number;
  /** The end of a gap in the day's hours; undefined outside of one. */
  readonly backAt: string | undefined;
  /** Until `backAt`: longer gaps in the hours are no break. */
  readonly isOnBreak: boolean;
}

export function columnOf(
  doctor: QueueDoctor,
  rows: readonly TodaysAppointment[],
  { now, rule }: { readonly now: HallTime; readonly rule: QueueRule },
): Column {
  const own = rows.filter((row) => row.POC_ID === doctor.pocId && row.Status !== 'Cancelled');
  const toCome = own.filter(isExpected).sort((a, b) => a.AppointmentTime.localeCompare(b.AppointmentTime));
  const backAt = breakEnd(doctor.hours, now.time) ?? undefined;
  return {
    doctor,
    called: own.filter(isCalled).sort(byCall),
    waiting: queueOf(own, doctor.pocId, rule),
    late: toCome.filter((row) => stageOf(row, now) === 'late'),
    expected: toCome.filter((row) => stageOf(row, now) === 'next'),
    done: own.filter(({ Status }) => Status !== 'Confirmed').length,
    total: own.length,
    backAt,
    isOnBreak: backAt !== undefined && isBreak(now.time, backAt),
  };
}

export interface QueueTotals {
  readonly waiting: number;
  readonly called: number;
  readonly late: number;
  /** In minutes; undefined if nobody is waiting. */
  readonly longest: number | undefined;
}

export function totalsOf(columns: readonly Column[], now: ClinicTime): QueueTotals {
  const count = (rowsIn: (column: Column) => readonly unknown[]): number =>
    columns.reduce((sum, column) => sum + rowsIn(column).length, 0);
  const [longest] = columns.flatMap(({ waiting }) => waiting).sort(byWait);
  return {
    waiting: count(({ waiting }) => waiting),
    called: count(({ called }) => called),
    late: count(({ late }) => late),
    longest: longest && waitedFor(longest, now),
  };
}

/** What a doctor does now, in the order in which the desk needs to see it. */
const needs = ['waits', 'in', 'free', 'later', 'over'] as const;
export type Need = (typeof needs)[number];

/** When the doctor's hours begin, or go on after a break; undefined while they last and once they are over. */
export const beginsAt = ({ doctor: { hours } }: Column, { time }: ClinicTime): string | undefined =>
  hours.some(({ from, to }) => from <= time && time < to) ? undefined : hours.find(({ from }) => from > time)?.from;

export function needOf(column: Column, now: ClinicTime): Need {
  if (column.waiting.length > 0) return 'waits';
  if (column.called.length > 0) return 'in';
  if (beginsAt(column, now) !== undefined) return 'later';
  const isOver = column.doctor.hours.every(({ to }) => to <= now.time);
  return isOver && column.late.length + column.expected.length === 0 ? 'over' : 'free';
}

/** Nobody comes to a blocked doctor; who is there is still shown. */
export const isFolded = ({ doctor, waiting, called }: Column): boolean =>
  doctor.blocked && waiting.length + called.length === 0;

/** Columns in the order of need; those that begin later by when they do. */
export function byNeed(columns: readonly Column[], now: ClinicTime): Column[] {
  const rank = new Map(columns.map((column) => [column, needs.indexOf(needOf(column, now))]));
  const rankOf = (column: Column): number => rank.get(column) ?? 0;
  return [...columns].sort(
    (a, b) => rankOf(a) - rankOf(b) || (beginsAt(a, now) ?? '').localeCompare(beginsAt(b, now) ?? ''),
  );
}

/** By how many minutes the doctor is behind the time of who is next; 0 if nobody waits. */
export function minutesBehind({ waiting: [next] }: Column, { time }: ClinicTime): number {
  return next ? Math.max(0, minutesOf(time) - minutesOf(next.AppointmentTime)) : 0;
}
