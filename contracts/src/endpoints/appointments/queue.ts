import { z } from 'zod';
import { paymentStatusSchema } from '../../appointments.ts';
import { latenessSchema, maxRoomLength, presenceSchema, queueOrders } from '../../clinic/queue.ts';
import { patientClassSchema, visitKindSchema } from '../../clinic/sessions.ts';
import { maxReasonLength } from '../../fields/max-lengths.ts';
import { lineSchema, requiredLine } from '../../fields/text.ts';
import { appointmentIdSchema, dateSchema, endTimeSchema, idSchema, timeSchema } from '../../ids.ts';
import { claims, endpoint } from '../definition.ts';
import { changeReply, commandReply, idOr, paidSchema } from '../shapes.ts';

const roomSchema = lineSchema(maxRoomLength);

const presenceReply = z.object({
  ...changeReply,
  /** Null before the arrival. */
  presence: presenceSchema.nullable(),
});
/** The event to compensate: the `eventId` of the reply. Absent: undoes the last one, without a time limit. */
const undo = z.string().max(64).optional();

const presenceRefusals = [
  'appointment.unknown',
  'appointment.not-confirmed',
  'appointment.moving',
  'appointment.moved',
  'queue.not-today',
  'key.reused',
  'log.conflict',
] as const;
const undoRefusals = ['appointment.changed', 'undo.expired', 'undo.unknown'] as const;

const arrive = endpoint('/api/queue/arrive', {
  kind: 'command',
  access: ['admin'],
  action: 'queue',
  claims: [claims.appointment],
  request: z.strictObject({ appointmentId: appointmentIdSchema }),
  response: presenceReply,
  failure: 'Error recording the arrival',
  refusals: presenceRefusals,
  title: 'Record the arrival of a patient; assigns a token',
});

const withdrawArrival = endpoint('/api/queue/withdraw-arrival', {
  kind: 'command',
  access: ['admin'],
  action: 'queue',
  claims: [claims.appointment],
  request: z.strictObject({ appointmentId: appointmentIdSchema, undo }),
  response: presenceReply,
  failure: 'Error recording the arrival',
  refusals: [...presenceRefusals, ...undoRefusals],
  title: 'Undo an arrival, and its call; the token stays reserved',
});

const callPatient = endpoint('/api/queue/call', {
  kind: 'command',
  access: ['admin', 'doctor'],
  action: 'queue',
  claims: [claims.appointment, claims.doctor],
  /** Either `appointmentId` of any patient who has arrived, or `pocId` with the next token. */
  request: z.strictObject({
    appointmentId: appointmentIdSchema.optional(),
    pocId: idSchema.optional(),
    next: z.int().min(1).max(1_000_000).optional(),
    /** Absent: the doctor's room. */
    room: roomSchema.optional(),
  }),
  response: presenceReply,
  failure: 'Error calling the patient',
  refusals: [...presenceRefusals, 'queue.not-arrived', 'queue.changed'],
  title: 'Call a waiting patient, call a patient again, or call the next patient of a doctor',
});

const withdrawCall = endpoint('/api/queue/withdraw-call', {
  kind: 'command',
  access: ['admin', 'doctor'],
  action: 'queue',
  claims: [claims.appointment],
  request: z.strictObject({ appointmentId: appointmentIdSchema, undo }),
  response: presenceReply,
  failure: 'Error calling the patient',
  refusals: [...presenceRefusals, 'queue.not-arrived', ...undoRefusals],
  title: 'Undo a call; the patient waits in the same place again',
});

const walkIn = endpoint('/api/queue/walk-in', {
  kind: 'command',
  access: ['admin'],
  action: 'booking',
  claims: [claims.client, claims.doctor, claims.patient],
  request: z.strictObject({
    userId: idSchema,
    pocId: idOr('Doctor is required.'),
    paymentStatus: paymentStatusSchema,
    ...paidSchema,
    /** Why `amount` differs from the fee rules; required where there are rules. */
    feeReason: requiredLine(maxReasonLength, 'Please give a reason.').optional(),
    /** The quota of the session that the visit counts in; absent: by the patient's earlier visits. */
    visit: visitKindSchema.optional(),
    /** As in a booking. */
    patientClass: patientClassSchema.optional(),
    clientId: idSchema,
  }),
  response: presenceReply.extend({ time: timeSchema }),
  failure: 'There was an error creating the appointment. Please try again.',
  refusals: [
    'slot.full',
    'slot.blocked',
    'slot.unknown',
    'doctor.left',
    'session.list-full',
    'doctor.unknown',
    'doctor.on-request',
    'fee.reason-missing',
    'class.unknown',
    'session.on-request',
    'session.only-for',
    'patient.unknown',
    'patient.leaving',
    'patient.erased',
    'patient.already-booked',
    'patient.without-email',
    'key.reused',
    'log.conflict',
  ],
  title: 'Add a walk-in: book a patient without an appointment now or at the next free time today',
});

const undoWalkIn = endpoint('/api/queue/undo-walk-in', {
  kind: 'command',
  access: ['admin'],
  action: 'cancellation',
  claims: [claims.appointment],
  request: z.strictObject({
    appointmentId: appointmentIdSchema,
    /** The event to compensate: the `eventId` of the walk-in's reply. */
    undo: z.string().max(64),
  }),
  response: presenceReply,
  failure: 'Error undoing the walk-in',
  refusals: [
    'appointment.unknown',
    'appointment.moved',
    'appointment.moving',
    ...undoRefusals,
    'key.reused',
    'log.conflict',
  ],
  title: 'Undo a walk-in: cancel its booking and give back what it paid',
});

const queueDoctorSchema = z.object({
  pocId: idSchema,
  name: z.string(),
  department: z.string(),
  /** The room that patients are called to. */
  room: z.string().nullable(),
  /** About how many minutes the doctor is late today; absent: not. */
  lateBy: z.int().exactOptional(),
  /** Today's hours without gaps. */
  hours: z.array(z.object({ from: timeSchema, to: endTimeSchema })),
  /** The whole day is blocked. */
  blocked: z.boolean(),
  /** The time that a walk-in would get, perhaps beyond the places of the slot; null if none. */
  walkIn: z.object({ time: timeSchema, overbooked: z.boolean() }).nullable(),
});
export type QueueDoctor = z.infer<typeof queueDoctorSchema>;

const getQueueBoard = endpoint('/api/queue/board', {
  kind: 'query',
  access: ['admin', 'doctor', 'auditor'],
  claims: [claims.client, claims.doctor],
  request: z.strictObject({ clientId: idSchema, pocId: idSchema.optional() }),
  response: z.object({
    /** The clinic's date and time. */
    today: dateSchema,
    order: z.enum(queueOrders),
    /** A confirmed appointment is late once its time is more minutes past. */
    lateAfterMinutes: z.int(),
    /** The doctors with hours or appointments today, by name; a doctor sees only their own entry. */
    doctors: z.array(queueDoctorSchema),
  }),
  failure: 'Failed to fetch appointments.',
  title: 'The doctors on duty today, their rooms, and who is next',
});

const listCalledElsewhere = endpoint('/api/queue/called-elsewhere', {
  kind: 'query',
  access: ['doctor', 'admin', 'auditor'],
  claims: [claims.doctor],
  request: z.strictObject({ pocId: idSchema }),
  response: z.array(
    z.object({
      /** The appointment that waits for this doctor. */
      AppointmentId: appointmentIdSchema,
      /** The doctor who calls the patient now. */
      POC_Name: z.string(),
      room: z.string().nullable(),
    }),
  ),
  title: "A doctor's waiting patients who are called by another doctor now",
});

const setRoom = endpoint('/api/poc/set-room', {
  kind: 'command',
  access: ['doctor', 'admin'],
  action: 'doctor',
  claims: [claims.doctor],
  request: z.strictObject({
    pocId: idSchema,
    /** '' removes it. */
    room: roomSchema.nullable(),
  }),
  response: z.object(commandReply),
  failure: 'Error setting the room',
  refusals: ['doctor.unknown', 'key.reused', 'log.conflict'],
  title: 'Set the room that a doctor calls patients to',
});

const setLateness = endpoint('/api/queue/set-lateness', {
  kind: 'command',
  access: ['admin', 'doctor'],
  action: 'queue',
  claims: [claims.doctor],
  request: z.strictObject({
    pocId: idSchema,
    /** About how many minutes the doctor is late today; null: not. */
    minutes: latenessSchema.nullable(),
    /** The value that the page has shown: refused if another desk has changed it. */
    before: latenessSchema.nullable(),
  }),
  response: z.object(commandReply),
  failure: 'Error setting the delay',
  refusals: ['doctor.unknown', 'queue.not-today', 'lateness.changed', 'key.reused', 'log.conflict'],
  title: 'Set how late a doctor is today',
});

export const queueEndpoints = {
  arrive,
  withdrawArrival,
  callPatient,
  withdrawCall,
  walkIn,
  undoWalkIn,
  getQueueBoard,
  listCalledElsewhere,
  setRoom,
  setLateness,
};
