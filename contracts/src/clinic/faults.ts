import type { FieldError } from '../fields/field-errors.ts';
import { type Interval, minutesOf } from './schedule.ts';

/** What is wrong with the hours of one day: the field's path (`0.endTime`), and a sentence that names the hours. */
export function faultsOfHours(intervals: readonly Interval[]): FieldError[] {
  return intervals.flatMap((interval, index) => {
    const fault = faultOf(interval);
    const own = fault ? [{ field: `${index}.${fault.field}`, message: `${named(interval)}: ${fault.message}` }] : [];
    const other = intervals.slice(0, index).find((earlier) => overlap(earlier, interval));
    if (!other) return own;
    return [...own, { field: `${index}.startTime`, message: `${named(interval)} overlaps ${named(other)}.` }];
  });
}

function faultOf({ startTime, endTime, slotDuration }: Interval): FieldError | null {
  const length = minutesOf(endTime) - minutesOf(startTime);
  if (length === 0) return { field: 'endTime', message: 'the hours are empty.' };
  if (length < 0) return { field: 'endTime', message: 'the end is before the start.' };
  if (slotDuration > length) return { field: 'slotDuration', message: 'a slot is longer than the hours.' };
  return null;
}

const named = ({ startTime, endTime }: Interval): string => `${startTime} to ${endTime}`;
const overlap = (one: Interval, other: Interval): boolean =>
  one.startTime < other.endTime && other.startTime < one.endTime;
