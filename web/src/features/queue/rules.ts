import { type ClinicTime, isBreak } from '@dayline/contracts/clinic/clinic-time';
import { breakEnd, type QueueOrder } from '@dayline/contracts/clinic/queue';
import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import type { QueueDoctor } from '@dayline/contracts/endpoints/appointments/queue';
import { hasWords, searched, searchWords } from '@dayline/contracts/fold';
import {
  byCall,
  byWait,
  isCalled,
  isExpected,
  type Present,
  queueOf,
  stageOf,
  waitedFor,
} from '../../shared/appointments/presence/presence.ts';

/** A doctor's part of the queue. */
export interface Column {
  readonly doctor: QueueDoctor;
  /** The latest call first. */
  readonly called: readonly Present[];
  /** The next one first. */
  readonly waiting: readonly Present[];
  /** Confirmed, not there, and more than 10 minutes past. */
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
  { now, order }: { readonly now: ClinicTime; readonly order: QueueOrder },
): Column {
  const own = rows.filter((row) => row.POC_ID === doctor.pocId && row.Status !== 'Cancelled');
  const toCome = own.filter(isExpected).sort((a, b) => a.AppointmentTime.localeCompare(b.AppointmentTime));
  const backAt = breakEnd(doctor.hours, now.time) ?? undefined;
  return {
    doctor,
    called: own.filter(isCalled).sort(byCall),
    waiting: queueOf(own, doctor.pocId, order),
    late: toCome.filter((row) => stageOf(row, now) === 'late'),
    expected: toCome.filter((row) => stageOf(row, now) === 'next'),
    done: own.filter(({ Status }) => Status !== 'Confirmed').length,
    total: own.length,
    backAt,
    isOnBreak: backAt !== undefined && isBreak(now.time, backAt),
  };
}

/** Everybody whom a column shows, in that order: of those called the latest. */
export const rowsOf = ({ called, waiting, late, expected }: Column): TodaysAppointment[] => [
  ...called.slice(0, 1),
  ...waiting,
  ...late,
  ...expected,
];

/** The rows whose name, phone or token matches. */
export function searchedRows(rows: readonly TodaysAppointment[], search: string): readonly TodaysAppointment[] {
  const words = searchWords(search);
  if (words.length === 0) return rows;
  return rows.filter(
    ({ PatientName, PatientContact, identity, presence }) =>
      String(presence?.token) === search.trim() ||
      hasWords(searched(PatientName, PatientContact, identity?.uhid), words),
  );
}

export interface QueueTotals {
  readonly waiting: number;
  readonly called: number;
  readonly late: number;
  /** In minutes; undefined if nobody waits. */
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
