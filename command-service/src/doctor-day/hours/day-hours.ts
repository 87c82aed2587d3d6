import { currentSlots } from '@dayline/contracts/clinic/day/plan';
import { faultsOfHours } from '@dayline/contracts/clinic/faults';
import { lastBlockableDate } from '@dayline/contracts/clinic/horizon';
import { type Interval, slotOfVisit, sortedHours } from '@dayline/contracts/clinic/schedule';
import { type Refusal, refuse } from '@dayline/contracts/errors';
import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import { canonicalJson } from '@dayline/contracts/json';
import type { Decision } from '../../command-handler/decider.ts';
import { type DoctorDayContext, plannedDay } from '../places.ts';
import type { Appointment, DoctorDayState } from '../state.ts';

interface SeenHours {
  /** The date's own hours as they were read, null for none; absent: replaces any. */
  readonly seen?: readonly Interval[] | null | undefined;
}
export interface SetDayHours extends SeenHours {
  readonly kind: 'setDayHours';
  /** At least one. */
  readonly intervals: readonly Interval[];
  readonly reason: string | null;
}
export interface ClearDayHours extends SeenHours {
  readonly kind: 'clearDayHours';
}
export type DayHoursCommand = SetDayHours | ClearDayHours;

/** "One date": hours that replace the weekly hours, also on a day without hours. A blocked day is unblocked first. */
export function decideDayHours(
  { book }: DoctorDayState,
  command: DayHoursCommand,
  context: DoctorDayContext,
): Decision<DoctorDayEvent> {
  const why = refusalOfTime(context);
  if (why) return why;
  if (command.kind === 'clearDayHours') {
    if (!book.hours) return [];
    if (isStale(book, command)) return refuse('schedule.changed');
    return [{ type: 'DayHoursCleared', data: {} }, ...plannedDay({ ...book, hours: null }, context)];
  }
  if (book.dayBlock) return refuse('day.blocked');
  const fields = faultsOfHours(command.intervals, { date: context.date }).map(({ field, message }) => ({
    field: `intervals.${field}`,
    message,
  }));
  if (fields.length > 0) return refuse('schedule.invalid', { details: { fields } });
  const hours = { intervals: sortedHours(command.intervals), reason: command.reason };
  if (canonicalJson(book.hours) === canonicalJson(hours)) return [];
  if (isStale(book, command)) return refuse('schedule.changed');
  return [{ type: 'DayHoursSet', data: hours }];
}

const isStale = ({ hours }: DoctorDayState['book'], { seen }: SeenHours): boolean =>
  seen !== undefined && canonicalJson(hours?.intervals ?? null) !== canonicalJson(seen && sortedHours(seen));

function refusalOfTime({ date, clinic, lastBookable }: DoctorDayContext): Refusal | null {
  if (date < clinic.date) return refuse('slot.passed');
  return date > lastBlockableDate(clinic.date, lastBookable) ? refuse('hours.beyond-horizon') : null;
}

/** The confirmed visits outside the present slots, by time: they are kept. */
export function visitsOutside(state: DoctorDayState, context: DoctorDayContext): Appointment[] {
  const slots = currentSlots(state.book, context);
  return [...state.appointments.values()]
    .filter(({ status }) => status === 'Confirmed')
    .filter((visit) => !slotOfVisit(slots, visit))
    .sort((a, b) => (a.time < b.time ? -1 : 1));
}
