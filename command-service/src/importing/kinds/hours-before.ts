import type { Interval } from '@dayline/contracts/clinic/schedule';
import type { Recorded } from '@dayline/contracts/events/definition';

/** The hours of its own that a date had after these events; null if it had those of the week. */
export function hoursBefore(
  events: readonly Recorded[],
): { readonly intervals: readonly Interval[]; readonly reason: string | null } | null {
  const last = events.findLast(({ type }) => type === 'DayHoursSet' || type === 'DayHoursCleared');
  if (last?.type !== 'DayHoursSet') return null;
  // Cast is safe: the log checks each event's data by its schema.
  return last.data as unknown as { intervals: Interval[]; reason: string | null };
}
