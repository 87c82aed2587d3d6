import type { FieldError } from '../fields/field-errors.ts';
import { addDays, hasPassed } from './clinic-time.ts';
import {
  endOf,
  halvesOf,
  type Interval,
  minutesOf,
  type PlanSlot,
  slotsOf,
  type Week,
  type Weekday,
  weekdayOf,
  weekdays,
} from './schedule.ts';
import { closeOf, holdsOn, openOf, type Pattern } from './sessions.ts';
import { spanFrom } from './spans.ts';

export const noSuchBranch = 'This branch does not exist.';
export const noSuchDepartment = 'This department does not exist.';

/** When hours apply: on a weekday from a date on, or on one date. */
type HoursOwner = { readonly weekday: Weekday; readonly from: string } | { readonly date: string };

/** The hours of the weekday before. */
export const eveningOf = (week: Week, day: Weekday): readonly Interval[] => {
  const before = weekdays.at(weekdays.indexOf(day) - 1);
  return week.find((entry) => entry.day === before)?.timeIntervals ?? [];
};

/** A fault in the hours of one day: the field's path (`0.endTime`), and a sentence that names the hours. */
export function faultsOfHours(
  intervals: readonly Interval[],
  owner: HoursOwner,
  /** The hours of the evening before, which may end on this day. */
  evening: readonly Interval[] = [],
): FieldError[] {
  return intervals.flatMap((interval, index) => {
    const fault = faultOf(interval, owner);
    const own = fault
      ? [{ field: `${index}.${fault.field}`, message: `${intervalText(interval)}: ${fault.message}` }]
      : [];
    const sameDay = intervals
      .slice(0, index)
      .find((earlier) => overlap(earlier, interval) && meet(earlier, interval, owner));
    const night = sameDay ? undefined : nightBefore(interval, owner, evening);
    const conflicting = sameDay ?? night;
    if (!conflicting) return own;
    return [
      ...own,
      { field: `${index}.startTime`, message: `${intervalText(interval)} overlaps ${intervalText(conflicting)}.` },
    ];
  });
}

function faultOf(interval: Interval, owner: HoursOwner): FieldError | null {
  const { startTime, slotDuration, weeks, every, bookUntil, closesBefore, quota } = interval;
  const night = nightFault(interval, owner);
  if (night) return night;
  const length = endOf(interval) - minutesOf(startTime);
  if (length === 0) return { field: 'endTime', message: 'the hours are empty.' };
  if (length < 0) return { field: 'endTime', message: 'the end is before the start.' };
  if (slotDuration > length) return { field: 'slotDuration', message: 'a slot is longer than the hours.' };
  if (weeks && every) return { field: 'every', message: 'choose weeks of the month or every few weeks, not both.' };
  if ('date' in owner && (weeks || every)) return { field: 'weeks', message: 'hours of one date repeat in no weeks.' };
  if (bookUntil && closesBefore) {
    return { field: 'closesBefore', message: 'bookings close at a time or before each slot, not both.' };
  }
  const slots = slotsOf(datedParts(interval));
  const lengths = faultOfLengths(interval, length);
  if (lengths) return lengths;
  if (!slots.some(isEverOpen)) return { field: 'bookFrom.time', message: 'bookings open after they close.' };
  const places = Math.min(
    quota?.total ?? Infinity,
    slots.reduce((sum, { capacity }) => sum + capacity, 0),
  );
  if ((quota?.sameDay ?? 0) > places) {
    return { field: 'quota.sameDay', message: `it has ${places} places, so that no more can be kept for the day.` };
  }
  return null;
}

/** No visit takes more slots than the hours have; one that is always of one slot needs no such field. */
function faultOfLengths({ slotsPerVisit, slotDuration }: Interval, minutes: number): FieldError | null {
  if (!slotsPerVisit) return null;
  const { first, again, classes = [] } = slotsPerVisit;
  const most = Math.max(0, ...[first, again, ...classes.map(({ slots }) => slots)].map((slots) => slots ?? 0));
  if (most * slotDuration > minutes) return { field: 'slotsPerVisit', message: 'a visit is longer than the hours.' };
  return null;
}

/** Whether bookings for a slot open before they close; the same on every date. */
function isEverOpen({ time, minutes, session }: PlanSlot): boolean {
  const date = '2026-01-01';
  const [open, close] = [openOf(date, session), closeOf(date, { time, end: spanFrom(time, minutes).to, session })];
  return open === null || !hasPassed(close?.date ?? date, close?.time ?? time, open);
}

const intervalText = ({ startTime, endTime }: Interval): string => `${startTime} to ${endTime}`;
const overlap = (a: Interval, b: Interval): boolean =>
  minutesOf(a.startTime) < endOf(b) && minutesOf(b.startTime) < endOf(a);

const datedParts = (interval: Interval): Interval[] => {
  if (!interval.endsNextDay) return [interval];
  const { evening, morning } = halvesOf(interval);
  return [evening, morning];
};

/** A fault in hours that end on the next day. Each day has its own book, so slots and quotas are of one day. */
function nightFault(interval: Interval, owner: HoursOwner): FieldError | null {
  const { startTime, endTime, endsNextDay, slotDuration, quota } = interval;
  if (!endsNextDay) return null;
  if ('date' in owner) return { field: 'endTime', message: 'hours of one date end by midnight.' };
  const after = minutesOf(endTime);
  if (after === 0 || endTime >= startTime) {
    return { field: 'endTime', message: 'hours that end on the next day end after midnight and before their start.' };
  }
  if ((minutesOf('24:00') - minutesOf(startTime)) % slotDuration !== 0) {
    return { field: 'slotDuration', message: 'a slot would begin before midnight and end after it.' };
  }
  if (slotDuration > after)
    return { field: 'slotDuration', message: 'a slot is longer than the hours after midnight.' };
  return quota ? { field: 'quota.first', message: 'hours that end on the next day have no quotas.' } : null;
}

/** Hours of the evening before that overlap hours of a weekday. */
function nightBefore(interval: Interval, owner: HoursOwner, evening: readonly Interval[]): Interval | undefined {
  if ('date' in owner) return undefined;
  const dates = datesOf(owner);
  return evening.find(
    (late) =>
      late.endsNextDay &&
      minutesOf(interval.startTime) < minutesOf(late.endTime) &&
      dates.some((date) => holdsOn(interval, date) && holdsOn(late, addDays(date, -1))),
  );
}

const datesLookedAt = 105;

/** "Two intervals overlap only if a date within two years has both." */
export function meet(a: Pattern, b: Pattern, owner: HoursOwner): boolean {
  if ('date' in owner || ![a, b].some(({ weeks, every }) => weeks || every)) return true;
  return datesOf(owner).some((date) => holdsOn(a, date) && holdsOn(b, date));
}

/** The dates of a weekday within two years. */
function datesOf({ weekday, from }: Extract<HoursOwner, { readonly weekday: Weekday }>): string[] {
  let date = from;
  while (weekdayOf(date) !== weekday) date = addDays(date, 1);
  return Array.from({ length: datesLookedAt }, (_, week) => addDays(date, 7 * week));
}
