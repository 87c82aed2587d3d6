import { z } from 'zod';
import { appointmentTypeSchema } from '../../appointments.ts';
import { maxReasonLength } from '../../fields/max-lengths.ts';
import { amountSchema } from '../../fields/money.ts';
import { lineSchema } from '../../fields/text.ts';
import { differenceSchema } from '../../fields/visit-money.ts';
import { appointmentIdSchema, dateSchema, idSchema, positionSchema, timeSchema } from '../../ids.ts';
import { claims, endpoint } from '../definition.ts';
import { changeReply, csvFile, paging, timeOr } from '../shapes.ts';

/** The destination of an unfinished move, and who started it; absent without a move. */
export const movingToSchema = z.object({ pocId: idSchema, date: dateSchema, time: timeSchema, by: z.string() });

/** The appointment's present id; a move to another day or doctor changes it. */
const moveReply = z.object({ ...changeReply, pocId: idSchema, date: dateSchema, time: timeSchema });
const moveRefusals = [
  'appointment.unknown',
  'appointment.changed',
  'appointment.not-confirmed',
  'appointment.moving',
  'appointment.moved',
  'slot.full',
  'slot.blocked',
  'slot.unknown',
  'doctor.left',
  'patient.already-booked',
  'patient.leaving',
  'patient.erased',
  'key.reused',
  'log.conflict',
] as const;

const moveAppointment = endpoint('/api/admin/move-appointment', {
  kind: 'command',
  access: ['admin'],
  action: 'move',
  claims: [claims.appointment, claims.doctor],
  request: z.strictObject({
    appointmentId: appointmentIdSchema,
    /** A doctor of the client; absent: the appointment's own. */
    pocId: idSchema.optional(),
    /** Absent: the appointment's own date. */
    date: dateSchema.optional(),
    time: timeOr('Time is required.'),
    reason: lineSchema(maxReasonLength).nullish(),
    /** The fee at the new place as it was shown (`getFeeOfMove`), in paise; refused if it differs by now. */
    fee: amountSchema.nullable().optional(),
    /**
     * Required if the fee differs and the visit is paid, free or has an agreed amount: whether the difference is
     * charged or refunded, or the amount stays. An unpaid visit takes the new fee.
     */
    difference: differenceSchema.optional(),
  }),
  response: moveReply,
  failure: 'Error moving appointment',
  refusals: [
    ...moveRefusals,
    'move.past',
    'move.called',
    'slot.passed',
    'slot.beyond-horizon',
    'session.not-open',
    'session.closed',
    'session.on-request',
    'session.only-for',
    'session.list-full',
    'doctor.unknown',
    'doctor.on-request',
    'fee.changed',
    'fee.undecided',
  ],
  title: 'Move an appointment to another time, day or doctor',
});

const getFeeOfMove = endpoint('/api/admin/move-fee', {
  kind: 'query',
  access: ['admin', 'auditor'],
  claims: [claims.appointment, claims.doctor],
  request: z.strictObject({
    appointmentId: appointmentIdSchema,
    /** Absent: the appointment's own doctor; likewise the date. */
    pocId: idSchema.optional(),
    date: dateSchema.optional(),
    time: timeOr('Time is required.'),
  }),
  response: z.object({
    /** The visit's present amount in all, in paise; null if nothing is set. */
    before: amountSchema.nullable(),
    /** The amount at the new place. */
    after: amountSchema.nullable(),
    /** The fee rule of the new amount, if it differs; null for the doctor's one fee. */
    rule: z.string().nullable(),
    registration: amountSchema,
    /** The paid amount; null if not recorded. */
    paid: amountSchema.nullable(),
    /** Whether the desk has to decide about the difference. */
    asks: z.boolean(),
  }),
  failure: 'Failed to fetch the current fees.',
  refusals: ['appointment.unknown', 'doctor.unknown'],
  title: 'The fee of a visit at another time, day or doctor, before it is moved',
});

const undoMove = endpoint('/api/admin/undo-move', {
  kind: 'command',
  access: ['admin'],
  action: 'move',
  claims: [claims.appointment],
  /** The appointment and the event to compensate: the `appointmentId` and the `eventId` of the move's reply. */
  request: z.strictObject({ appointmentId: appointmentIdSchema, undo: z.string().max(64) }),
  response: moveReply,
  failure: 'Error moving appointment',
  refusals: [
    ...moveRefusals,
    'move.called',
    'session.list-full',
    'overbook.limit',
    'payment.changed',
    'undo.expired',
    'undo.unknown',
  ],
  title: 'Undo a move',
});

const placeSchema = z.object({
  AppointmentId: appointmentIdSchema,
  POC_ID: idSchema,
  POCName: z.string(),
  AppointmentDate: dateSchema,
  AppointmentTime: timeSchema,
});

/** An appointment that was moved to another day or doctor. It is in no other list. */
export const movedAppointmentSchema = placeSchema.extend({
  User_ID: idSchema,
  UserName: z.string().nullable(),
  AppointmentType: appointmentTypeSchema,
  /** The appointment at the new place. */
  to: placeSchema,
  /** UTC. */
  movedAt: z.string(),
  movedBy: z.string(),
  at: positionSchema,
});
export type MovedAppointment = z.infer<typeof movedAppointmentSchema>;

const { search: _search, ...pages } = paging;
const listMovedAppointments = endpoint('/api/admin/moved-appointments', {
  kind: 'query',
  access: ['admin', 'auditor'],
  claims: [claims.client, claims.doctor],
  request: z.strictObject({ clientId: idSchema, pocId: idSchema.optional(), ...pages }),
  response: z.array(movedAppointmentSchema),
  failure: 'Failed to fetch appointments.',
  title: "A client's appointments that were moved to another day or doctor, last moved first",
});

const exportMovedAppointments = endpoint('/api/export/moved-appointments', {
  ...csvFile,
  access: ['admin', 'auditor'],
  claims: [claims.client, claims.doctor],
  request: z.strictObject({ clientId: idSchema, pocId: idSchema.optional() }),
  title: 'Export the moved appointments of a client or a doctor as CSV, last moved first',
});

export const moveEndpoints = {
  moveAppointment,
  getFeeOfMove,
  undoMove,
  listMovedAppointments,
  exportMovedAppointments,
};
