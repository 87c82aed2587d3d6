import { z } from 'zod';
import { appointmentStatusSchema, appointmentTypeSchema, paymentStatusSchema } from '../../appointments.ts';
import { shownIdentitySchema } from '../../clinic/identity.ts';
import { minutesSchema } from '../../clinic/schedule.ts';
import { shownSessionSchema } from '../../clinic/sessions.ts';
import { appointmentIdSchema, dateSchema, idSchema, positionSchema, timeSchema } from '../../ids.ts';
import { claims, endpoint } from '../definition.ts';
import { availabilityWordSchema, closesSchema, openTimeSchema } from '../doctors/availability.ts';
import { csvFile, detailsFilter, detailsOrder, moneyShownSchema, paging } from '../shapes.ts';
import { movingToSchema } from './moves.ts';

/** A row of the details tables (specification, section 3), with the id and status that decisions.md adds. */
export const appointmentDetailSchema = z.object({
  AppointmentId: appointmentIdSchema,
  Status: appointmentStatusSchema,
  User_ID: idSchema,
  UserName: z.string().nullable(),
  /** The identity shown beside the name, with the age on that day; absent if nothing is known. */
  identity: shownIdentitySchema.exactOptional(),
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
  /** The length of its slot when it was booked; null if not recorded. */
  minutes: minutesSchema,
  session: shownSessionSchema.exactOptional(),
  patientClass: z.string().exactOptional(),
  /** Booked beyond the capacity of its time. */
  overbooked: z.literal(true).exactOptional(),
  /** Its patient confirmed this time by the link in a message; only while its status is Confirmed. */
  patientConfirmed: z.literal(true).exactOptional(),
  Payment_Status: paymentStatusSchema.nullable(),
  money: moneyShownSchema,
  /** The meeting link of a Tele Consultation; absent if none is set. */
  meetingLink: z.string().exactOptional(),
  /** The patient is called to the room: the call must be undone before the visit is moved. */
  called: z.literal(true).exactOptional(),
  movingTo: movingToSchema.exactOptional(),
  at: positionSchema,
});
export type AppointmentDetail = z.infer<typeof appointmentDetailSchema>;

/** A slot group's card; one per slot from today to the horizon. */
export const slotGroupSchema = z.object({
  day: z.string(),
  date: dateSchema,
  time: timeSchema,
  minutes: minutesSchema,
  noOfAppointments: z.int(),
  totalSlots: z.int(),
  active_status: availabilityWordSchema,
  /** The capacity that can be booked now. */
  free: z.int(),
  /** The visits, holds and the free capacity; for a blocked slot, only the visits. */
  places: z.int(),
  /** A place is held; by this time of the clinic it is booked or free again. */
  heldUntil: timeSchema.exactOptional(),
  /** The doctor's hours no longer have the slot: its visits are kept, and it can't be booked. */
  closed: z.boolean(),
  session: shownSessionSchema.exactOptional(),
  /** When bookings open, in the clinic's time; absent if the date's are open as soon as it can be booked. */
  opens: openTimeSchema.exactOptional(),
  /** When bookings close, in the clinic's time; absent if they close when the slot begins. */
  closes: closesSchema.exactOptional(),
  /** Bookings for the session have closed, although the slot has not passed. */
  bookingsClosed: z.literal(true).exactOptional(),
});
export type SlotGroup = z.infer<typeof slotGroupSchema>;

const listSlotsOfDoctor = endpoint('/api/appointments', {
  kind: 'query',
  access: ['admin', 'auditor', 'doctor'],
  claims: [claims.client, claims.doctor],
  request: z.strictObject({
    clientId: idSchema,
    pocId: idSchema,
    from: dateSchema.optional(),
    to: dateSchema.optional(),
    ...paging,
  }),
  response: z.object({
    clientName: z.string(),
    pocName: z.string(),
    pocSpecialization: z.string(),
    departmentId: idSchema,
    appointmentDetails: z.array(slotGroupSchema),
  }),
  title: 'Every slot of a doctor from today to the horizon, with what is booked',
});

const listAppointmentDetailsOfClient = endpoint('/api/admin/appointment-details', {
  kind: 'query',
  access: ['admin', 'auditor'],
  claims: [claims.client, claims.doctor],
  request: z
    .strictObject({
      clientId: idSchema,
      status: appointmentStatusSchema.optional(),
      pocId: idSchema.optional(),
      ...detailsFilter,
      ...paging,
      ...detailsOrder,
    })
    // The index of names includes the status. Without a status, all of a client's appointments would have to be sorted.
    .refine(({ sort, status, pocId }) => status || pocId || (sort !== 'a-z' && sort !== 'z-a'), {
      path: ['sort'],
      error: 'A list is sorted by name for one status or one doctor.',
    }),
  response: z.array(appointmentDetailSchema),
  failure: 'Failed to fetch appointments.',
  title: "A client's appointments with a status; Confirmed from the next one on, others newest first",
});

const listAppointmentDetailsOfDoctor = endpoint('/api/poc/appointment-details', {
  kind: 'query',
  access: ['doctor', 'admin', 'auditor'],
  claims: [claims.doctor],
  request: z.strictObject({
    pocId: idSchema,
    status: appointmentStatusSchema.nullish(),
    type: appointmentTypeSchema.nullish(),
    ...detailsFilter,
    ...paging,
    ...detailsOrder,
  }),
  response: z.array(appointmentDetailSchema),
  failure: 'Failed to fetch appointments.',
  title: "A doctor's appointments with a status or type; Confirmed from the next one on, others newest first",
});

const exportAppointments = endpoint('/api/export/appointments', {
  ...csvFile,
  access: ['admin', 'auditor', 'doctor'],
  claims: [claims.client, claims.doctor],
  request: z.strictObject({
    clientId: idSchema,
    /** A doctor gets the own appointments in any case. */
    pocId: idSchema.exactOptional(),
    status: appointmentStatusSchema.exactOptional(),
    type: appointmentTypeSchema.exactOptional(),
    ...detailsFilter,
    search: paging.search,
  }),
  title: 'Export the appointments that the filters choose as CSV, in the order of the list',
});

const countPaymentsOfDoctor = endpoint('/api/poc/appointment-details/totals', {
  kind: 'query',
  access: ['doctor', 'admin', 'auditor'],
  claims: [claims.doctor],
  request: z.strictObject({
    pocId: idSchema,
    status: appointmentStatusSchema.nullish(),
    type: appointmentTypeSchema.nullish(),
    ...detailsFilter,
    search: paging.search,
  }),
  response: z.object({ total: z.int(), paid: z.int(), unpaid: z.int() }),
  title: "The totals above a doctor's details table",
});

export const appointmentEndpoints = {
  listSlotsOfDoctor,
  listAppointmentDetailsOfClient,
  listAppointmentDetailsOfDoctor,
  exportAppointments,
  countPaymentsOfDoctor,
};
