import type { Week } from './schedule.ts';
import type { Session } from './sessions.ts';

/** A weekly template, with the revision of the event that set it. */
export interface CurrentSchedule {
  readonly week: Week;
  readonly revision: number;
}

/** The classes of patients that sessions are for, or have longer visits for, by name. */
export const classesOfWeeks = (weeks: readonly Week[]): string[] =>
  [...new Set(weeks.flat().flatMap(({ timeIntervals }) => timeIntervals.flatMap(classesOfSession)))].sort();

export const classesOfSession = ({
  onlyFor = [],
  slotsPerVisit,
}: Pick<Session, 'onlyFor' | 'slotsPerVisit'>): string[] => [
  ...onlyFor,
  ...(slotsPerVisit?.classes ?? []).map(({ patientClass }) => patientClass),
];

/** A weekly template that applies from a date on, until the next one. */
export interface DatedWeek extends CurrentSchedule {
  /** yyyy-mm-dd */
  readonly from: string;
  readonly name: string | null;
}

/** A doctor's weekly templates, as folded from the stream. */
export interface Schedule {
  /** The revision of the stream's last event. */
  readonly revision: number;
  /** Sorted by `from`, which is unique. */
  readonly weeks: readonly DatedWeek[];
}

/** The weekly hours that apply on a date: those with the latest `from` not after it. */
export const weekOn = (schedule: Schedule | null, date: string): DatedWeek | null =>
  schedule?.weeks.findLast(({ from }) => from <= date) ?? null;

/** The weekly hours that apply on a date, and all later ones. */
export function weeksFrom(schedule: Schedule | null, date: string): readonly DatedWeek[] {
  const first = weekOn(schedule, date)?.from ?? '';
  return schedule?.weeks.filter(({ from }) => from >= first) ?? [];
}

/** Whether a doctor sits at a branch: always, or for a session of present or upcoming weekly hours. */
export const sitsAt = (
  { branchId, schedule }: { readonly branchId: number; readonly schedule: Schedule | null },
  branch: number,
  today: string,
): boolean =>
  branchId === branch ||
  weeksFrom(schedule, today).some(({ week }) =>
    week.some(({ timeIntervals }) => timeIntervals.some((interval) => interval.branchId === branch)),
  );

/** The weekly hours with one more, which replaces that of the same `from`. */
export function withWeek(schedule: Schedule | null, week: DatedWeek): Schedule {
  const others = schedule?.weeks.filter(({ from }) => from !== week.from) ?? [];
  const weeks = [...others, week].sort((earlier, later) => (earlier.from < later.from ? -1 : 1));
  return { revision: week.revision, weeks };
}

/** The weekly hours without those from a date: the ones before continue to apply. */
export const withoutWeek = (schedule: Schedule | null, from: string, revision: number): Schedule => ({
  revision,
  weeks: schedule?.weeks.filter((week) => week.from !== from) ?? [],
});
