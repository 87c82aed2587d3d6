import { z } from 'zod';
import { appointmentTypeSchema } from '../../appointments.ts';
import { patientClassSchema } from '../../clinic/sessions.ts';
import { emailSchema } from '../../fields/email.ts';
import { maxLocationLength, maxNameLength, maxReasonLength } from '../../fields/max-lengths.ts';
import { lineSchema, requiredLine } from '../../fields/text.ts';
import { appointmentIdSchema, dateSchema, idSchema, slotIdSchema, timeSchema } from '../../ids.ts';
import { boardEndpoints } from '../appointments/boards.ts';
import { bookingEndpoints } from '../appointments/booking.ts';
import { moveEndpoints } from '../appointments/moves.ts';
import { claims, endpoint } from '../definition.ts';
import { commandReply } from '../shapes.ts';
import { e164Schema } from './partner.ts';

/** Commands of other systems: those of the desk, with its refusals. Each needs an `Idempotency-Key`. */
const command = { kind: 'command', failure: null } as const;
const books = { people: [], partners: ['appointments:book'] } as const;
const changes = { people: [], partners: ['appointments:change'] } as const;
const namedReply = z.object({ ...commandReply, appointmentId: appointmentIdSchema });

const savePartnerPatient = endpoint('/api/v1/patients', {
  ...command,
  access: books,
  action: 'patient',
  claims: [claims.patientOfEntries],
  request: z.strictObject({
    /** The patient to correct. Absent: found by phone and name, or registered. */
    patientId: idSchema.optional(),
    name: requiredLine(maxNameLength, 'Name is required.'),
    phone: e164Schema,
    email: emailSchema.nullable(),
    location: requiredLine(maxLocationLength, 'Location is required.').nullable(),
  }),
  response: z.object({ ...commandReply, patientId: idSchema }),
  refusals: ['key.missing', ...bookingEndpoints.saveUser.refusals],
  title: 'Register a patient, or correct one, found by phone and name or by `patientId`',
});

const bookPartnerAppointment = endpoint('/api/v1/appointments/book', {
  ...command,
  access: books,
  action: 'booking',
  claims: [claims.slot, claims.patientOfEntries],
  request: z.strictObject({
    patientId: idSchema,
    slotId: slotIdSchema,
    type: appointmentTypeSchema.default('Direct Consultation'),
    /** A class of patients that the doctor's fee rules or sessions name; absent: none of them. */
    patientClass: patientClassSchema.optional(),
    /** The key's own hold of this time. Its id becomes the appointment's. */
    holdId: appointmentIdSchema.optional(),
  }),
  response: namedReply,
  refusals: [
    ...(['key.missing', 'patient.unknown', 'hold.unknown', 'hold.ended', 'hold.lapsed'] as const),
    ...bookingEndpoints.createAppointment.refusals,
  ],
  title: 'Book an appointment, to be paid at the desk',
});

/** Those of a booking, apart from what depends on the patient or the fee. */
export const refusalsOfHold = [
  ...(['slot.full', 'slot.blocked', 'slot.passed', 'slot.unknown', 'slot.beyond-horizon', 'doctor.left'] as const),
  ...(['session.not-open', 'session.closed', 'session.on-request', 'session.list-full', 'session.only-for'] as const),
  ...(['doctor.on-request', 'payment.upfront', 'key.reused', 'log.conflict'] as const),
] as const;

const createHold = endpoint('/api/v1/holds', {
  ...command,
  access: books,
  action: 'booking',
  claims: [claims.slot],
  request: z.strictObject({
    slotId: slotIdSchema,
    /** Of the person it is held for: one place at a time. It is in no event. */
    phone: e164Schema,
    type: appointmentTypeSchema.default('Direct Consultation'),
    patientClass: patientClassSchema.optional(),
  }),
  response: z.object({
    ...namedReply.shape,
    /** When the hold lapses. */
    until: z.iso.datetime(),
  }),
  refusals: ['key.missing', 'hold.phone', 'hold.limit', ...refusalsOfHold],
  title: 'Hold a place for 5 minutes: it counts as taken; the id is that of the appointment to come',
});

const releaseHold = endpoint('/api/v1/holds/release', {
  ...command,
  access: books,
  action: 'booking',
  claims: [claims.appointment],
  request: z.strictObject({
    /** The hold's. */
    appointmentId: appointmentIdSchema,
  }),
  response: namedReply,
  refusals: ['key.missing', 'hold.unknown', 'hold.ended', 'key.reused', 'log.conflict'],
  title: 'Release a hold before it lapses',
});

const movePartnerAppointment = endpoint('/api/v1/appointments/move', {
  ...command,
  access: changes,
  action: 'move',
  claims: [claims.appointment, claims.slot],
  request: z.strictObject({
    appointmentId: appointmentIdSchema,
    slotId: slotIdSchema,
    reason: lineSchema(maxReasonLength).nullish(),
  }),
  response: z.object({
    ...namedReply.shape,
    ...{ pocId: idSchema, date: dateSchema, time: timeSchema },
  }),
  refusals: ['key.missing', ...moveEndpoints.moveAppointment.refusals],
  title:
    'Move an appointment to another time, day or doctor; on another day or with another doctor its id is another one',
});

const cancelPartnerAppointment = endpoint('/api/v1/appointments/cancel', {
  ...command,
  access: changes,
  action: 'visit',
  claims: [claims.appointment],
  request: z.strictObject({ appointmentId: appointmentIdSchema }),
  response: namedReply,
  refusals: ['key.missing', ...boardEndpoints.updateAppointmentStatusAsAdmin.refusals],
  title: 'Cancel an appointment; what was paid is refunded at the desk',
});

export const partnerCommandEndpoints = {
  savePartnerPatient,
  bookPartnerAppointment,
  createHold,
  releaseHold,
  movePartnerAppointment,
  cancelPartnerAppointment,
};
