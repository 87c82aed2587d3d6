import { type Interval, type Week, type Weekday, weekSchema } from '@dayline/contracts/clinic/schedule';
import { type Schedule, weekOn, withoutWeek, withWeek } from '@dayline/contracts/clinic/weeks';
import type { Recorded } from '@dayline/contracts/events/definition';
import { dateSchema, type Position } from '@dayline/contracts/ids';
import { canonicalJson } from '@dayline/contracts/json';

/** A doctor's weekly hours that an event set, and those that they replaced. */
export interface WeekChange {
  readonly position: Position;
  readonly before: Week;
  readonly week: Week;
}

/** The weekly hours that an event of a schedule's stream set; null if the event is malformed, or of a newer build. */
export function weekChangesOf(events: readonly Recorded[]): WeekChange[] {
  let schedule: Schedule | null = null;
  const changes: WeekChange[] = [];
  for (const { type, data, revision, position } of events) {
    const from = dateSchema.safeParse(data['from']).data;
    const week = type === 'WeeklyScheduleSet' ? weekSchema.safeParse(data['week']).data : undefined;
    if (from === undefined) continue;
    if (week) {
      changes.push({ position, before: weekOn(schedule, from)?.week ?? [], week });
      schedule = withWeek(schedule, { week, from, name: null, revision });
    }
    if (type === 'ScheduleChangeWithdrawn') schedule = withoutWeek(schedule, from, revision);
  }
  return changes;
}

export interface HoursOfDay {
  readonly day: Weekday;
  readonly interval: Interval;
}

const hoursOf = (week: Week): HoursOfDay[] =>
  week.flatMap(({ day, timeIntervals }) => timeIntervals.map((interval) => ({ day, interval })));

const textOf = ({ day, interval }: HoursOfDay): string => `${day} ${canonicalJson(interval)}`;
const spanOf = ({ day, interval }: HoursOfDay): string => `${day} ${interval.startTime} ${interval.endTime}`;

/** New or changed hours, and removed ones; hours with the same times are changed, not removed. */
export function changesOf({ before, week }: Omit<WeekChange, 'position'>) {
  const [old, now] = [hoursOf(before), hoursOf(week)];
  const without = (some: readonly HoursOfDay[], others: readonly HoursOfDay[]) => {
    const texts = new Set(others.map(textOf));
    return some.filter((hours) => !texts.has(textOf(hours)));
  };
  const newHours = without(now, old);
  const spans = new Set(newHours.map(spanOf));
  return { set: newHours, gone: without(old, now).filter((hours) => !spans.has(spanOf(hours))), old };
}
