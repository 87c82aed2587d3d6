import { z } from 'zod';
import { endTimeSchema, timeSchema } from '../ids.ts';

/** Monday to Sunday, as the specification lists them (section 9). */
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
export type Weekday = (typeof weekdays)[number];

/** Hours in which a doctor takes visits: clinic times HH:mm, duration in minutes. */
export const intervalSchema = z.strictObject({
  startTime: timeSchema,
  endTime: endTimeSchema,
  appointmentsPerSlot: z.int().min(1, 'A slot takes at least one appointment.').max(100),
  slotDuration: z.int().min(1, 'A slot takes at least one minute.').max(1440),
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

/** A day's hours by start. */
export const sortedHours = (intervals: readonly Interval[]): Interval[] =>
  [...intervals].sort((a, b) => (a.startTime < b.startTime ? -1 : 1));

/** A slot's or visit's length in minutes. */
export const minutesSchema = z.int().min(1).max(1440);
/** A slot of a day: from `time`, HH:mm, for `minutes`; `capacity` visits at once. Its session has no part in it yet. */
export const planSlotSchema = z.object({
  time: timeSchema,
  minutes: minutesSchema,
  capacity: z.int().min(1),
  session: z.null(),
});
export type PlanSlot = z.infer<typeof planSlotSchema>;

export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
export const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** The weekday of a calendar date, without a zone. */
export function weekdayOf(date: string): Weekday {
  const sundayFirst = new Date(`${date}T00:00:00Z`).getUTCDay();
  return weekdays[(sundayFirst + 6) % 7] ?? 'Monday';
}

/** The hours of a weekly template on a date. */
export function hoursOn(week: Week, date: string): readonly Interval[] {
  const day = weekdayOf(date);
  return week.flatMap((entry) => (entry.day === day ? entry.timeIntervals : []));
}

/** The slots of a weekly template on a date. */
export const plannedSlots = (week: Week, date: string): PlanSlot[] => slotsOf(hoursOn(week, date));

/** The slots of hours: whole slots only, sorted by time. */
export function slotsOf(intervals: readonly Interval[]): PlanSlot[] {
  const slots: PlanSlot[] = [];
  for (const { startTime, endTime, appointmentsPerSlot, slotDuration } of intervals) {
    const end = minutesOf(endTime);
    for (let start = minutesOf(startTime); start + slotDuration <= end; start += slotDuration) {
      slots.push({ time: timeOf(start), minutes: slotDuration, capacity: appointmentsPerSlot, session: null });
    }
  }
  return slots.sort((a, b) => (a.time < b.time ? -1 : 1));
}
