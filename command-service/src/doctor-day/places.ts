import { type ClinicNow, hasPassed } from '@dayline/contracts/clinic-time';
import { type FailureDetails, type Refusal, refuse } from '@dayline/contracts/errors';
import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import { lastBookableDate } from '@dayline/contracts/horizon';
import { minutesOf } from '@dayline/contracts/schedule';
import {
  type CurrentSchedule,
  currentSlots,
  type DayBook,
  daySlots,
  isBlocked,
  type Slot,
} from '@dayline/contracts/slots';

/** The decider's input besides its own stream. */
export interface DoctorDayContext {
  readonly pocId: string;
  /** The day, yyyy-mm-dd of the clinic. */
  readonly date: string;
  /** The current weekly template. */
  readonly schedule: CurrentSchedule | null;
  /** ms since the epoch, UTC. */
  readonly now: number;
  /** The same instant on the clinic's wall clock. */
  readonly clinic: ClinicNow;
  readonly horizonDays: number;
  /** How long a status event can be undone, ms. */
  readonly undoWindowMs: number;
}

export type FreeTime = NonNullable<FailureDetails['freeTimes']>[number];

/** Maximum number of other times offered with a refused booking. */
export const offeredTimes = 5;

/** Free times of one date, nearest to `time` first. */
export function freeTimesOf(slots: readonly Slot[], date: string, time: string): FreeTime[] {
  const wanted = minutesOf(time);
  const distance = (slot: Slot) => Math.abs(minutesOf(slot.time) - wanted);
  return slots
    .filter((slot) => slot.free > 0)
    .sort((a, b) => distance(a) - distance(b) || (a.time < b.time ? -1 : 1))
    .slice(0, offeredTimes)
    .map((slot) => ({ date, time: slot.time, left: slot.free }));
}

/** The plan to append before a command's own events if the template is newer than the day's plan. */
export function newPlan(book: DayBook, context: DoctorDayContext): DoctorDayEvent[] {
  const { slots, scheduleRevision, isNewPlan } = currentSlots(context.schedule, book, context.date);
  return isNewPlan ? [{ type: 'SlotsPlanned', data: { slots: [...slots], scheduleRevision } }] : [];
}

const full = (book: DayBook, time: string, context: DoctorDayContext): Refusal =>
  refuse('slot.full', { details: { freeTimes: freeTimesToday(book, time, context) } });

function freeTimesToday(book: DayBook, time: string, { schedule, date, clinic, horizonDays }: DoctorDayContext) {
  if (date > lastBookableDate(clinic.date, horizonDays)) return [];
  return freeTimesOf(daySlots(schedule, book, date, clinic), date, time);
}

/** Why `time` can't be booked, with a code per reason; null if it can. */
export function whyNotBookable(book: DayBook, time: string, context: DoctorDayContext): Refusal | null {
  const { date, clinic, horizonDays, schedule } = context;
  if (date > lastBookableDate(clinic.date, horizonDays)) return refuse('slot.beyond-horizon');
  if (hasPassed(date, time, clinic)) return refuse('slot.passed');
  const slot = currentSlots(schedule, book, date).slots.find((each) => each.time === time);
  if (!slot) return refuse('slot.unknown');
  if (isBlocked(book, time)) return refuse('slot.blocked');
  return (book.booked[time] ?? 0) < slot.capacity ? null : full(book, time, context);
}

/**
 * Whether a cancelled appointment can take its place again. "Whatever leaves Cancelled (an undo, a correction) needs a
 * free, unblocked place like a booking"; but its time may have passed, since it was booked before.
 */
export function whyNoPlaceBack(book: DayBook, time: string, context: DoctorDayContext): Refusal | null {
  const slot = currentSlots(context.schedule, book, context.date).slots.find((each) => each.time === time);
  const isFree = slot !== undefined && !isBlocked(book, time) && (book.booked[time] ?? 0) < slot.capacity;
  return isFree ? null : full(book, time, context);
}
