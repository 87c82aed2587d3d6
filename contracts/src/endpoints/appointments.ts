import { z } from 'zod';
import { appointmentStatusSchema, appointmentTypeSchema, paymentStatusSchema } from '../appointments.ts';
import { appointmentIdSchema, dateSchema, idSchema, positionSchema, timeSchema } from '../ids.ts';
import { claims, endpoint } from './definition.ts';
import { newestOrOldest, paging } from './shapes.ts';

/** A row of the details tables (specification, section 3), with the id and status that decisions.md adds. */
export const appointmentDetailSchema = z.object({
  AppointmentId: appointmentIdSchema,
  Status: appointmentStatusSchema,
  UserName: z.string().nullable(),
  UserContact: z.string().nullable(),
  UserLocation: z.string().nullable(),
  POC_ID: idSchema,
  POCName: z.string(),
  Specialization: z.string(),
  BranchID: z.int(),
  BranchName: z.string().nullable(),
  AppointmentType: appointmentTypeSchema,
  AppointmentDate: dateSchema,
  AppointmentTime: timeSchema,
  Payment_Status: paymentStatusSchema.nullable(),
  at: positionSchema,
});
export type AppointmentDetail = z.infer<typeof appointmentDetailSchema>;

/** A slot group's card; one for every slot from today to the horizon. */
export const slotGroupSchema = z.object({
  day: z.string(),
  date: dateSchema,
  time: timeSchema,
  noOfAppointments: z.int(),
  totalSlots: z.int(),
});

const listSlotsOfDoctor = endpoint('/api/appointments', {
  kind: 'query',
  access: ['admin', 'auditor', 'doctor'],
  claims: [claims.client, claims.doctor],
  request: z.strictObject({ clientId: idSchema, pocId: idSchema, ...paging }),
  response: z.object({
    clientName: z.string(),
    pocName: z.string(),
    pocSpecialization: z.string(),
    appointmentDetails: z.array(slotGroupSchema),
  }),
  title: 'Every slot of a doctor from today to the horizon, with what is booked',
});

const listAppointmentDetailsOfClient = endpoint('/api/admin/appointment-details', {
  kind: 'query',
  access: ['admin', 'auditor'],
  claims: [claims.client],
  request: z.strictObject({
    clientId: idSchema,
    status: appointmentStatusSchema.optional(),
    ...paging,
    ...newestOrOldest,
  }),
  response: z.array(appointmentDetailSchema),
  failure: 'Failed to fetch appointments.',
  title: "A client's appointments with a status, newest date first",
});

const listAppointmentDetailsOfDoctor = endpoint('/api/poc/appointment-details', {
  kind: 'query',
  access: ['doctor', 'admin', 'auditor'],
  claims: [claims.doctor],
  request: z.strictObject({
    pocId: idSchema,
    status: appointmentStatusSchema.nullish(),
    type: appointmentTypeSchema.nullish(),
    ...paging,
    ...newestOrOldest,
  }),
  response: z.array(appointmentDetailSchema),
  failure: 'Failed to fetch appointments.',
  title: "A doctor's appointments with a status or of a type, newest date first",
});

const countPaymentsOfDoctor = endpoint('/api/poc/appointment-details/totals', {
  kind: 'query',
  access: ['doctor', 'admin', 'auditor'],
  claims: [claims.doctor],
  request: z.strictObject({
    pocId: idSchema,
    status: appointmentStatusSchema.nullish(),
    type: appointmentTypeSchema.nullish(),
  }),
  response: z.object({ total: z.int(), paid: z.int(), unpaid: z.int() }),
  title: "The totals above a doctor's details table",
});

export const appointmentEndpoints = {
  listSlotsOfDoctor,
  listAppointmentDetailsOfClient,
  listAppointmentDetailsOfDoctor,
  countPaymentsOfDoctor,
};
