import { z } from 'zod';
import { appointmentStatusSchema, appointmentTypeSchema, paymentStatusSchema } from '../../appointments.ts';
import { shownIdentitySchema } from '../../clinic/identity.ts';
import { tokenLetterSchema } from '../../clinic/queue.ts';
import { appointmentIdSchema, dateSchema, endTimeSchema, idSchema, timeSchema } from '../../ids.ts';
import { claims, endpoint } from '../definition.ts';
import { decidedFeeSchema, moneyShownSchema } from '../shapes.ts';

export const slipSchema = z.object({
  appointmentId: appointmentIdSchema,
  status: appointmentStatusSchema,
  clientName: z.string(),
  /** Null without a branch, or if the branch has no name. */
  branch: z.string().nullable(),
  userId: idSchema,
  /** Null once the patient is erased, like the phone. */
  patientName: z.string().nullable(),
  identity: shownIdentitySchema.exactOptional(),
  phone: z.string().nullable(),
  pocId: idSchema,
  pocName: z.string(),
  specialization: z.string(),
  /** The session's room, or the doctor's; null if neither is known. */
  room: z.string().nullable(),
  /** The session's name; absent if it has none. */
  session: z.string().exactOptional(),
  type: appointmentTypeSchema,
  date: dateSchema,
  time: timeSchema,
  /** Until when the patient may come, if the time is a long one. */
  comeUntil: endTimeSchema.exactOptional(),
  /** Null before the patient arrives. */
  token: z.int().nullable(),
  tokenLetter: tokenLetterSchema.exactOptional(),
  /** The fee of the visit by the fee rules; absent without rules, or if the desk took another amount. */
  fee: decidedFeeSchema.exactOptional(),
  money: moneyShownSchema,
  payment: paymentStatusSchema.nullable(),
  /** The doctor's meeting link; absent for types other than Tele Consultation, and if none is set. */
  meetingLink: z.string().exactOptional(),
});
export type Slip = z.infer<typeof slipSchema>;

const getSlip = endpoint('/api/appointments/slip', {
  kind: 'query',
  access: ['admin', 'auditor', 'doctor'],
  claims: [claims.appointment],
  request: z.strictObject({ appointmentId: appointmentIdSchema }),
  response: slipSchema,
  failure: 'Failed to load the slip. Please try again.',
  refusals: ['appointment.unknown', 'appointment.moved'],
  title: 'The slip printed for an appointment; doctors see only their own visits',
});

export const slipEndpoints = { getSlip };
