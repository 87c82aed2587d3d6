import { z } from 'zod';
import { weekdays } from '../clinic/schedule.ts';
import { appointmentIdSchema, dateSchema, endTimeSchema, idSchema, timeSchema } from '../ids.ts';

/** The listed items of each kind; all are counted. */
export const previewSizeLimit = 50;

const ofDoctor = { pocId: idSchema, pocName: z.string() };

/** Capacity by weekday and stretch of time, over the dates that can be booked. */
const timesSchema = z.object({
  places: z.int(),
  /** By weekday and time. */
  first: z.array(
    z.object({
      weekday: z.enum(weekdays),
      from: timeSchema,
      to: endTimeSchema,
      places: z.int(),
      /** The number of dates, the first and the last. */
      dates: z.int(),
      firstDate: dateSchema,
      lastDate: dateSchema,
    }),
  ),
});

/** Confirmed visits, by date and time. */
const visitsSchema = z.object({
  count: z.int(),
  /** The dates of all of them, in order. */
  dates: z.array(dateSchema),
  first: z.array(
    z.object({
      ...ofDoctor,
      appointmentId: appointmentIdSchema,
      date: dateSchema,
      time: timeSchema,
      userId: idSchema,
      patientName: z.string().nullable(),
      patientPhone: z.string().nullable(),
    }),
  ),
});

/** The effects of a change of hours. Nothing is written. */
export const hoursPreviewSchema = z.object({
  /** Confirmed visits on the dates whose hours would change. */
  booked: z.int(),
  /** The booked visits outside the new hours, by date and time: they keep their time. */
  visits: visitsSchema,
  /** The visits whose session moves to another branch, room or department: they keep the old one. Absent if none. */
  elsewhere: visitsSchema.exactOptional(),
  /** The blocks of present slots that overlap no new slot: they stay. */
  blocks: z.object({
    count: z.int(),
    first: z.array(
      z.object({ ...ofDoctor, date: dateSchema, from: timeSchema, to: endTimeSchema, reason: z.string().nullable() }),
    ),
  }),
  removedSlots: timesSchema,
  addedSlots: timesSchema,
});
export type HoursPreview = z.infer<typeof hoursPreviewSchema>;
