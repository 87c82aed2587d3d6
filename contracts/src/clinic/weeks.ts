import type { Week } from './schedule.ts';

/** A weekly template, with the revision of the event that set it. */
export interface CurrentSchedule {
  readonly week: Week;
  readonly revision: number;
}

/** A weekly template that holds from a date on, until a later one does. */
export interface DatedWeek extends CurrentSchedule {
  /** yyyy-mm-dd */
  readonly from: string;
  readonly name: string | null;
}

/** A doctor's weekly templates, as folded from the stream. */
export interface Schedule {
  /** Of the stream's last event. */
  readonly revision: number;
  /** By `from`, one for each. */
  readonly weeks: readonly DatedWeek[];
}

/** The week in force on a date: the one with the latest `from` not after it. */
export const weekOn = (schedule: Schedule | null, date: string): DatedWeek | null =>
  schedule?.weeks.findLast(({ from }) => from <= date) ?? null;

/** The week in force on a date, and those that follow it. */
export function weeksFrom(schedule: Schedule | null, date: string): readonly DatedWeek[] {
  const first = weekOn(schedule, date)?.from ?? '';
  return schedule?.weeks.filter(({ from }) => from >= first) ?? [];
}

/** The weeks with another one, which replaces that of the same `from`. */
export function withWeek(schedule: Schedule | null, week: DatedWeek): Schedule {
  const others = schedule?.weeks.filter(({ from }) => from !== week.from) ?? [];
  const weeks = [...others, week].sort((earlier, later) => (earlier.from < later.from ? -1 : 1));
  return { revision: week.revision, weeks };
}

/** The weeks without the one that holds from a date: the week before it stays in force. */
export const withoutWeek = (schedule: Schedule | null, from: string, revision: number): Schedule => ({
  revision,
  weeks: schedule?.weeks.filter((week) => week.from !== from) ?? [],
});
