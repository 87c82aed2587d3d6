import { z } from 'zod';
import { minutesSchema } from '../../clinic/schedule.ts';
import { shownSessionSchema, visitKindSchema } from '../../clinic/sessions.ts';
import { dateSchema, endTimeSchema, idSchema, timeSchema } from '../../ids.ts';
import { claims, endpoint } from '../definition.ts';

export const closesSchema = z.object({ date: dateSchema, time: endTimeSchema });
export const availabilityWordSchema = z.enum(['available', 'partial', 'blocked']);

const ofDoctor = {
  kind: 'query',
  access: ['admin', 'doctor', 'auditor'],
  claims: [claims.doctor, claims.department],
} as const;

/** Which places: only those of a department's sessions, and those that such a visit can take. */
const offered = { departmentId: idSchema.optional(), visit: visitKindSchema.optional() };

/** A list of a session; absent if it has no ceiling. */
const listSchema = z.object({ left: z.int(), of: z.int() }).exactOptional();

const listDatesWithAvailability = endpoint('/api/pocs/available-dates-update', {
  ...ofDoctor,
  request: z.strictObject({
    pocId: idSchema,
    ...offered,
    /** The last date; the horizon if absent, and at most 366 days ahead. */
    to: dateSchema.optional(),
  }),
  response: z.array(
    z.object({
      Schedule_Date: dateSchema,
      active_status: availabilityWordSchema,
      /** Bookable places on the date, over all its slots. */
      free: z.int(),
      /** Full, but somebody can be booked beyond the places of a time. */
      overbook: z.literal(true).exactOptional(),
    }),
  ),
  failure: 'Error fetching available dates.',
  title: 'Every date with slots up to the horizon or `to`, blocked and full ones too',
});

const listTimesWithAvailability = endpoint('/api/pocs/available-times-update', {
  ...ofDoctor,
  request: z.strictObject({ pocId: idSchema, date: dateSchema, ...offered }),
  response: z.array(
    z.object({
      appointment_time: timeSchema,
      active_status: availabilityWordSchema,
      free: z.int(),
      capacity: z.int(),
      /** Full, and more can be booked beyond its places (`overbook`). */
      overbook: z.literal(true).exactOptional(),
      /** On a date that has a session which says more than its hours. */
      minutes: minutesSchema.exactOptional(),
      /** Which of the date's sessions, from 0. */
      sessionIndex: z.int().exactOptional(),
      /** When bookings close, in the clinic's time; before this minute they are open. Absent: when the slot begins. */
      closes: closesSchema.exactOptional(),
      session: shownSessionSchema.exactOptional(),
      /** What its session's lists have left, and their ceilings. */
      lists: z.object({ ahead: listSchema, first: listSchema, again: listSchema }).exactOptional(),
    }),
  ),
  failure: 'Error fetching time slots',
  title: 'Every slot of a date, blocked and full ones too',
});

const getVisitBefore = endpoint('/api/pocs/visit-before', {
  kind: 'query',
  access: ['admin', 'auditor'],
  claims: [claims.doctor, claims.patient],
  request: z.strictObject({ pocId: idSchema, userId: idSchema }),
  response: z.object({
    visit: visitKindSchema,
    /** The last visit with this doctor that was marked Visited. */
    lastVisit: dateSchema.nullable(),
  }),
  failure: 'Error fetching timings.',
  title: 'Whether a patient has visited a doctor before',
});

export const availabilityEndpoints = {
  getVisitBefore,
  listDatesWithAvailability,
  listTimesWithAvailability,
};
