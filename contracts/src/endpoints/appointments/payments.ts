import { z } from 'zod';
import { paymentMethodSchema, paymentStatusSchema } from '../../appointments.ts';
import { maxReasonLength } from '../../fields/max-lengths.ts';
import { amountSchema } from '../../fields/money.ts';
import { requiredLine } from '../../fields/text.ts';
import { appointmentIdSchema } from '../../ids.ts';
import { claims, endpoint } from '../definition.ts';
import { paidSchema, paymentReply } from '../shapes.ts';

const reason = requiredLine(maxReasonLength, 'Please give a reason.');
/** `money.eventId` of the page: refused if the payment has changed since. Absent: changes it in any case. */
const seenSchema = z.string().max(64).optional();
const refusals = [
  'appointment.unknown',
  'appointment.changed',
  'appointment.moving',
  'appointment.moved',
  'payment.changed',
  'undo.expired',
  'undo.unknown',
  'patient.erased',
  'key.reused',
  'log.conflict',
] as const;

const correctPayment = endpoint('/api/admin/correct-payment', {
  kind: 'command',
  access: ['admin'],
  action: 'payment',
  claims: [claims.appointment],
  request: z.strictObject({
    appointmentId: appointmentIdSchema,
    paymentStatus: paymentStatusSchema,
    ...paidSchema,
    /** Required to change a payment to Pay_later, or its amount or method. */
    reason: reason.optional(),
    seen: seenSchema,
    /** The event to compensate: the `eventId` of the correction's reply. */
    undo: z.string().max(64).optional(),
  }),
  response: z.object(paymentReply),
  failure: 'Error updating payment status',
  refusals: [...refusals, 'payment.upfront', 'payment.reason-missing', 'payment.cancelled'],
  title: 'Correct a payment, or undo a correction',
});

const refundPayment = endpoint('/api/admin/refund-payment', {
  kind: 'command',
  access: ['admin'],
  action: 'payment',
  claims: [claims.appointment],
  request: z.strictObject({
    appointmentId: appointmentIdSchema,
    /** In paise, at most the paid amount; absent: all of it. */
    amount: amountSchema.min(1).optional(),
    /** Absent: the method of the payment. */
    method: paymentMethodSchema.optional(),
    reason: reason.optional(),
    seen: seenSchema,
    /** The event to compensate: the `eventId` of the refund's reply. */
    undo: z.string().max(64).optional(),
  }),
  response: z.object(paymentReply),
  failure: 'Error refunding the payment',
  refusals: [...refusals, 'refund.nothing', 'refund.too-much'],
  title: 'Refund a payment in full or in part, whatever the status; or undo a refund',
});

export const paymentEndpoints = { correctPayment, refundPayment };
