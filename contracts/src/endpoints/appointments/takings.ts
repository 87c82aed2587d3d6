import { z } from 'zod';
import { deskTakingsSchema } from '../../clinic/takings.ts';
import { amountSchema } from '../../fields/money.ts';
import { dateSchema, idSchema, positionSchema, timeSchema } from '../../ids.ts';
import { claims, endpoint } from '../definition.ts';
import { commandReply } from '../shapes.ts';
import { appointmentDetailSchema } from './appointments.ts';

/** Visits of the day, in the order of their times. */
const visitSchema = appointmentDetailSchema.extend({
  /** The patient has arrived and isn't marked yet. */
  arrived: z.literal(true).exactOptional(),
});
export type DayVisit = z.infer<typeof visitSchema>;

/** What lay in the drawers, in paise; absent if it wasn't counted. */
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
    /** Of the clinic. What is taken on it belongs to it, whenever the visit is. */
    day: dateSchema,
  }),
  response: z.object({
    /** The takings are as of it; to be named when the day is closed. */
    position: positionSchema,
    takings: z.array(deskTakingsSchema),
    /** When money last moved on the day, as far as the takings have it: UTC; null if it didn't. */
    lastAt: z.iso.datetime().nullable(),
    /** Visits of the day with something to pay: Confirmed ones and those marked Visited. */
    unpaid: z.array(visitSchema),
    /** Visits of the day that are still Confirmed. */
    unmarked: z.array(visitSchema),
    /** The next date, by doctor. */
    next: z.object({
      // Of the last day that can be asked for it is in a year that can't.
      date: z.iso.date(),
      doctors: z.array(z.object({ pocId: idSchema, name: z.string(), visits: z.int(), first: timeSchema })),
    }),
    /** In the order in which the day was closed. */
    closings: z.array(closingSchema),
    /** What was taken and given back since the day was last closed; empty if it wasn't. */
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

const closeDay = endpoint('/api/day/close', {
  kind: 'command',
  access: ['admin'],
  action: 'payment',
  claims: [claims.client],
  request: z.strictObject({
    clientId: idSchema,
    day: dateSchema,
    /** That of the takings which were looked at: refused if they have changed since. */
    position: positionSchema,
    /** How often the day was closed, as far as was seen: refused if somebody closed it since. */
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

export const takingsEndpoints = { getTakings, getTakenToday, closeDay };
