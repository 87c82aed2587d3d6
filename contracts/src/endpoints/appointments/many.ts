import { z } from 'zod';
import { appointmentStatusSchema, moneySchema, paymentMethodSchema } from '../../appointments.ts';
import { appointmentIdSchema } from '../../ids.ts';
import { endpoint } from '../definition.ts';
import { commandReply } from '../shapes.ts';

/** At most, in one request. */
export const mostAtOnce = 100;

const result = {
  appointmentId: appointmentIdSchema,
  /** The event to name in an undo; null if nothing was appended. */
  eventId: z.string().nullable(),
  /** UTC instant until which an undo is accepted; null if nothing can be undone. */
  undoUntil: z.iso.datetime().nullable(),
};
/** The outcome for one of the appointments. */
const resultSchema = z.discriminatedUnion('outcome', [
  z.object({ ...result, outcome: z.literal('done'), status: appointmentStatusSchema }),
  /** It had this status already. */
  z.object({ ...result, outcome: z.literal('unchanged'), status: appointmentStatusSchema }),
  /** With the code and sentence that the single call would have been refused with. */
  z.object({
    ...result,
    outcome: z.literal('refused'),
    code: z.string(),
    message: z.string(),
    /** The present one, if it is known. */
    status: appointmentStatusSchema.nullable(),
  }),
  /** The answer was due before its turn: the same request under the same key continues. */
  z.object({ ...result, outcome: z.literal('notBegun') }),
]);
export type ManyResult = z.infer<typeof resultSchema>;

const manyReply = z.object({
  ...commandReply,
  /** To be named in the undo of these changes. */
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
    appointmentIds: z.array(appointmentIdSchema).min(1).max(mostAtOnce),
    status: z.enum(['Availed', 'Not_Availed', 'Cancelled']),
    /** Required where a visit to be cancelled is paid: that row is refused without it. */
    money: moneySchema.optional(),
    /** How the refunds are paid; each as it was paid if absent. */
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
      .max(mostAtOnce),
  }),
  bodyAtMost: 32 * 1_024,
  response: manyReply,
  failure: 'Error updating appointment status',
  refusals: ['key.reused'],
  title: 'Undo changes of many appointments; each only if it is still the latest',
});

export const manyEndpoints = { changeMany, undoMany };
