import { type Week, type Weekday, weekdays } from '@dayline/contracts/clinic/schedule';
import { canonicalJson } from '@dayline/contracts/json';
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
import { nothingMore, saidBy } from '../../shared/hours/more.ts';
import { scheduleText as text } from './text.ts';

export type DraftWeek = Readonly<Record<Weekday, readonly DraftInterval[]>>;

export type Fault = IntervalFault & { day: Weekday };

export const draftWeek = (week: Week): DraftWeek =>
  Object.fromEntries(
    weekdays.map((day) => [
      day,
      (week.find((one) => one.day === day)?.timeIntervals ?? []).map((interval, index) =>
        draftOf(interval, `${day}-${index}`),
      ),
    ]),
  ) as Record<Weekday, DraftInterval[]>;

/** Two intervals of a day that overlap. */
export const overlapsOf = (week: DraftWeek): Fault[] =>
  weekdays.flatMap((day) => overlapsOfDay(week[day], day).map((fault) => ({ day, ...fault })));

/** The errors of a week, with their places; at most one per interval besides its overlap. */
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

export const sumOfWeek = (week: Week): Sum => sumOf(week.flatMap(({ timeIntervals }) => timeIntervals));

/** `5 h 30 min`. */
export function lengthText(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [hours > 0 || rest === 0 ? text.hours(hours) : '', rest > 0 ? text.minutes(rest) : '']
    .filter(Boolean)
    .join(' ');
}

const signOf = ({ id: _, more = nothingMore, ...draft }: DraftInterval): string =>
  canonicalJson({ ...draft, ...saidBy(more) });

export function unsavedIds(draft: DraftWeek, saved: DraftWeek): ReadonlySet<string> {
  const ids = weekdays.flatMap((day) => {
    const known = new Set(saved[day].map(signOf));
    return draft[day].filter((interval) => !known.has(signOf(interval))).map(({ id }) => id);
  });
  return new Set(ids);
}

/** The number of added, changed or removed intervals. */
export function changeCount(draft: DraftWeek, saved: DraftWeek): number {
  return weekdays.reduce((count, day) => {
    const now = new Set(draft[day].map(signOf));
    const before = new Set(saved[day].map(signOf));
    const added = draft[day].filter((interval) => !before.has(signOf(interval))).length;
    const gone = saved[day].filter((interval) => !now.has(signOf(interval))).length;
    return count + Math.max(added, gone);
  }, 0);
}
