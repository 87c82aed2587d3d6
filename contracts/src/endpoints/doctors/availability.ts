import { z } from 'zod';
import { dateSchema, idSchema, timeSchema } from '../../ids.ts';
import { claims, endpoint } from '../definition.ts';

export const availabilityWordSchema = z.enum(['available', 'partial', 'blocked']);

const ofDoctor = { kind: 'query', access: ['admin', 'doctor', 'auditor'], claims: [claims.doctor] } as const;

const listDatesWithAvailability = endpoint('/api/pocs/available-dates-update', {
  ...ofDoctor,
  request: z.strictObject({
    pocId: idSchema,
    /** The last date; the horizon if absent, and at most 366 days ahead. */
    to: dateSchema.optional(),
  }),
  response: z.array(
    z.object({
      Schedule_Date: dateSchema,
      active_status: availabilityWordSchema,
      /** Bookable places on the date, over all its slots. */
      free: z.int(),
    }),
  ),
  failure: 'Error fetching available dates.',
  title: 'Every date with slots up to the horizon or `to`, blocked and full ones too',
});

const listTimesWithAvailability = endpoint('/api/pocs/available-times-update', {
  ...ofDoctor,
  request: z.strictObject({ pocId: idSchema, date: dateSchema }),
  response: z.array(
    z.object({
      appointment_time: timeSchema,
      active_status: availabilityWordSchema,
      free: z.int(),
      capacity: z.int(),
    }),
  ),
  failure: 'Error fetching time slots',
  title: 'Every slot of a date, blocked and full ones too',
});

export const availabilityEndpoints = {
  listDatesWithAvailability,
  listTimesWithAvailability,
};
