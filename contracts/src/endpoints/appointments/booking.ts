import { z } from 'zod';
import { appointmentTypes, paymentStatusSchema } from '../../appointments.ts';
import { ageSchema, guardianRelationSchema, sexSchema, shownIdentitySchema } from '../../clinic/identity.ts';
import { patientClassSchema, visitKindSchema } from '../../clinic/sessions.ts';
import { emailSchema } from '../../fields/email.ts';
import { maxLocationLength, maxNameLength, maxReasonLength } from '../../fields/max-lengths.ts';
import { amountSchema } from '../../fields/money.ts';
import { lineSchema, requiredLine } from '../../fields/text.ts';
import { appointmentIdSchema, dateSchema, idSchema, timeSchema } from '../../ids.ts';
import { maxDuplicates } from '../../patients/duplicates.ts';
import { claims, endpoint } from '../definition.ts';
import { commandReply, dateOr, idOr, paidSchema, phoneSchema, timeOr } from '../shapes.ts';

const anyRole = ['admin', 'doctor', 'auditor'] as const;

const person = {
  name: z.string().nullable(),
  email: z.string().nullable(),
  location: z.string().nullable(),
  /** The identity with today's age; absent if nothing is known. */
  identity: shownIdentitySchema.exactOptional(),
};

const maxWordLength = 40;
/** A text that may be blank. */
const wordOrNone = lineSchema(maxWordLength)
  .transform((word) => (word === '' ? null : word))
  .nullable();

/** Further details of a patient. An absent field is unchanged, and null removes it. */
const furtherDetails = {
  /** The hospital number, unique per client. */
  uhid: wordOrNone.optional(),
  sex: sexSchema.nullable().optional(),
  bornOn: dateSchema.nullable().optional(),
  /** Today's age if the birth date isn't known; `bornOn` takes precedence. */
  age: ageSchema.nullable().optional(),
  guardianRelation: guardianRelationSchema.nullable().optional(),
  guardianName: lineSchema(maxNameLength).nullable().optional(),
  /** A note on the number, such as 'son'. */
  phoneNote: wordOrNone.optional(),
};

const verifyUser = endpoint('/api/verify-user', {
  kind: 'query',
  access: ['admin', 'auditor'],
  claims: [claims.client],
  request: z.strictObject({ phone: phoneSchema, clientId: idSchema }),
  // The patient registered first with the phone, and the rest of the family.
  response: z.object({
    exists: z.boolean(),
    /** Accepted if the client's setting `bookingNeedsEmail` is off. */
    emailOptional: z.literal(true).exactOptional(),
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
  action: 'patient',
  claims: [claims.client, claims.patient],
  request: z.strictObject({
    name: requiredLine(maxNameLength, 'Name is required.'),
    /** Null: no phone. 0000000000 and 9999999999 also mean no phone. */
    phone: phoneSchema.nullable(),
    email: emailSchema.nullable(),
    location: requiredLine(maxLocationLength, 'Location is required.').nullable(),
    ...furtherDetails,
    clientId: idSchema,
    /** The patient to save. Fields that differ correct this patient. */
    userId: idSchema.optional(),
    /** Registers a further person with the phone, even under an existing name; not together with `userId`. */
    somebodyElse: z.boolean().optional(),
    /** Similar patients who were shown and are different people (`findDuplicates`): nobody is asked about them again. */
    differentFrom: z.array(idSchema).max(maxDuplicates).optional(),
  }),
  response: z.object({ ...commandReply, userId: idSchema }),
  failure: 'There was an error creating the appointment. Please try again.',
  refusals: ['key.reused', 'log.conflict', 'patient.leaving', 'patient.erased', 'patient.too-many', 'uhid.taken'],
  title: 'Register a patient, or correct an existing one, found by phone and name or by `userId`',
});

const listAvailableDates = endpoint('/api/pocs/available-dates', {
  kind: 'query',
  access: anyRole,
  claims: [claims.doctor, claims.department],
  request: z.strictObject({ pocId: idSchema, departmentId: idSchema.optional() }),
  response: z.array(dateSchema),
  failure: 'Error fetching available dates',
  title: 'The dates on which a doctor can be booked; empty if on request only',
});

const listAvailableTimes = endpoint('/api/pocs/available-times', {
  kind: 'query',
  access: anyRole,
  claims: [claims.doctor, claims.department],
  request: z.strictObject({ pocId: idSchema, date: dateSchema, departmentId: idSchema.optional() }),
  response: z.array(timeSchema),
  failure: 'Error fetching timings.',
  title: 'The times of a date that can be booked; empty if on request only',
});

const bookingRequest = z.strictObject({
  userId: idSchema,
  pocId: idOr('Doctor is required.'),
  date: dateOr('Date is required.'),
  time: timeOr('Time is required.'),
  type: z.enum(appointmentTypes, 'Appointment type is required.'),
  paymentStatus: paymentStatusSchema,
  ...paidSchema,
  /** Why `amount` differs from the fee rules; required where there are rules. */
  feeReason: requiredLine(maxReasonLength, 'Please give a reason.').optional(),
  /** The quota of the session that the visit counts in; absent: by the patient's earlier visits. */
  visit: visitKindSchema.optional(),
  /** A class of patients that the doctor's fee rules or sessions name; absent: none of them. */
  patientClass: patientClassSchema.optional(),
  clientId: idSchema,
});
const booking = {
  kind: 'command',
  access: ['admin'],
  claims: [claims.client, claims.doctor, claims.patient],
  response: z.object({ ...commandReply, appointmentId: appointmentIdSchema }),
  failure: 'There was an error creating the appointment. Please try again.',
} as const;
const bookingRefusals = [
  'slot.blocked',
  'slot.passed',
  'slot.unknown',
  'doctor.left',
  'slot.beyond-horizon',
  'payment.upfront',
  'fee.reason-missing',
  'class.unknown',
  'session.only-for',
  'doctor.on-request',
  'patient.already-booked',
  'patient.leaving',
  'patient.erased',
  'patient.without-email',
  'key.reused',
  'log.conflict',
] as const;

const createAppointment = endpoint('/api/create-appointments', {
  ...booking,
  action: 'booking',
  request: bookingRequest,
  refusals: [
    'slot.full',
    'session.not-open',
    'session.closed',
    'session.on-request',
    'session.list-full',
    ...bookingRefusals,
  ],
  title: 'Book an appointment',
});

const getFeeOfVisit = endpoint('/api/appointments/fee', {
  kind: 'query',
  access: ['admin', 'auditor'],
  claims: [claims.client, claims.doctor, claims.patient],
  request: bookingRequest
    .pick({ pocId: true, date: true, time: true, type: true, visit: true, patientClass: true, clientId: true })
    // Absent for a patient who isn't registered yet.
    .extend({ userId: idSchema.optional() }),
  response: z.object({
    /** In paise, with the registration; null if no fee is set. */
    amount: amountSchema.nullable(),
    /** The name of the rule that applies; null for the doctor's one fee. */
    rule: z.string().nullable(),
    registration: amountSchema,
    /** Whether there are fee rules: another amount then needs a reason. */
    hasRules: z.boolean(),
  }),
  failure: 'Failed to fetch the current fees.',
  refusals: ['doctor.unknown', 'patient.unknown'],
  title: 'The fee of a visit and the rule behind it, before it is booked',
});

const overbook = endpoint('/api/admin/overbook', {
  ...booking,
  action: 'booking',
  request: bookingRequest.extend({ reason: requiredLine(maxReasonLength, 'Please give a reason.') }),
  refusals: ['overbook.limit', ...bookingRefusals],
  title: "Overbook a full time, up to the client's limit; if the time has free capacity, book as usual",
});

export const bookingEndpoints = {
  verifyUser,
  saveUser,
  listAvailableDates,
  listAvailableTimes,
  getFeeOfVisit,
  createAppointment,
  overbook,
};
