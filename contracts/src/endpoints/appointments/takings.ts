import { z } from 'zod';
import { deskTakingsSchema } from '../../clinic/takings.ts';
import { amountSchema } from '../../fields/money.ts';
import { dateSchema, idSchema, positionSchema, timeSchema } from '../../ids.ts';
import { claims, endpoint } from '../definition.ts';
import { commandReply, csvFile } from '../shapes.ts';
import { appointmentDetailSchema } from './appointments.ts';

/** The visits of the day, by time. */
const visitSchema = appointmentDetailSchema.extend({
  /** The patient has arrived, and the visit has no final status yet. */
  arrived: z.literal(true).exactOptional(),
});
export type DayVisit = z.infer<typeof visitSchema>;

/** The counted cash in paise; absent if it wasn't counted. */
const countedCash = amountSchema.exactOptional();

const closingSchema = z.object({
  /** UTC. */
  at: z.iso.datetime(),
  by: z.string(),
  /** The takings as of `position`. */
  totals: z.array(deskTakingsSchema),
  position: positionSchema,
  countedCash,
});

const getTakings = endpoint('/api/day/takings', {
  kind: 'query',
  access: ['admin', 'auditor'],
  claims: [claims.client],
  request: z.strictObject({
    clientId: idSchema,
    /** A date of the clinic. Payments of that date belong to it, whatever the date of the visit. */
    day: dateSchema,
  }),
  response: z.object({
    /** The position of the takings; the close of the day names it. */
    position: positionSchema,
    takings: z.array(deskTakingsSchema),
    /** When money last moved on the day, as of the takings (UTC); null if it didn't. */
    lastAt: z.iso.datetime().nullable(),
    /** The visits of the day with an open amount: Confirmed and Visited ones. */
    unpaid: z.array(visitSchema),
    /** Visits of the day that are still Confirmed. */
    unmarked: z.array(visitSchema),
    /** The next open dates, by doctor. */
    next: z.object({
      // After the last supported day the year may be out of range.
      date: z.iso.date(),
      doctors: z.array(z.object({ pocId: idSchema, name: z.string(), visits: z.int(), first: timeSchema })),
    }),
    /** Oldest first. */
    closings: z.array(closingSchema),
    /** Payments and refunds since the day was last closed; empty if it wasn't. */
    since: z.array(deskTakingsSchema),
  }),
  failure: 'Failed to fetch the takings.',
  refusals: ['read.busy'],
  title: 'Takings of a day by desk and method, open payments, and how the day was closed',
});

const getTakenToday = endpoint('/api/day/taken', {
  kind: 'query',
  access: ['admin', 'auditor'],
  claims: [claims.client],
  request: z.strictObject({ clientId: idSchema }),
  response: z.object({
    /** Paise, less what was given back. */
    taken: z.int(),
  }),
  failure: 'Failed to fetch the takings.',
  title: 'What all desks have taken today',
});

const exportTakings = endpoint('/api/export/takings', {
  ...csvFile,
  access: ['admin', 'auditor'],
  claims: [claims.client],
  request: z.strictObject({ clientId: idSchema, day: dateSchema }),
  title: 'Export the takings of a day by desk and method as CSV',
});

const closeDay = endpoint('/api/day/close', {
  kind: 'command',
  access: ['admin'],
  action: 'payment',
  claims: [claims.client],
  request: z.strictObject({
    clientId: idSchema,
    day: dateSchema,
    /** The position of the takings that were shown: refused if they have changed since. */
    position: positionSchema,
    /** The number of closes that were shown: refused if somebody has closed the day since. */
    closings: z.int().min(0),
    countedCash,
  }),
  response: z.object({
    ...commandReply,
    /** UTC. */
    at: z.iso.datetime(),
    totals: z.array(deskTakingsSchema),
  }),
  failure: 'Error closing the day',
  refusals: ['close.early', 'close.again', 'close.changed', 'views.behind', 'key.reused', 'log.conflict'],
  title: 'Close a day with its takings; closing again adds another record',
});

export const takingsEndpoints = { getTakings, getTakenToday, exportTakings, closeDay };
