import { endOf, type Interval, minutesOf, type Week, type Weekday, weekdays } from '@dayline/contracts/clinic/schedule';
import { holdsOn } from '@dayline/contracts/clinic/sessions';
import { canonicalJson } from '@dayline/contracts/json';
import { nextDates } from '../../shared/hours/hours-words.ts';
import {
  type DraftInterval,
  draftOf,
  faultsOfDay,
  type IntervalFault,
  intervalOf,
  overlapsOfDay,
  type Sum,
  sumOf,
} from '../../shared/hours/interval.ts';
import { noOptions, settingsOf } from '../../shared/hours/options.ts';
import { scheduleText as text } from './text.ts';

export type DraftWeek = Readonly<Record<Weekday, readonly DraftInterval[]>>;

export type Fault = IntervalFault & { day: Weekday };

export const draftWeek = (week: Week): DraftWeek =>
  Object.fromEntries(
    weekdays.map((day) => [
      day,
      (week.find((hours) => hours.day === day)?.timeIntervals ?? []).map((interval, index) =>
        draftOf(interval, `${day}-${index}`),
      ),
    ]),
  ) as Record<Weekday, DraftInterval[]>;

/** Two intervals of a day that overlap. */
export const overlapsOf = (week: DraftWeek): Fault[] =>
  weekdays.flatMap((day) => overlapsOfDay(week[day], day).map((fault) => ({ day, ...fault })));

/** The faults of weekly hours, with their places; at most one per interval besides its overlap. */
export const faultsOf = (week: DraftWeek): Fault[] => [
  ...weekdays.flatMap((day) => faultsOfDay(week[day]).map((fault) => ({ day, ...fault }))),
  ...overlapsOf(week),
];

/** "Only days with at least one interval are sent" (section 5); incomplete intervals are left out. */
export const weekOf = (draft: DraftWeek): Week =>
  weekdays.flatMap((day) => {
    const timeIntervals = draft[day].flatMap((interval) => intervalOf(interval) ?? []);
    return timeIntervals.length === 0 ? [] : [{ day, timeIntervals }];
  });

/** The branches named in sessions. */
export const branchesIn = (draft: DraftWeek): number[] =>
  weekOf(draft).flatMap(({ timeIntervals }) => timeIntervals.flatMap(({ branchId }) => branchId ?? []));

const isPatterned = ({ weeks, every }: Interval): boolean => weeks !== undefined || every !== undefined;

/** Number of weeks searched for the fullest date. */
const weeksLookedAt = 105;

/** A day's sum; for hours that don't apply every week, that of the fullest date. */
function fullestOf(day: Weekday, intervals: readonly Interval[], from: string): Sum {
  if (!intervals.some(isPatterned)) return sumOf(intervals);
  return nextDates({}, day, from, weeksLookedAt)
    .map((date) => sumOf(intervals.filter((interval) => holdsOn(interval, date))))
    .reduce((most, sum) => (sum.places > most.places ? sum : most));
}

/** @param from the date from which weeks are counted */
export function sumOfWeek(week: Week, from: string): Sum & { isAtMost: boolean } {
  const sums = week.map(({ day, timeIntervals }) => fullestOf(day, timeIntervals, from));
  return {
    minutes: sums.reduce((sum, { minutes }) => sum + minutes, 0),
    slots: sums.reduce((sum, { slots }) => sum + slots, 0),
    places: sums.reduce((sum, { places }) => sum + places, 0),
    isAtMost: week.some(({ timeIntervals }) => timeIntervals.some(isPatterned)),
  };
}

/** `30 h · 120 places`, prefixed with `up to` if hours don't apply every week. */
export const sumText = ({ isAtMost }: { isAtMost: boolean }, ...sums: readonly string[]): string =>
  isAtMost ? text.upTo(sums.join(' · ')) : sums.join(' · ');

/**
 * Lays out overlapping intervals, such as those of different weeks, side by side: the lane of each, and the number of
 * lanes.
 */
export function lanesOf(intervals: readonly Interval[]): { lane: number; lanes: number }[] {
  const overlap = (a: Interval, b: Interval) => minutesOf(a.startTime) < endOf(b) && minutesOf(b.startTime) < endOf(a);
  const lanes: number[] = [];
  for (const [index, interval] of intervals.entries()) {
    const overlaps = new Set(lanes.filter((_, lane) => overlap(intervals[lane] ?? interval, interval)));
    lanes[index] = intervals.findIndex((_, lane) => !overlaps.has(lane));
  }
  const most = Math.max(0, ...lanes) + 1;
  return intervals.map((interval, index) => {
    const isAlone = intervals.every((candidate) => candidate === interval || !overlap(candidate, interval));
    return isAlone ? { lane: 0, lanes: 1 } : { lane: lanes[index] ?? 0, lanes: most };
  });
}

/** `5 h 30 min`. */
export function lengthText(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [hours > 0 || rest === 0 ? text.hours(hours) : '', rest > 0 ? text.minutes(rest) : '']
    .filter(Boolean)
    .join(' ');
}

const signOf = ({ id: _, more = noOptions, ...draft }: DraftInterval): string =>
  canonicalJson({ ...draft, ...settingsOf(more) });

export function unsavedIds(draft: DraftWeek, savedWeek: DraftWeek): ReadonlySet<string> {
  const ids = weekdays.flatMap((day) => {
    const signs = new Set(savedWeek[day].map(signOf));
    return draft[day].filter((interval) => !signs.has(signOf(interval))).map(({ id }) => id);
  });
  return new Set(ids);
}

/** The number of added, changed or removed intervals. */
export function changeCount(draft: DraftWeek, savedWeek: DraftWeek): number {
  return weekdays.reduce((count, day) => {
    const now = new Set(draft[day].map(signOf));
    const before = new Set(savedWeek[day].map(signOf));
    const addedCount = draft[day].filter((interval) => !before.has(signOf(interval))).length;
    const removedCount = savedWeek[day].filter((interval) => !now.has(signOf(interval))).length;
    return count + Math.max(addedCount, removedCount);
  }, 0);
}
