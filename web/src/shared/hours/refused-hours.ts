import type { Interval, Weekday } from '@dayline/contracts/clinic/schedule';
import type { FieldError } from '@dayline/contracts/fields/field-errors';
import { canonicalJson } from '@dayline/contracts/json';
import { type DraftInterval, type IntervalFault, intervalOf } from './interval.ts';
import { noOptions } from './options.ts';

/** The server's names of interval fields that differ from the form's. */
const fieldNames: Readonly<Record<string, string>> = {
  endsNextDay: 'endDay',
  every: 'everyWeeks',
  'every.weeks': 'everyWeeks',
  'every.from': 'everyFrom',
  'bookFrom.daysBefore': 'openDays',
  'bookFrom.time': 'openTime',
  'bookUntil.daysBefore': 'untilDays',
  'bookUntil.time': 'untilTime',
  'firstUntil.daysBefore': 'firstDays',
  'firstUntil.time': 'firstTime',
  slotsPerVisit: 'firstSlots',
  'slotsPerVisit.again': 'againSlots',
  'quota.first': 'first',
  'quota.again': 'again',
  'quota.total': 'total',
  'quota.sameDay': 'sameDay',
};
const formFields: ReadonlySet<string> = new Set([
  ...['startTime', 'endTime', 'appointmentsPerSlot', 'slotDuration'],
  ...Object.keys(noOptions),
]);
const isField = (name: string): name is IntervalFault['field'] => formFields.has(name);

/** The hours sent, by day; without a day for a single date. */
export interface SentHours {
  readonly day?: Weekday;
  readonly timeIntervals: readonly Interval[];
}

const pathShape = /^(?:schedule\.(\d+)\.timeIntervals|intervals|([A-Z]\w+))\.(\d+)\.(.+)$/;

/**
 * The server's refusals at the intervals as typed: `Monday.0.branchId`, `intervals.1.room`. A path that matches no
 * interval, or one changed since, is left out.
 */
export function refusedHours(
  fields: readonly FieldError[],
  sentHours: readonly SentHours[],
  draftOf: (day: Weekday | undefined) => readonly DraftInterval[],
): (IntervalFault & { day: Weekday | undefined })[] {
  return fields.flatMap(({ field: path, message }) => {
    const [, index, day, at, rest = ''] = pathShape.exec(path) ?? [];
    const hours =
      index === undefined ? sentHours.find((hoursOfDay) => hoursOfDay.day === day) : sentHours[Number(index)];
    const interval = hours?.timeIntervals[Number(at)];
    const [head = ''] = rest.split('.', 1);
    const field = fieldNames[rest] ?? fieldNames[head] ?? head;
    if (!hours || !interval || !isField(field)) return [];
    const text = canonicalJson(interval);
    const input = draftOf(hours.day).find((draft) => canonicalJson(intervalOf(draft)) === text);
    return input ? [{ id: input.id, field, message, day: hours.day }] : [];
  });
}
