import { z } from 'zod';
import { dateSchema, endTimeSchema, timeSchema } from '../ids.ts';
import { canonicalJson } from '../json.ts';
import { addDays } from './clinic-time.ts';
import {
  holdsOn,
  maxSlotsOfVisit,
  patternFields,
  type Session,
  sessionFields,
  sessionSchema,
  slotsOfVisit,
  type VisitSort,
} from './sessions.ts';

/** Monday to Sunday, as the specification lists them (section 9). */
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
export type Weekday = (typeof weekdays)[number];

/** A session: hours in which a doctor takes visits. Clinic times HH:mm, duration in minutes. */
export const intervalSchema = z.strictObject({
  startTime: timeSchema,
  endTime: endTimeSchema,
  appointmentsPerSlot: z.int().min(1, 'A slot takes at least one appointment.').max(2000),
  slotDuration: z.int().min(1, 'A slot takes at least one minute.').max(1440),
  /** The end is on the next day: 20:00 to 01:00. */
  endsNextDay: z.literal(true).exactOptional(),
  ...patternFields,
  ...sessionFields,
});
export type Interval = z.infer<typeof intervalSchema>;

export const weekSchema = z.array(
  z.strictObject({ day: z.enum(weekdays), timeIntervals: z.array(intervalSchema).min(1).max(24) }),
);
/** The weekly template; contains only days with at least one interval. */
export type Week = z.infer<typeof weekSchema>;

/** The week with Monday first and intervals sorted by start, so that equal weeks have equal text. */
export const inOrder = (week: Week): Week =>
  [...week]
    .sort((a, b) => weekdays.indexOf(a.day) - weekdays.indexOf(b.day))
    .map(({ day, timeIntervals }) => ({ day, timeIntervals: sortedHours(timeIntervals) }));

/** A day's hours by start. Hours of different weeks of the month may have the same start. */
export const sortedHours = (intervals: readonly Interval[]): Interval[] =>
  [...intervals].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
const orderOf = (interval: Interval): string => `${interval.startTime} ${canonicalJson(interval)}`;

/** A slot's or visit's length in minutes. */
export const minutesSchema = z.int().min(1).max(1440);
/** A slot of a day: it begins at `time` (HH:mm), lasts `minutes`, and takes `capacity` visits at once. */
const slotFields = { time: timeSchema, minutes: minutesSchema, capacity: z.int().min(1) };

/** A day's slots as recorded in an event: each refers to its session by index. */
export const planSchema = z.object({
  sessions: z.array(sessionSchema),
  slots: z.array(z.object({ ...slotFields, session: z.int().min(0).nullable() })),
});
export type RecordedPlan = z.infer<typeof planSchema>;

export interface PlanSlot extends Readonly<z.infer<z.ZodObject<typeof slotFields>>> {
  /** Null if the session has only the four basic fields and several slots. All of its slots share one object. */
  readonly session: Session | null;
}

/** The slot with this many adjoining slots of its session as one; null if fewer adjoin. */
function withAdjoining(slot: PlanSlot, slots: readonly PlanSlot[], count: number): PlanSlot | null {
  if (count === 1) return slot;
  const minutes = slot.minutes * count;
  const [start, end] = [minutesOf(slot.time), minutesOf(slot.time) + minutes];
  const slotsInside = slots.filter(
    ({ session, time }) => session === slot.session && minutesOf(time) >= start && minutesOf(time) < end,
  );
  return slotsInside.length === count ? { ...slot, minutes } : null;
}

/** The slots that a visit takes, from its first one on, as one; null if fewer adjoin than it takes. */
export const visitSlotOf = (slot: PlanSlot, slots: readonly PlanSlot[], visit: VisitSort): PlanSlot | null =>
  withAdjoining(slot, slots, slotsOfVisit(slot.session, visit));

/** The present slot at which a visit begins, if its length is that of the slot or of several adjoining ones. */
export function slotOfVisit(
  slots: readonly PlanSlot[],
  { time, minutes }: Pick<PlanSlot, 'time' | 'minutes'>,
): PlanSlot | undefined {
  return slots.find((slot) => {
    if (slot.time !== time) return false;
    const count = minutes / slot.minutes;
    if (count === 1 || !slot.session?.slotsPerVisit) return count === 1;
    return Number.isInteger(count) && count <= maxSlotsOfVisit && withAdjoining(slot, slots, count) !== null;
  });
}

/** A plan is replaced, never modified. */
const slotsOfPlans = new WeakMap<RecordedPlan, readonly PlanSlot[]>();

/** The slots of a recorded plan. */
export function slotsOfPlan(plan: RecordedPlan): readonly PlanSlot[] {
  const existing = slotsOfPlans.get(plan);
  if (existing) return existing;
  const { sessions } = plan;
  const slots = plan.slots.map((slot) => ({
    ...slot,
    session: slot.session === null ? null : (sessions[slot.session] ?? null),
  }));
  slotsOfPlans.set(plan, slots);
  return slots;
}

/** Slots in the recorded form. */
export function recordedPlan(slots: readonly PlanSlot[]): RecordedPlan {
  const sessions = [...new Set(slots.flatMap(({ session }) => session ?? []))];
  const indexOf = (session: Session | null) => (session ? sessions.indexOf(session) : null);
  return { sessions, slots: slots.map((slot) => ({ ...slot, session: indexOf(slot.session) })) };
}

export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
export const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** The weekday of a calendar date, without a zone. */
export function weekdayOf(date: string): Weekday {
  const sundayFirst = new Date(`${date}T00:00:00Z`).getUTCDay();
  return weekdays[(sundayFirst + 6) % 7] ?? 'Monday';
}

/** The end of hours in minutes from their day's start; more than a day's if they end on the next. */
export const endOf = ({ endTime, endsNextDay }: Pick<Interval, 'endTime' | 'endsNextDay'>): number =>
  minutesOf(endTime) + (endsNextDay ? minutesInDay : 0);
const minutesInDay = 24 * 60;

interface Halves {
  /** Until midnight. */
  readonly evening: Interval;
  /** The rest, on the day after. */
  readonly morning: Interval;
}
const halves = new WeakMap<Interval, Halves>();
/** Such parts. The whole hours have several slots, so a single slot of a part isn't the only one. */
const partsOfNights = new WeakSet<Interval>();

/** The same hours, or part of a night's hours, with another close of bookings. */
export function closingAt(interval: Interval, bookUntil: Interval['bookUntil'] & {}): Interval {
  const closing = { ...interval, bookUntil };
  if (partsOfNights.has(interval)) partsOfNights.add(closing);
  return closing;
}

/** The two parts of hours that end on the next day; each is like hours of its own date. */
export function halvesOf(interval: Interval): Halves {
  const { endsNextDay: _, ...hours } = interval;
  const before = halves.get(interval);
  if (before) return before;
  const { bookFrom, bookUntil, firstUntil } = interval;
  const dayBefore = <At extends { daysBefore: number }>(at: At): At => ({ ...at, daysBefore: at.daysBefore + 1 });
  const parts = {
    evening: { ...hours, endTime: '24:00' },
    morning: {
      ...hours,
      startTime: '00:00',
      ...(bookFrom && { bookFrom: dayBefore(bookFrom) }),
      ...(bookUntil && { bookUntil: dayBefore(bookUntil) }),
      ...(firstUntil && { firstUntil: dayBefore(firstUntil) }),
    },
  };
  halves.set(interval, parts);
  partsOfNights.add(parts.evening).add(parts.morning);
  return parts;
}

/**
 * The hours of a weekly template that apply on a date. Hours that end on the next day are two parts: the template of a
 * date has the evening of its weekday, and what is left of the evening before.
 */
export function hoursOn(week: Week, date: string): readonly Interval[] {
  const day = weekdayOf(date);
  const own = week.flatMap((entry) =>
    entry.day === day
      ? entry.timeIntervals.flatMap((interval) => {
          if (!holdsOn(interval, date)) return [];
          return interval.endsNextDay ? halvesOf(interval).evening : interval;
        })
      : [],
  );
  const night = leftOf(week, date);
  return night.length === 0 ? own : [...night, ...own];
}

const nights = new WeakMap<Week, Week>();
/** The parts after midnight of the evening before a date. */
function leftOf(week: Week, date: string): readonly Interval[] {
  const ofNight =
    nights.get(week) ?? week.filter(({ timeIntervals }) => timeIntervals.some(({ endsNextDay }) => endsNextDay));
  nights.set(week, ofNight);
  if (ofNight.length === 0) return [];
  const evening = addDays(date, -1);
  const day = weekdayOf(evening);
  return ofNight.flatMap((entry) =>
    entry.day === day
      ? entry.timeIntervals.flatMap((interval) =>
          interval.endsNextDay && holdsOn(interval, evening) ? halvesOf(interval).morning : [],
        )
      : [],
  );
}

/** Hours over a midnight: `from` on the date, `to` on the day after. */
export const nightSchema = z.object({ date: dateSchema, from: timeSchema, to: timeSchema });
type Night = z.infer<typeof nightSchema>;

/** The hours over a midnight that a time of a date belongs to: those of its evening, or of the evening before. */
export function nightOf(week: Week, date: string, time: string): Night | undefined {
  const before = addDays(date, -1);
  const [own, earlier] = [date, before].map((evening) =>
    week
      .filter(({ day }) => day === weekdayOf(evening))
      .flatMap(({ timeIntervals }) => timeIntervals)
      .filter((interval) => interval.endsNextDay && holdsOn(interval, evening)),
  );
  const ownInterval = own?.find(({ startTime }) => time >= startTime);
  if (ownInterval) return { date, from: ownInterval.startTime, to: ownInterval.endTime };
  const rest = earlier?.find(({ endTime }) => time < endTime);
  return rest && { date: before, from: rest.startTime, to: rest.endTime };
}

/** The slots of a weekly template on a date. */
export const plannedSlots = (week: Week, date: string): readonly PlanSlot[] => slotsOf(hoursOn(week, date));

/** The slots of the hours: only whole slots, sorted by time. */
export function slotsOf(intervals: readonly Interval[]): readonly PlanSlot[] {
  const [first, ...others] = intervals;
  if (first && others.length === 0) return slotsOfInterval(first);
  return intervals.flatMap(slotsOfInterval).sort((a, b) => (a.time < b.time ? -1 : 1));
}

/** Hours never change, and the same ones apply on many dates. */
const slotsOfIntervals = new WeakMap<Interval, readonly PlanSlot[]>();

function slotsOfInterval(interval: Interval): readonly PlanSlot[] {
  const before = slotsOfIntervals.get(interval);
  if (before) return before;
  const { startTime, endTime, appointmentsPerSlot: capacity, slotDuration: minutes } = interval;
  const [first, end] = [minutesOf(startTime), minutesOf(endTime)];
  const isOnly = Math.floor((end - first) / minutes) === 1 && !partsOfNights.has(interval);
  const session = sessionOf(interval, isOnly);
  const slots: PlanSlot[] = [];
  for (let start = first; start + minutes <= end; start += minutes) {
    slots.push({ time: timeOf(start), minutes, capacity, session });
  }
  slotsOfIntervals.set(interval, slots);
  return slots;
}

function sessionOf(interval: Interval, isOnly: boolean): Session | null {
  const fields = Object.keys(sessionFields).filter((field) => field in interval);
  if (fields.length === 0 && !isOnly) return null;
  // Cast is safe: an interval has the session's fields under the same names.
  const session = Object.fromEntries(fields.map((field) => [field, interval[field as keyof Interval]])) as Session;
  return isOnly ? { ...session, only: true } : session;
}
