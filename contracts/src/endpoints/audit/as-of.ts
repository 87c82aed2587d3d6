import { z } from 'zod';
import { activityOutcomes } from '../../activity.ts';
import { activityActions } from '../../events/definition.ts';
import { dateSchema, idSchema, instantSchema, positionSchema, timeSchema } from '../../ids.ts';
import { appointmentDetailSchema, slotGroupSchema } from '../appointments/appointments.ts';
import { dayPictureSchema, todaysAppointmentSchema } from '../appointments/boards.ts';
import { claims, endpoint } from '../definition.ts';
import { dateWithSlotsSchema } from '../doctors/availability.ts';
import { activityEntrySchema } from './activity.ts';

/** Pages as of a moment. The client is the session's; the doctor is optional, except for availability. */
const readers = { kind: 'query', method: 'GET', access: ['admin', 'auditor'], claims: [claims.doctor] } as const;

/**
 * An instant (UTC) means the position of the last event before the first one recorded later; a position means the
 * instant at which its event was recorded. With both, the position decides what is known and the instant what time it
 * is. With neither, the answer is as of now.
 */
export const moment = {
  at: instantSchema.optional(),
  position: positionSchema.optional(),
};

export const asOfSchema = z.object({
  /** The answer includes the events up to this position, and no later ones. */
  position: positionSchema,
  /** UTC. */
  instant: instantSchema,
  /** The clinic's wall clock at the instant, and its IANA zone. */
  date: dateSchema,
  time: timeSchema,
  zone: z.string(),
});
export type AsOf = z.infer<typeof asOfSchema>;

const markSchema = z.object({
  position: positionSchema,
  /** UTC. */
  recordedAt: z.string(),
  action: z.enum(activityActions),
  outcome: z.enum(activityOutcomes),
  type: z.string(),
});
export type ReplayMark = z.infer<typeof markSchema>;

const failure = 'Failed to fetch the replay.';
const refusals = ['views.building', 'views.behind', 'replay.busy', 'doctor.unknown'] as const;

const getBoardAsOf = endpoint('/api/audit/as-of/board', {
  ...readers,
  request: z.strictObject({ ...moment, pocId: idSchema.optional() }),
  response: z.object({
    asOf: asOfSchema,
    /** The cards of the instant's clinic day. */
    cards: z.array(todaysAppointmentSchema),
    /** The entries around the position that changed something, oldest first; at most `entriesAround` on each side. */
    around: z.array(activityEntrySchema),
  }),
  failure,
  refusals,
  title: "Today's board as it was",
});

const getDashboardAsOf = endpoint('/api/audit/as-of/dashboard', {
  ...readers,
  request: z.strictObject({ ...moment, pocId: idSchema.optional() }),
  response: z.object({
    asOf: asOfSchema,
    counts: z.object({
      byStatus: z.object({ Confirmed: z.int(), Availed: z.int(), Not_Availed: z.int(), Cancelled: z.int() }),
      /** By type, without cancelled appointments. */
      byType: z.object({ 'Direct Consultation': z.int(), 'Tele Consultation': z.int() }),
      departments: z.int(),
      doctors: z.int(),
    }),
    picture: dayPictureSchema,
  }),
  failure,
  refusals,
  title: 'The counts of a dashboard as they were',
});

const getAvailabilityAsOf = endpoint('/api/audit/as-of/availability', {
  ...readers,
  request: z.strictObject({ ...moment, pocId: idSchema, date: dateSchema.optional() }),
  response: z.object({
    asOf: asOfSchema,
    /** The dates with slots up to the booking horizon. */
    dates: z.array(dateWithSlotsSchema),
    /** The slot cards of `date`, or of the instant's clinic day. */
    slots: z.array(slotGroupSchema),
  }),
  failure,
  refusals,
  title: "A doctor's blocked dates and slot cards as they were",
});

const listAppointmentsAsOf = endpoint('/api/audit/as-of/appointments', {
  ...readers,
  request: z.strictObject({ ...moment, pocId: idSchema.optional(), date: dateSchema.optional() }),
  response: z.object({ asOf: asOfSchema, appointments: z.array(appointmentDetailSchema) }),
  failure,
  refusals,
  title: 'The appointment details of a day as they were',
});

const listReplayMarks = endpoint('/api/audit/as-of/marks', {
  ...readers,
  request: z.strictObject({
    date: dateSchema.optional(),
    pocId: idSchema.optional(),
    /**
     * UTC. If a day has more marks than one answer holds: the instant that the answer is centred on; absent: the first
     * marks.
     */
    around: instantSchema.optional(),
  }),
  response: z.object({
    /** The clinic day on which the entries were recorded; today if the request names none. */
    date: dateSchema,
    zone: z.string(),
    /** At most `maxMarks`. */
    marks: z.array(markSchema),
    /** Whether the day has marks before the first and after the last listed one. */
    earlier: z.boolean(),
    later: z.boolean(),
  }),
  failure,
  refusals: ['views.building', 'views.behind'],
  title: 'The moments at which something changed on a day',
});

/** Marks in one answer. A day of a large client can have more; those of one doctor are fewer. */
export const maxMarks = 5_000;

/** A position after every event: the latest known state of the day of `at`. */
export const latestPosition = '9'.repeat(16);

/** Entries listed on each side of the position. */
export const entriesAround = 4;

export const asOfEndpoints = {
  getBoardAsOf,
  getDashboardAsOf,
  getAvailabilityAsOf,
  listAppointmentsAsOf,
  listReplayMarks,
};
