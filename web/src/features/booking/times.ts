import { type ClinicNow, hasPassed } from '@dayline/contracts/clinic-time';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import type { FailureDetails } from '@dayline/contracts/errors';
import { minutesOf } from '@dayline/contracts/schedule';
import { clockTime, shortDate, shortWeekday } from '../../shared/format/time.ts';
import type { DateChoice } from '../../shared/ui/date-grid.tsx';
import type { TimeChoice } from '../../shared/ui/time-slot-grid.tsx';

export type FreeTime = NonNullable<FailureDetails['freeTimes']>[number];

/** How many other times the banner offers, so that it stays two lines high. */
const offeredTimes = 3;

export const dateChoices = (dates: ResponseOf<'listDatesWithAvailability'>): DateChoice[] =>
  dates.map(({ Schedule_Date, active_status, free }) => ({ date: Schedule_Date, availability: active_status, free }));

export const isBookable = ({ availability, free }: DateChoice): boolean => availability !== 'blocked' && free !== 0;

/** A day's times with what each has left; `now` is the clinic's wall clock. */
export function timeChoices(
  slots: ResponseOf<'listTimesWithAvailability'>,
  date: string,
  now: ClinicNow,
): TimeChoice[] {
  return slots.map(({ appointment_time: time, active_status, free }) => {
    if (active_status === 'blocked') return { time, state: 'blocked' };
    if (hasPassed(date, time, now)) return { time, state: 'passed' };
    return free > 0 ? { time, state: 'free', left: free } : { time, state: 'full' };
  });
}

/** Free times of the day, those nearest to `time` first. */
export function nearestFree(choices: readonly TimeChoice[], date: string, time: string): FreeTime[] {
  const distance = (choice: TimeChoice) => Math.abs(minutesOf(choice.time) - minutesOf(time));
  return choices
    .filter((choice) => choice.state === 'free' && choice.time !== time)
    .sort((a, b) => distance(a) - distance(b))
    .map((choice) => ({ date, time: choice.time, left: choice.left ?? 1 }));
}

/** The nearest few of the free times, which come nearest first, in the order of the day. */
export const offersOf = (freeTimes: readonly FreeTime[]): FreeTime[] =>
  freeTimes.slice(0, offeredTimes).sort((a, b) => a.date.localeCompare(b.date) || a.time.localeCompare(b.time));

/** `9:45 AM`, with its day where it isn't the one that was asked for. */
export const offerLabel = (offer: FreeTime, askedDate: string): string =>
  offer.date === askedDate
    ? clockTime(offer.time)
    : `${shortWeekday(offer.date)}, ${shortDate(offer.date)}, ${clockTime(offer.time)}`;

/** Pages of the date grid: where a date stands, from 0. */
export function pageOfDate(days: readonly DateChoice[], date: string, pageSize: number): number {
  const chosen = days.findIndex((day) => day.date === date);
  const first = chosen === -1 ? days.findIndex(isBookable) : chosen;
  return Math.max(0, Math.floor(first / pageSize));
}
