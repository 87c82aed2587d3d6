import type { ClinicTime } from '@dayline/contracts/clinic/clinic-time';
import { minutesOf } from '@dayline/contracts/clinic/schedule';
import type { VisitKind } from '@dayline/contracts/clinic/sessions';
import { spanFrom } from '@dayline/contracts/clinic/spans';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import type { ErrorCode, FailureDetails } from '@dayline/contracts/errors';
import { clockTime, shortWeekdayAndDate } from '../../format/time.ts';
import { closingOf } from '../closing.ts';
import type { DateChoice } from '../date-grid.tsx';
import type { TimeChoice } from '../time-slot-grid.tsx';
import { slotPickerText as text } from './text.ts';

export type Time = ResponseOf<'listTimesWithAvailability'>[number];

export type FreeTime = NonNullable<FailureDetails['freeTimes']>[number];

/** A chosen time that somebody else booked first. */
export interface LostTime {
  date: string;
  time: string;
  /** The message about it. */
  sentence: string;
  /** The patient's own appointment at this time, if that is why the time is taken. */
  appointmentId?: string | undefined;
  freeTimes: readonly FreeTime[];
}

/** Maximum number of alternatives in the banner, so that it stays two lines high. */
const offeredTimes = 3;

export const dateChoices = (dates: ResponseOf<'listDatesWithAvailability'>): DateChoice[] =>
  dates.map(({ Schedule_Date, active_status, free, opens, onRequest }) => ({
    date: Schedule_Date,
    availability: active_status,
    free,
    ...(opens && { opens }),
    ...(onRequest && { onRequest }),
  }));

export const isBookable = ({ availability, free }: DateChoice): boolean => availability !== 'blocked' && free !== 0;

/** The end of a time that has a length. */
export const endOfTime = ({ appointment_time: time, minutes = 0 }: Time): string => spanFrom(time, minutes).to;

function stateOf(slot: Time, date: string, now: ClinicTime): TimeChoice['state'] {
  const { appointment_time: time, minutes = 0, opens, closes, active_status, free } = slot;
  const closing = closingOf({ date, time, minutes, ...(opens && { opens }), ...(closes && { closes }) }, now);
  if (closing !== 'open') return closing;
  if (active_status === 'blocked') return 'blocked';
  if (slot.session?.onRequest !== undefined) return 'onRequest';
  if (slot.notForPatient) return 'onlyFor';
  return free === 0 ? 'full' : 'free';
}

/** A day's times with their free capacity; `now` is the clinic's wall clock, `own` the time of a visit to be moved. */
export function timeChoices(slots: readonly Time[], date: string, now: ClinicTime, own?: string): TimeChoice[] {
  return slots.map((slot) => {
    const { appointment_time: time, free, capacity, heldUntil } = slot;
    if (time === own) return { time, state: 'own' };
    const state = stateOf(slot, date, now);
    // Not shown for a capacity of one.
    const hold = state === 'full' && heldUntil !== undefined ? { heldUntil } : {};
    return { time, state, ...(state === 'free' && capacity > 1 ? { left: free } : {}), ...hold };
  });
}

/** The session's list that is full for such a visit, if that is why the time can't be booked. */
export function fullList({ lists }: Time, visit: VisitKind | undefined): keyof NonNullable<Time['lists']> | undefined {
  if (lists?.total?.left === 0) return 'total';
  if (lists?.ahead?.left === 0) return 'ahead';
  return visit !== undefined && lists?.[visit]?.left === 0 ? visit : undefined;
}

/** Morning before 12, evening from 17:00. */
const partOf = (time: string): string =>
  time < '12:00' ? text.morning : time < '17:00' ? text.afternoon : text.evening;

/** The times shown, each with its part of the day. Passed times are left out, unless selected. */
export const shownTimes = (choices: readonly TimeChoice[], chosenTime: string): TimeChoice[] =>
  choices
    .filter((choice) => choice.state !== 'passed' || choice.time === chosenTime)
    .map((choice) => ({ ...choice, part: partOf(choice.time) }));

/** The day's free times, nearest to `time` first. */
export function nearestFree(choices: readonly TimeChoice[], date: string, time: string): FreeTime[] {
  const distance = (choice: TimeChoice) => Math.abs(minutesOf(choice.time) - minutesOf(time));
  return choices
    .filter((choice) => choice.state === 'free' && choice.time !== time)
    .sort((a, b) => distance(a) - distance(b))
    .map((choice) => ({ date, time: choice.time, left: choice.left ?? 1 }));
}

/** The first few free times sorted by distance, re-sorted by time. */
export const offersOf = (freeTimes: readonly FreeTime[]): FreeTime[] =>
  freeTimes.slice(0, offeredTimes).sort((a, b) => a.date.localeCompare(b.date) || a.time.localeCompare(b.time));

/** `9:45 AM`, with its date if it isn't the requested one. */
export const offerLabel = (offer: FreeTime, askedDate: string): string =>
  offer.date === askedDate ? clockTime(offer.time) : `${shortWeekdayAndDate(offer.date)}, ${clockTime(offer.time)}`;

/** The page of the date grid that contains a date, from 0. */
export function pageOfDate(days: readonly DateChoice[], date: string, pageSize: number): number {
  const dayIndex = days.findIndex((day) => day.date === date);
  const first = dayIndex === -1 ? days.findIndex(isBookable) : dayIndex;
  return Math.max(0, Math.floor(first / pageSize));
}

/**
 * Why a chosen time is no longer available; `time` as displayed, `list` the one that is full. Undefined if the error
 * isn't about the time.
 */
export function lostTimeSentence(
  code: ErrorCode | (string & {}),
  time: string,
  list: FailureDetails['list'] = 'ahead',
): string | undefined {
  switch (code) {
    case 'slot.full':
      return text.taken(time);
    case 'overbook.limit':
      return text.noneBeyond(time);
    case 'slot.blocked':
      return text.blocked(time);
    case 'slot.passed':
      return text.passed(time);
    case 'session.not-open':
      return text.early(time);
    case 'session.closed':
      return text.closed(time);
    case 'session.only-for':
      return text.onlyFor(time);
    case 'session.on-request':
      return text.onRequest(time);
    case 'session.list-full':
      return text.listFull[list];
    case 'slot.unknown':
      return text.unknown(time);
    case 'patient.already-booked':
      return text.alreadyBooked(time);
    case 'slot.beyond-horizon':
      return text.beyondHorizon;
    case 'doctor.left':
      return text.left;
    default:
      return undefined;
  }
}
