import { z } from 'zod';
import { minutesSchema, nightSchema } from '../../clinic/schedule.ts';
import { patientClassSchema, shownSessionSchema, visitKindSchema } from '../../clinic/sessions.ts';
import { dateSchema, idSchema, timeSchema } from '../../ids.ts';
import { claims, endpoint } from '../definition.ts';

/** When bookings for a session open, in the clinic's time. */
export const openTimeSchema = z.object({ date: dateSchema, time: timeSchema });
/** A time, or the end of the day. */
export const closesSchema = z.object({ date: dateSchema, time: z.union([timeSchema, z.literal('24:00')]) });
export const availabilityWordSchema = z.enum(['available', 'partial', 'blocked']);

const ofDoctor = {
  kind: 'query',
  access: ['admin', 'doctor', 'auditor'],
  claims: [claims.doctor, claims.department],
} as const;

/** Narrows the slots: to sessions of a department, and to those that such a visit of such a patient can use. */
const offered = {
  departmentId: idSchema.optional(),
  visit: visitKindSchema.optional(),
  patientClass: patientClassSchema.optional(),
};

/** A quota of a session; absent without a quota. */
const listSchema = z.object({ left: z.int(), of: z.int() }).exactOptional();

export const dateWithSlotsSchema = z.object({
  Schedule_Date: dateSchema,
  active_status: availabilityWordSchema,
  /** The capacity that can be booked on the date, over all slots. */
  free: z.int(),
  /** When the first of its bookings open, if none can be booked before. */
  opens: openTimeSchema.exactOptional(),
  /** All that is left of it must be asked for: its sessions say how. */
  onRequest: z.literal(true).exactOptional(),
  /** Full, but a time can be overbooked. */
  overbook: z.literal(true).exactOptional(),
});

const listDatesWithAvailability = endpoint('/api/pocs/available-dates-update', {
  ...ofDoctor,
  request: z.strictObject({
    pocId: idSchema,
    ...offered,
    /** The last date; absent: the horizon. At most 366 days ahead. */
    to: dateSchema.optional(),
  }),
  response: z.array(dateWithSlotsSchema),
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
      /** Full, but it can be overbooked (`overbook`). */
      overbook: z.literal(true).exactOptional(),
      /** A place is held; by this time of the clinic it is booked or free again. */
      heldUntil: timeSchema.exactOptional(),
      /** Only on a date that has a session with more than its hours. */
      minutes: minutesSchema.exactOptional(),
      /** The length of such a visit, if it takes more than its slot. */
      visitMinutes: minutesSchema.exactOptional(),
      /** The index of its session on the date, from 0. */
      sessionIndex: z.int().exactOptional(),
      opens: openTimeSchema.exactOptional(),
      /**
       * When bookings close, in the clinic's time: the last open minute is the one before. Absent: when the slot
       * begins.
       */
      closes: closesSchema.exactOptional(),
      session: shownSessionSchema.exactOptional(),
      /** The weekly hours over a midnight that it is a part of. */
      night: nightSchema.exactOptional(),
      /** Its session is for other classes of patients. */
      notForPatient: z.literal(true).exactOptional(),
      /** Its places depend on whether the visit is a first one. */
      asksVisit: z.literal(true).exactOptional(),
      /** The remaining quotas of its session, and the quotas. */
      lists: z.object({ ahead: listSchema, total: listSchema, first: listSchema, again: listSchema }).exactOptional(),
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
    /** The patient's last visit with this doctor that was marked Visited. */
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
