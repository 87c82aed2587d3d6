import { type Interval, inOrder, minutesOf, type Week } from '@dayline/contracts/clinic/schedule';
import type { CurrentSchedule } from '@dayline/contracts/clinic/slots';
import { refuse } from '@dayline/contracts/errors';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { DoctorScheduleEvent } from '@dayline/contracts/events/people';
import type { FieldError } from '@dayline/contracts/fields/field-errors';
import { canonicalJson } from '@dayline/contracts/json';
import { unreachable } from '@dayline/contracts/unreachable';
import type { Decider } from '../command-handler/decider.ts';

/** The current weekly template with its revision; null before the first. */
export type DoctorScheduleState = CurrentSchedule | null;

export interface SetWeeklySchedule {
  readonly kind: 'setWeek';
  readonly week: Week;
}

export const doctorSchedule: Decider<DoctorScheduleState, SetWeeklySchedule, DoctorScheduleEvent> = {
  initial: null,
  fold: (state, events) => events.reduce(foldOne, state),
  decide(state, { week }) {
    if (week.length === 0) return refuse('schedule.invalid', { message: 'No valid schedule data to save' });
    const fields = faultsOf(week);
    if (fields.length > 0) return refuse('schedule.invalid', { details: { fields } });
    const ordered = inOrder(week);
    if (state && canonicalJson(state.week) === canonicalJson(ordered)) return [];
    return [{ type: 'WeeklyScheduleSet', data: { week: ordered } }];
  },
};

function foldOne(
  _state: DoctorScheduleState,
  { type, data, revision }: Recorded<DoctorScheduleEvent>,
): DoctorScheduleState {
  switch (type) {
    case 'WeeklyScheduleSet':
      return { week: data.week, revision };
    default:
      return unreachable(type);
  }
}

/** Each fault by field path (`Monday.0.endTime`), with a sentence that names the hours. */
function faultsOf(week: Week): FieldError[] {
  const seen = new Set<string>();
  const faults: FieldError[] = [];
  for (const { day, timeIntervals } of week) {
    if (seen.has(day)) faults.push({ field: day, message: `${day} is there twice.` });
    seen.add(day);
    if (timeIntervals.length === 0) faults.push({ field: day, message: `${day} has no hours.` });
    timeIntervals.forEach((interval, index) => {
      const fault = faultOf(interval);
      if (fault)
        faults.push({
          field: `${day}.${index}.${fault.field}`,
          message: `${day}, ${named(interval)}: ${fault.message}`,
        });
      const other = timeIntervals.slice(0, index).find((earlier) => overlap(earlier, interval));
      if (other) {
        const message = `${day}, ${named(interval)} overlaps ${named(other)}.`;
        faults.push({ field: `${day}.${index}.startTime`, message });
      }
    });
  }
  return faults;
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
