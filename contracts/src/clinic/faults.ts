import type { FieldError } from '../fields/field-errors.ts';
import { addDays, hasPassed } from './clinic-time.ts';
import { type Interval, minutesOf, type PlanSlot, slotsOf, type Weekday, weekdayOf } from './schedule.ts';
import { closeOf, holdsOn, openOf, type Pattern } from './sessions.ts';
import { spanFrom } from './spans.ts';

export const noSuchBranch = 'This branch does not exist.';
export const noSuchDepartment = 'This department does not exist.';

/** When hours apply: on a weekday from a date on, or on one date. */
type HoursOwner = { readonly weekday: Weekday; readonly from: string } | { readonly date: string };

/** A fault in the hours of one day: the field's path (`0.endTime`), and a sentence that names the hours. */
export function faultsOfHours(intervals: readonly Interval[], held: HoursOwner): FieldError[] {
  return intervals.flatMap((interval, index) => {
    const fault = faultOf(interval, held);
    const own = fault ? [{ field: `${index}.${fault.field}`, message: `${named(interval)}: ${fault.message}` }] : [];
    const other = intervals
      .slice(0, index)
      .find((earlier) => overlap(earlier, interval) && meet(earlier, interval, held));
    if (!other) return own;
    return [...own, { field: `${index}.startTime`, message: `${named(interval)} overlaps ${named(other)}.` }];
  });
}

function faultOf(interval: Interval, held: HoursOwner): FieldError | null {
  const { startTime, endTime, slotDuration, weeks, every, bookUntil, closesBefore, quota } = interval;
  const length = minutesOf(endTime) - minutesOf(startTime);
  if (length === 0) return { field: 'endTime', message: 'the hours are empty.' };
  if (length < 0) return { field: 'endTime', message: 'the end is before the start.' };
  if (slotDuration > length) return { field: 'slotDuration', message: 'a slot is longer than the hours.' };
  if (weeks && every) return { field: 'every', message: 'choose weeks of the month or every few weeks, not both.' };
  if ('date' in held && (weeks || every)) return { field: 'weeks', message: 'hours of one date repeat in no weeks.' };
  if (bookUntil && closesBefore) {
    return { field: 'closesBefore', message: 'bookings close at a time or before each slot, not both.' };
  }
  const slots = slotsOf([interval]);
  if (!slots.some(isEverOpen)) return { field: 'bookFrom.time', message: 'bookings open after they close.' };
  const places = slots.reduce((sum, { capacity }) => sum + capacity, 0);
  if ((quota?.sameDay ?? 0) > places) {
    return { field: 'quota.sameDay', message: `it has ${places} places, so that no more can be kept for the day.` };
  }
  return null;
}

/** Whether bookings for a slot open before they close; the same on every date. */
function isEverOpen({ time, minutes, session }: PlanSlot): boolean {
  const date = '2026-01-01';
  const [open, close] = [openOf(date, session), closeOf(date, { time, end: spanFrom(time, minutes).to, session })];
  return open === null || !hasPassed(close?.date ?? date, close?.time ?? time, open);
}

const named = ({ startTime, endTime }: Interval): string => `${startTime} to ${endTime}`;
const overlap = (a: Interval, b: Interval): boolean => a.startTime < b.endTime && b.startTime < a.endTime;

const datesLookedAt = 105;

/** "Two intervals overlap only if a date within two years has both." */
export function meet(a: Pattern, b: Pattern, held: HoursOwner): boolean {
  if ('date' in held || ![a, b].some(({ weeks, every }) => weeks || every)) return true;
  let date = held.from;
  while (weekdayOf(date) !== held.weekday) date = addDays(date, 1);
  return Array.from({ length: datesLookedAt }, (_, week) => addDays(date, 7 * week)).some(
    (date) => holdsOn(a, date) && holdsOn(b, date),
  );
}
