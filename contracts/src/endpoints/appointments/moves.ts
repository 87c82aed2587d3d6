import { z } from 'zod';
import { appointmentTypeSchema } from '../../appointments.ts';
import { longestReason } from '../../fields/longest.ts';
import { amountSchema } from '../../fields/money.ts';
import { lineSchema } from '../../fields/text.ts';
import { differenceSchema } from '../../fields/visit-money.ts';
import { appointmentIdSchema, dateSchema, idSchema, positionSchema, timeSchema } from '../../ids.ts';
import { claims, endpoint } from '../definition.ts';
import { changeReply, paging, timeOr } from '../shapes.ts';

/** Where an appointment is being moved to, and by whom; absent of one that stays. */
export const movingToSchema = z.object({ pocId: idSchema, date: dateSchema, time: timeSchema, by: z.string() });

/** Where the appointment is now; another day or doctor gives it another id. */
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
    /** Of the client; the appointment's own if absent. */
    pocId: idSchema.optional(),
    /** The appointment's own if absent. */
    date: dateSchema.optional(),
    time: timeOr('Time is required.'),
    reason: lineSchema(longestReason).nullish(),
    /** What is to be paid at the new place, in paise, as it was shown (`moveFee`): refused if it is another amount. */
    fee: amountSchema.nullable().optional(),
    /**
     * Where the fee is another one and something is paid, the visit is free, or another amount was agreed on: the
     * difference is to be paid or given back, or left as it is. An unpaid visit takes the new fee.
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
    'session.closed',
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
    /** The appointment's own if absent, as the date. */
    pocId: idSchema.optional(),
    date: dateSchema.optional(),
    time: timeOr('Time is required.'),
  }),
  response: z.object({
    /** What is to be paid in all as it is, in paise; null if nothing is set. */
    before: amountSchema.nullable(),
    /** What is to be paid there. */
    after: amountSchema.nullable(),
    /** By which kind of fees, where it is another amount; null: the doctor's one fee. */
    rule: z.string().nullable(),
    registration: amountSchema,
    /** What is paid; null if that wasn't recorded. */
    paid: amountSchema.nullable(),
    /** Whether the desk has to say what becomes of the difference. */
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

/** An appointment that was moved to another day or doctor, which is in no other list. */
export const movedAppointmentSchema = placeSchema.extend({
  User_ID: idSchema,
  UserName: z.string().nullable(),
  AppointmentType: appointmentTypeSchema,
  /** What it became. */
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

export const moveEndpoints = { moveAppointment, getFeeOfMove, undoMove, listMovedAppointments };
