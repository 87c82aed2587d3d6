import { z } from 'zod';
import { dateSchema, endTimeSchema, idSchema, timeSchema } from '../ids.ts';
import {
  closingAt,
  type Interval,
  minutesOf,
  type PlanSlot,
  slotsOf,
  type Week,
  weekdayOf,
  weekdays,
} from './schedule.ts';
import { isNth, nthSchema } from './sessions.ts';
import { type Span, spanFrom } from './spans.ts';

/** One date, or a weekday in certain weeks of the month; in every week if `weeks` is empty. */
export const occasionSchema = z.union([
  z.object({ date: dateSchema }),
  z.object({ weekday: z.enum(weekdays), weeks: z.array(nthSchema) }),
]);
export type Occasion = z.infer<typeof occasionSchema>;

/** A day on which the whole hospital, or one branch, is closed or has reduced hours. */
export const hospitalDaySchema = z.object({
  dayId: idSchema,
  on: occasionSchema,
  /** The first and the last date of the rule, both included; without a last date it has no end. */
  from: dateSchema,
  to: dateSchema.nullable(),
  name: z.string(),
  /** Null applies to every branch. */
  branchId: z.int().min(1).nullable(),
  /** Sorted by time; the spans don't touch. Empty: closed. */
  open: z.array(z.object({ from: timeSchema, to: endTimeSchema })),
  /** When bookings for the day close, on the day itself, unless a session's close earlier. */
  bookUntil: timeSchema.exactOptional(),
});

export interface HospitalDay extends Readonly<z.infer<typeof hospitalDaySchema>> {
  /** The revision of the event that set the day. */
  readonly revision: number;
  /** The person who set the day. */
  readonly by: string;
  /** The rule ends before this date; null if it was not removed. */
  readonly liftedFrom: string | null;
}

/** A client's hospital days, as folded from the stream; including past and removed ones. */
export interface Calendar {
  /** The revision of the stream's last event. */
  readonly revision: number;
  readonly days: readonly HospitalDay[];
}

export const withDay = (calendar: Calendar | null, day: HospitalDay): Calendar => ({
  revision: day.revision,
  days: [...(calendar?.days ?? []), day],
});

/** A removal applies from a date on; the day is unchanged before it. */
export const liftedDay = (
  calendar: Calendar | null,
  { dayId, from, revision }: { readonly dayId: string; readonly from: string; readonly revision: number },
): Calendar => ({
  revision,
  days: calendar?.days.map((day) => (day.dayId === dayId ? { ...day, liftedFrom: from } : day)) ?? [],
});

const daysOfCalendars = new WeakMap<Calendar, Map<string, HospitalDay | null>>();

/**
 * The hospital day that applies to doctors of a branch (0: none) on a date. A branch's day precedes one of all
 * branches, a date precedes a weekday, and a later event precedes an earlier one. Computed once for each calendar, date
 * and branch.
 */
export function hospitalDayOn(calendar: Calendar | null, date: string, branchId: number): HospitalDay | null {
  if (!calendar || calendar.days.length === 0) return null;
  const days = daysOfCalendars.get(calendar) ?? new Map<string, HospitalDay | null>();
  daysOfCalendars.set(calendar, days);
  const key = `${date} ${branchId}`;
  const found = days.get(key);
  if (found !== undefined) return found;
  const first = calendar.days.filter((day) => isOn(day, date, branchId)).sort(firstInForce)[0] ?? null;
  days.set(key, first);
  return first;
}

function isOn({ on, from, to, liftedFrom, branchId: ofBranch }: HospitalDay, date: string, branchId: number): boolean {
  if (ofBranch !== null && ofBranch !== branchId) return false;
  if (date < from || (to !== null && date > to) || (liftedFrom !== null && date >= liftedFrom)) return false;
  return isOnOccasion(on, date);
}

export const isOnOccasion = (on: Occasion, date: string): boolean =>
  'date' in on ? on.date === date : on.weekday === weekdayOf(date) && isNth(on.weeks, date);

const rank = ({ branchId, on }: HospitalDay): number => (branchId === null ? 0 : 2) + ('date' in on ? 1 : 0);
const firstInForce = (a: HospitalDay, b: HospitalDay): number => rank(b) - rank(a) || b.revision - a.revision;

/** The hospital days that apply to a doctor on a date. */
export interface HospitalDays<Day = HospitalDay> {
  /** The day at the doctor's own branch. */
  readonly hospitalDay: Day | null;
  /** The days at the other branches of the doctor's sessions; absent if the sessions name none. */
  readonly elsewhere?: ReadonlyMap<number, Day | null>;
}

/** The hospital day that applies to a session. */
function dayOf<Day>({ hospitalDay, elsewhere }: HospitalDays<Day>, { branchId = 0 }: Interval): Day | null {
  const otherDay = elsewhere?.get(branchId);
  return otherDay === undefined ? hospitalDay : otherDay;
}

type OpeningHours = HospitalDays<Pick<HospitalDay, 'open' | 'bookUntil'>>;

/** @param doctor with the weekly hours that apply on the date */
export function hospitalDaysOn(
  calendar: Calendar | null,
  date: string,
  { branchId, week }: { readonly branchId: number; readonly week: Week | null },
): HospitalDays {
  const hospitalDay = hospitalDayOn(calendar, date, branchId);
  const others = (week ? branchesOf(week) : []).filter((id) => id !== branchId);
  if (others.length === 0) return { hospitalDay };
  return { hospitalDay, elsewhere: new Map(others.map((id) => [id, hospitalDayOn(calendar, date, id)])) };
}

const branches = new WeakMap<Week, readonly number[]>();
/** The branches of a week's sessions. */
export function branchesOf(week: Week): readonly number[] {
  const found = branches.get(week) ?? [
    ...new Set(week.flatMap(({ timeIntervals }) => timeIntervals.flatMap(({ branchId }) => branchId ?? []))),
  ];
  branches.set(week, found);
  return found;
}

/**
 * The slots of a day's hours on a hospital day, by time. A hospital day only shortens: slots wholly inside the opening
 * hours are kept, the only slot of an interval is cut to its longest part inside, and bookings may close earlier.
 */
export function slotsWithin(intervals: readonly Interval[], days: OpeningHours): readonly PlanSlot[] {
  if (!days.hospitalDay && !days.elsewhere) return slotsOf(intervals);
  const slots = intervals.flatMap((interval) => {
    const day = dayOf(days, interval);
    return day ? cut(slotsOf([closingBy(interval, day.bookUntil)]), day.open) : slotsOf([interval]);
  });
  return slots.sort((a, b) => (a.time < b.time ? -1 : 1));
}

const closingEarlier = new WeakMap<Interval, Map<string, Interval>>();
/** The same hours, whose bookings close on the day at `time` if they don't close before. Computed once for each time. */
function closingBy(interval: Interval, time: string | undefined): Interval {
  const { bookUntil } = interval;
  if (time === undefined || (bookUntil && (bookUntil.daysBefore > 0 || bookUntil.time <= time))) return interval;
  const byTime = closingEarlier.get(interval) ?? new Map<string, Interval>();
  closingEarlier.set(interval, byTime);
  const found = byTime.get(time) ?? closingAt(interval, { daysBefore: 0, time });
  byTime.set(time, found);
  return found;
}

function cut(slots: readonly PlanSlot[], open: readonly Span[]): readonly PlanSlot[] {
  const [first, ...others] = slots;
  if (!first) return slots;
  if (others.length > 0 || !first.session?.only)
    return slots.filter((slot) => open.some((span) => isInside(spanFrom(slot.time, slot.minutes), span)));
  const [longest] = insideOf(spanFrom(first.time, first.minutes), open);
  return longest ? [{ ...first, time: longest.from, minutes: lengthOf(longest) }] : [];
}

/** The parts of a day's hours inside the opening hours. */
export const hoursWithin = (intervals: readonly Interval[], days: OpeningHours): Interval[] =>
  intervals.flatMap((interval) => {
    const day = dayOf(days, interval);
    if (!day) return [interval];
    const parts = insideOf({ from: interval.startTime, to: interval.endTime }, day.open);
    return parts
      .sort((a, b) => (a.from < b.from ? -1 : 1))
      .map(({ from, to }) => ({ ...interval, startTime: from, endTime: to }));
  });

/** The parts of a span inside the opening hours, the longest first. */
const insideOf = (span: Span, open: readonly Span[]): Span[] =>
  open
    .map(({ from, to }) => ({ from: from > span.from ? from : span.from, to: to < span.to ? to : span.to }))
    .filter(({ from, to }) => from < to)
    .sort((a, b) => lengthOf(b) - lengthOf(a));

const isInside = (span: Span, { from, to }: Span): boolean => from <= span.from && span.to <= to;
const lengthOf = ({ from, to }: Span): number => minutesOf(to) - minutesOf(from);
