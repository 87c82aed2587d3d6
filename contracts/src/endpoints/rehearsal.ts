import { z } from 'zod';
import { weekdays } from '../clinic/schedule.ts';
import { appointmentIdSchema, dateSchema, endTimeSchema, idSchema, timeSchema } from '../ids.ts';

/** At most so many of each kind are listed; all are counted. */
export const rehearsedAtMost = 50;

const ofDoctor = { pocId: idSchema, pocName: z.string() };

/** Places of one weekday and stretch of time, over the dates that can be booked. */
const timesSchema = z.object({
  places: z.int(),
  /** By weekday and time. */
  first: z.array(
    z.object({
      weekday: z.enum(weekdays),
      from: timeSchema,
      to: endTimeSchema,
      places: z.int(),
      /** How many dates, the first and the last of them. */
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

/** What a change of hours would do. Nothing is written. */
export const rehearsalSchema = z.object({
  /** Confirmed visits on the dates whose hours would change. */
  booked: z.int(),
  /** Those of them that the new hours don't have: they keep their place. By date and time. */
  visits: visitsSchema,
  /** Those whose session is to be elsewhere, by its branch, room or department: they keep what they say. Absent if none. */
  elsewhere: visitsSchema.exactOptional(),
  /** Blocks of present slots that no new slot meets: they stay. */
  blocks: z.object({
    count: z.int(),
    first: z.array(
      z.object({ ...ofDoctor, date: dateSchema, from: timeSchema, to: endTimeSchema, reason: z.string().nullable() }),
    ),
  }),
  goes: timesSchema,
  comes: timesSchema,
});
export type Rehearsal = z.infer<typeof rehearsalSchema>;
