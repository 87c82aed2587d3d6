import { z } from 'zod';
import { appointmentTypes, paymentStatusSchema } from '../../appointments.ts';
import { emailSchema } from '../../fields/email.ts';
import { longestLocation, longestName } from '../../fields/longest.ts';
import { requiredLine } from '../../fields/text.ts';
import { appointmentIdSchema, dateSchema, idSchema, timeSchema } from '../../ids.ts';
import { claims, endpoint } from '../definition.ts';
import { commandReply, dateOr, idOr, phoneSchema, timeOr } from '../shapes.ts';

const anyRole = ['admin', 'doctor', 'auditor'] as const;

const person = {
  name: z.string().nullable(),
  email: z.string().nullable(),
  location: z.string().nullable(),
};

const verifyUser = endpoint('/api/verify-user', {
  kind: 'query',
  access: ['admin', 'auditor'],
  claims: [claims.client],
  request: z.strictObject({ phone: phoneSchema, clientId: idSchema }),
  // The first registered, and the others of the family.
  response: z.object({
    exists: z.boolean(),
    userId: idSchema.nullable(),
    ...person,
    others: z.array(z.object({ userId: idSchema, ...person })),
  }),
  failure: 'Could not verify phone number. Please try again.',
  refusals: ['request.throttled'],
  title: 'Whether a phone number belongs to known patients',
});

const saveUser = endpoint('/api/users', {
  kind: 'command',
  access: ['admin'],
  claims: [claims.client, claims.patient],
  request: z.strictObject({
    name: requiredLine(longestName, 'Name is required.'),
    phone: phoneSchema,
    email: emailSchema,
    location: requiredLine(longestLocation, 'Location is required.'),
    clientId: idSchema,
    /** The person meant: what differs corrects this one. */
    userId: idSchema.optional(),
    /** A further person of the phone, also if one has the same name; not with `userId`. */
    somebodyElse: z.boolean().optional(),
  }),
  response: z.object({ ...commandReply, userId: idSchema }),
  failure: 'There was an error creating the appointment. Please try again.',
  refusals: ['key.reused', 'log.conflict', 'patient.erased', 'patient.other-phone', 'patient.too-many'],
  title: 'Register a patient, or correct what has changed of a known one: the one of this phone and name, or `userId`',
});

const listAvailableDates = endpoint('/api/pocs/available-dates', {
  kind: 'query',
  access: anyRole,
  claims: [claims.doctor],
  request: z.strictObject({ pocId: idSchema }),
  response: z.array(dateSchema),
  failure: 'Error fetching available dates',
  title: 'The dates on which a doctor can be booked',
});

const listAvailableTimes = endpoint('/api/pocs/available-times', {
  kind: 'query',
  access: anyRole,
  claims: [claims.doctor],
  request: z.strictObject({ pocId: idSchema, date: dateSchema }),
  response: z.array(timeSchema),
  failure: 'Error fetching timings.',
  title: 'The times of a date that can be booked',
});

const createAppointment = endpoint('/api/create-appointments', {
  kind: 'command',
  access: ['admin'],
  claims: [claims.client, claims.doctor, claims.patient],
  request: z.strictObject({
    userId: idSchema,
    pocId: idOr('Doctor is required.'),
    date: dateOr('Date is required.'),
    time: timeOr('Time is required.'),
    type: z.enum(appointmentTypes, 'Appointment type is required.'),
    paymentStatus: paymentStatusSchema,
    clientId: idSchema,
  }),
  response: z.object({ ...commandReply, appointmentId: appointmentIdSchema }),
  failure: 'There was an error creating the appointment. Please try again.',
  refusals: [
    'slot.full',
    'slot.blocked',
    'slot.passed',
    'slot.unknown',
    'slot.beyond-horizon',
    'payment.upfront',
    'patient.already-booked',
    'patient.erased',
    'key.reused',
    'log.conflict',
  ],
  title: 'Book an appointment',
});

export const bookingEndpoints = {
  verifyUser,
  saveUser,
  listAvailableDates,
  listAvailableTimes,
  createAppointment,
};
