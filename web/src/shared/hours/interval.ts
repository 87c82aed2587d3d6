import { meet } from '@dayline/contracts/clinic/faults';
import { endOf, type Interval, minutesOf, timeOf, type Weekday } from '@dayline/contracts/clinic/schedule';
import { formatText } from '../format/text.ts';
import { clinicToday, clockTime } from '../format/time.ts';
import { faultOfOptions, type HoursOptions, noOptions, type OptionField, optionsOf, settingsOf } from './options.ts';
import { hoursText as text } from './text.ts';

/** An interval as typed. */
export interface DraftInterval {
  id: string;
  startTime: string;
  endTime: string;
  appointmentsPerSlot: string;
  slotDuration: string;
  /** Absent if no option is set. */
  more?: HoursOptions;
}
export type IntervalField = keyof Omit<DraftInterval, 'id' | 'more'>;

export interface IntervalFault {
  id: string;
  field: IntervalField | OptionField;
  message: string;
}

export interface Sum {
  minutes: number;
  slots: number;
  /** What can be booked: nothing on request, and no more than the quotas take. */
  places: number;
}

/** A copy of a saved interval, with an id for editing. */
export function draftOf(interval: Interval, id: string): DraftInterval {
  const more = optionsOf(interval);
  return {
    id,
    startTime: interval.startTime,
    endTime: interval.endTime,
    appointmentsPerSlot: String(interval.appointmentsPerSlot),
    slotDuration: String(interval.slotDuration),
    ...(more && { more }),
  };
}

const maxPerSlot = 2_000;

const whole = (input: string, most: number): number | undefined => {
  const number = Number(input);
  return /^\d+$/.test(input) && number >= 1 && number <= most ? number : undefined;
};
const isTime = (input: string): boolean => /^\d{2}:\d{2}$/.test(input);

/** In minutes. A time field has no 24:00: there, hours until the end of the day end at 00:00. */
const endOfDay = 24 * 60;
export const inField = (time: string): string => (time === '24:00' ? '00:00' : time);
export const fromField = (name: IntervalField, input: string): string =>
  name === 'endTime' && input === '00:00' ? '24:00' : input;

/** The interval if it is complete and valid, otherwise undefined. */
export function intervalOf(draft: DraftInterval): Interval | undefined {
  const appointmentsPerSlot = whole(draft.appointmentsPerSlot, maxPerSlot);
  const slotDuration = whole(draft.slotDuration, 1440);
  const { startTime, endTime, more = noOptions } = draft;
  if (!isTime(startTime) || !isTime(endTime) || !appointmentsPerSlot || !slotDuration) return undefined;
  if (minutesOf(startTime) + slotDuration > endOf({ endTime, ...settingsOf(more) })) return undefined;
  const interval = { startTime, endTime, appointmentsPerSlot, slotDuration, ...settingsOf(more) };
  return faultOfOptions(more, capacityOf(interval)) ? undefined : interval;
}

export const rangeOf = ({ startTime, endTime }: Pick<Interval, 'startTime' | 'endTime'>): string =>
  formatText.range(clockTime(startTime), clockTime(endTime));

function faultOf(draft: DraftInterval): Omit<IntervalFault, 'id'> | undefined {
  const { startTime, endTime, more = noOptions } = draft;
  const { endsNextDay } = settingsOf(more);
  if (!isTime(startTime)) return { field: 'startTime', message: text.startMissing };
  if (!isTime(endTime)) return { field: 'endTime', message: text.endMissing };
  if (endsNextDay && endTime >= startTime) return { field: 'endDay', message: text.endSameDay };
  if (!endsNextDay && endTime <= startTime) return { field: 'endTime', message: text.endTooEarly };
  const appointmentsPerSlot = whole(draft.appointmentsPerSlot, maxPerSlot);
  if (!appointmentsPerSlot) return { field: 'appointmentsPerSlot', message: text.perSlotRange };
  const duration = whole(draft.slotDuration, 1440);
  if (!duration) return { field: 'slotDuration', message: text.durationRange };
  const hours = { startTime, endTime, appointmentsPerSlot, slotDuration: duration, ...settingsOf(more) };
  if (minutesOf(startTime) + duration > endOf(hours)) return { field: 'slotDuration', message: text.tooLong };
  return faultOfOptions(more, capacityOf(hours));
}

/** In minutes; 0 while it isn't a time after the start. */
function endOfDraft({ startTime, endTime, more = noOptions }: DraftInterval): number {
  if (!isTime(startTime) || !isTime(endTime)) return 0;
  const end = endOf({ endTime, ...settingsOf(more) });
  return end > minutesOf(startTime) ? end : 0;
}
const overlap = (a: DraftInterval, b: DraftInterval): boolean => {
  const [end, otherEnd] = [endOfDraft(a), endOfDraft(b)];
  return end > 0 && otherEnd > 0 && minutesOf(a.startTime) < otherEnd && minutesOf(b.startTime) < end;
};

/** Whether two patterns have a date in common; weekly ones always do. */
function meetOn(weekday: Weekday | undefined, a: DraftInterval, b: DraftInterval): boolean {
  const [first, second] = [a, b].map(({ more }) => settingsOf(more ?? noOptions));
  if (weekday === undefined || !first || !second) return true;
  return meet(first, second, { weekday, from: clinicToday() });
}

/**
 * Overlapping intervals of a day; the error is on the later one in the list. Without a weekday, they are for a single
 * date.
 */
export function overlapsOfDay(intervals: readonly DraftInterval[], weekday?: Weekday): IntervalFault[] {
  return intervals.flatMap((interval, index) => {
    const conflicting = intervals
      .slice(0, index)
      .find((earlier) => overlap(earlier, interval) && meetOn(weekday, earlier, interval));
    return conflicting
      ? [{ id: interval.id, field: 'startTime' as const, message: text.overlaps(rangeOf(conflicting)) }]
      : [];
  });
}

/** The errors of each interval on its own; at most one. */
export const faultsOfDay = (intervals: readonly DraftInterval[]): IntervalFault[] =>
  intervals.flatMap((interval) => {
    const fault = faultOf(interval);
    return fault ? [{ id: interval.id, ...fault }] : [];
  });

const lengthOf = (interval: Interval): number => endOf(interval) - minutesOf(interval.startTime);
const slotsIn = (interval: Interval): number => Math.floor(lengthOf(interval) / interval.slotDuration);
const capacityOf = (interval: Interval): number => slotsIn(interval) * interval.appointmentsPerSlot;

function placesIn(interval: Interval): number {
  const { onRequest, quota: { first = Infinity, again = Infinity, total = Infinity } = {} } = interval;
  return onRequest === undefined ? Math.min(capacityOf(interval), total, first + again) : 0;
}

export function sumOf(intervals: readonly Interval[]): Sum {
  const sum = { minutes: 0, slots: 0, places: 0 };
  for (const interval of intervals) {
    sum.minutes += lengthOf(interval);
    sum.slots += slotsIn(interval);
    sum.places += placesIn(interval);
  }
  return sum;
}

/** A new interval's initial values: after the day's last, with its slots. */
export function nextInterval(day: readonly DraftInterval[], id: string): DraftInterval {
  const last = [...day].sort((a, b) => (a.endTime < b.endTime ? -1 : 1)).at(-1);
  if (!last || !isTime(last.endTime) || last.more?.endDay) {
    return { id, startTime: '09:00', endTime: '12:00', appointmentsPerSlot: '1', slotDuration: '15' };
  }
  const start = minutesOf(last.endTime);
  const end = Math.min(start + 120, endOfDay);
  const { appointmentsPerSlot, slotDuration } = last;
  const times = end === start ? { startTime: '', endTime: '' } : { startTime: last.endTime, endTime: timeOf(end) };
  return { id, ...times, appointmentsPerSlot, slotDuration };
}
