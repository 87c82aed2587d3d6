import { z } from 'zod';
import { appointmentStatusSchema, moneySchema, paymentMethodSchema } from '../../appointments.ts';
import { appointmentIdSchema } from '../../ids.ts';
import { endpoint } from '../definition.ts';
import { commandReply } from '../shapes.ts';

/** The highest number of appointments in one request. */
export const maxAtOnce = 100;

const result = {
  appointmentId: appointmentIdSchema,
  /** The event to name in an undo; null if nothing was appended. */
  eventId: z.string().nullable(),
  /** UTC instant until which an undo is accepted; null if nothing can be undone. */
  undoUntil: z.iso.datetime().nullable(),
};
/** The result for one of the appointments. */
const resultSchema = z.discriminatedUnion('outcome', [
  z.object({ ...result, outcome: z.literal('done'), status: appointmentStatusSchema }),
  /** The appointment already had this status. */
  z.object({ ...result, outcome: z.literal('unchanged'), status: appointmentStatusSchema }),
  /** The code and sentence of the refusal that the single call would have had. */
  z.object({
    ...result,
    outcome: z.literal('refused'),
    code: z.string(),
    message: z.string(),
    /** The present status, if known. */
    status: appointmentStatusSchema.nullable(),
  }),
  /** The time for the answer ended before its turn. The same request under the same key continues. */
  z.object({ ...result, outcome: z.literal('notBegun') }),
]);
export type ManyResult = z.infer<typeof resultSchema>;

const manyReply = z.object({
  ...commandReply,
  /** The id that an undo of these changes names. */
  batchId: z.string(),
  /** In the order of the request. */
  results: z.array(resultSchema),
});

const changeMany = endpoint('/api/admin/change-many', {
  kind: 'command',
  access: ['admin'],
  action: 'visit',
  claims: [{ field: 'appointmentIds', is: 'appointmentOfEach' }],
  request: z.strictObject({
    appointmentIds: z.array(appointmentIdSchema).min(1).max(maxAtOnce),
    status: z.enum(['Availed', 'Not_Availed', 'Cancelled']),
    /** Required if a visit to be cancelled is paid; without it that row is refused. */
    money: moneySchema.optional(),
    /** The method of the refunds; absent: the method of each payment. */
    method: paymentMethodSchema.optional(),
  }),
  response: manyReply,
  failure: 'Error updating appointment status',
  refusals: ['key.reused'],
  title: 'Mark or cancel up to 100 appointments',
});

const undoMany = endpoint('/api/admin/undo-many', {
  kind: 'command',
  access: ['admin'],
  action: 'undo',
  claims: [{ field: 'events', is: 'appointmentOfEach' }],
  request: z.strictObject({
    batchId: z.string().max(64),
    /** Each with the `eventId` of its result. */
    events: z
      .array(z.strictObject({ appointmentId: appointmentIdSchema, eventId: z.string().max(64) }))
      .min(1)
      .max(maxAtOnce),
  }),
  bodyAtMost: 32 * 1_024,
  response: manyReply,
  failure: 'Error updating appointment status',
  refusals: ['key.reused'],
  title: 'Undo changes of many appointments; each only if it is still the latest',
});

export const manyEndpoints = { changeMany, undoMany };
