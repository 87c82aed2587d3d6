import { isBreak } from '../clinic/clinic-time.ts';
import type { Span } from '../clinic/spans.ts';

/** What a doctor's hours of a day mean at a time: on duty, on a break, hours later in the day, no more hours, none. */
export type Duty =
  | { readonly state: 'on'; readonly until: string }
  | { readonly state: 'break' | 'later'; readonly from: string }
  | { readonly state: 'over' | 'off' };

/** @param hours of the day, in order and without gaps; `time` is HH:mm */
export function dutyAt(hours: readonly Span[], time: string): Duty {
  if (hours.length === 0) return { state: 'off' };
  const currentHours = hours.find(({ from, to }) => from <= time && time < to);
  if (currentHours) return { state: 'on', until: currentHours.to };
  const next = hours.find(({ from }) => from > time)?.from;
  if (next === undefined) return { state: 'over' };
  return { state: lastEnd(hours, time) !== undefined && isBreak(time, next) ? 'break' : 'later', from: next };
}

/** When the hours before a time ended; undefined if none have. */
export const lastEnd = (hours: readonly Span[], time: string): string | undefined =>
  hours.findLast(({ to }) => to <= time)?.to;
