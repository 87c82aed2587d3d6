import { z } from 'zod';
import {
  appointmentStatusSchema,
  appointmentTypeSchema,
  moneySchema,
  paymentMethodSchema,
} from '../../appointments.ts';
import { shownIdentitySchema } from '../../clinic/identity.ts';
import { presenceSchema } from '../../clinic/queue.ts';
import { shownSessionSchema } from '../../clinic/sessions.ts';
import { maxReasonLength } from '../../fields/max-lengths.ts';
import { requiredLine } from '../../fields/text.ts';
import { appointmentIdSchema, dateSchema, idSchema, positionSchema, timeSchema } from '../../ids.ts';
import { claims, endpoint } from '../definition.ts';
import { changeReply, hourSchema, moneyShownSchema } from '../shapes.ts';
import { movingToSchema } from './moves.ts';

/** The admin's queries, also open to auditors. */
const ofClient = { kind: 'query', access: ['admin', 'auditor'], claims: [claims.client] } as const;
/** Queries about one doctor: for the doctor, and for the client's admins and auditors. */
const ofDoctor = { kind: 'query', access: ['doctor', 'admin', 'auditor'], claims: [claims.doctor] } as const;
const countSchema = z.object({ count: z.int() });

/** A card of today's board (specification, section 3), plus fields the pages need. */
export const todaysAppointmentSchema = z.object({
  AppointmentId: appointmentIdSchema,
  AppointmentTime: timeSchema,
  Status: appointmentStatusSchema,
  /** 1 only for Confirmed. */
  Is_Active: z.union([z.literal(0), z.literal(1)]),
  User_ID: idSchema,
  PatientName: z.string().nullable(),
  /** The identity shown beside the name, with the age on that day; absent if nothing is known. */
  identity: shownIdentitySchema.exactOptional(),
  /** Country code plus number, digits only. */
  PatientContact: z.string().nullable(),
  AppointmentType: appointmentTypeSchema,
  POC_ID: idSchema,
  POC_Name: z.string(),
  session: shownSessionSchema.exactOptional(),
  patientClass: z.string().exactOptional(),
  /** Booked beyond the capacity of its time. */
  overbooked: z.literal(true).exactOptional(),
  /** Its patient confirmed this time by the link in a message; only while its status is Confirmed. */
  patientConfirmed: z.literal(true).exactOptional(),
  /** Cancelling it requires a decision about the payment; absent if not paid. */
  paid: z.literal(true).exactOptional(),
  money: moneyShownSchema,
  /** The meeting link of a Tele Consultation; absent if none is set. */
  meetingLink: z.string().exactOptional(),
  AppointmentDate: dateSchema,
  /** Absent before the patient arrives. It counts while the appointment is Confirmed. */
  presence: presenceSchema.exactOptional(),
  /** When (UTC) and by whom the current status was set. */
  StatusAt: z.string(),
  StatusBy: z.string(),
  movingTo: movingToSchema.exactOptional(),
  /** The row's position: a page ignores rows older than the one it shows. */
  at: positionSchema,
});
export type TodaysAppointment = z.infer<typeof todaysAppointmentSchema>;

const statusReply = z.object({ ...changeReply, status: appointmentStatusSchema });
const statusRequest = z.strictObject({
  appointmentId: appointmentIdSchema,
  status: appointmentStatusSchema,
  /** The event to compensate: the `eventId` of the status change's reply. */
  undo: z.string().max(64).optional(),
});
const statusRefusals = [
  'appointment.unknown',
  'appointment.changed',
  'appointment.moving',
  'appointment.moved',
  'appointment.not-confirmed',
  'appointment.too-early',
  'undo.expired',
  'undo.unknown',
  'slot.full',
  'session.list-full',
  'slot.blocked',
  'slot.unknown',
  'doctor.left',
  'overbook.limit',
  'patient.already-booked',
  'patient.leaving',
  'patient.erased',
  'key.reused',
  'log.conflict',
] as const;

const visitDaySchema = z.object({ date: dateSchema, visited: z.int(), notVisited: z.int() });
export const dayPictureSchema = z.object({
  /** The clinic's date at the time of the answer. */
  today: dateSchema,
  now: timeSchema,
  todayBooked: z.int(),
  /** Confirmed appointments of today, including late ones. */
  todayToCome: z.int(),
  /** Confirmed appointments of today that are late (`isLate`). */
  todayLate: z.int(),
  /** They are late once their time is more minutes past. */
  lateAfterMinutes: z.int(),
  todayCancelled: z.int(),
  placesToday: z.int(),
  doctorsOnDuty: z.int(),
  doctorsBlocked: z.int(),
  byHour: z.array(hourSchema),
  /** The last 30 clinic days, today included, oldest first. */
  lastDays: z.array(visitDaySchema),
});
export type DayPicture = z.infer<typeof dayPictureSchema>;

const countAppointmentsOfClient = endpoint('/api/admin/appointment-count', {
  ...ofClient,
  request: z.strictObject({ clientId: idSchema, status: appointmentStatusSchema }),
  response: countSchema,
  title: 'How many appointments of a client have a status',
});

const countDepartmentsAndDoctors = endpoint('/api/admin/total-departments-doctors', {
  ...ofClient,
  request: z.strictObject({ clientId: idSchema }),
  response: z.object({ totalDepartments: z.int(), totalDoctors: z.int() }),
  title: 'How many departments and doctors a client has',
});

const listTodaysAppointmentsOfClient = endpoint('/api/admin/todays-appointments', {
  ...ofClient,
  request: z.strictObject({ clientId: idSchema }),
  response: z.array(todaysAppointmentSchema),
  failure: 'Failed to fetch appointments.',
  title: "A client's appointments of today",
});

const updateAppointmentStatusAsAdmin = endpoint('/api/admin/update-appointment-status', {
  kind: 'command',
  access: ['admin'],
  action: 'visit',
  claims: [claims.appointment],
  request: statusRequest.extend({
    /** The refund when a paid visit is cancelled; absent: nothing is refunded. */
    money: moneySchema.optional(),
    /** The method of a refund; absent: the method of the payment. */
    method: paymentMethodSchema.optional(),
  }),
  response: statusReply,
  failure: 'Error updating appointment status',
  refusals: statusRefusals,
  title: 'Mark, cancel or undo, as an administrator',
});

const correctAppointmentStatus = endpoint('/api/admin/correct-appointment-status', {
  kind: 'command',
  access: ['admin'],
  action: 'correction',
  claims: [claims.appointment],
  request: z.strictObject({
    appointmentId: appointmentIdSchema,
    status: appointmentStatusSchema,
    reason: requiredLine(maxReasonLength, 'Please give a reason.'),
  }),
  response: statusReply,
  failure: 'Error updating appointment status',
  refusals: statusRefusals,
  title: 'Correct a status later, with a reason',
});

const getDayPictureOfClient = endpoint('/api/admin/day-picture', {
  ...ofClient,
  request: z.strictObject({ clientId: idSchema }),
  response: dayPictureSchema,
  title: "The figures behind the administrator's dashboard",
});

const countAppointmentsOfDoctor = endpoint('/api/poc/appointment-count', {
  ...ofDoctor,
  request: z.strictObject({ pocId: idSchema, status: appointmentStatusSchema }),
  response: countSchema,
  title: "How many of a doctor's appointments have a status",
});

const countAppointmentsByType = endpoint('/api/poc/typeAppointment', {
  ...ofDoctor,
  request: z.strictObject({ pocId: idSchema, type: appointmentTypeSchema }),
  response: countSchema,
  title: "How many of a doctor's appointments have a type, without cancelled ones",
});

const listTodaysAppointmentsOfDoctor = endpoint('/api/poc/todays-appointments', {
  ...ofDoctor,
  request: z.strictObject({ pocId: idSchema }),
  response: z.array(todaysAppointmentSchema),
  failure: 'Failed to fetch appointments.',
  title: "A doctor's appointments of today",
});

const updateAppointmentStatusAsDoctor = endpoint('/api/poc/update-appointment-status', {
  kind: 'command',
  access: ['doctor'],
  action: 'visit',
  claims: [claims.appointment],
  request: statusRequest,
  response: statusReply,
  failure: 'Error updating appointment status',
  refusals: [...statusRefusals, 'cancel.admin-only'],
  title: 'Mark or undo, as the doctor',
});

const getDayPictureOfDoctor = endpoint('/api/poc/day-picture', {
  ...ofDoctor,
  request: z.strictObject({ pocId: idSchema }),
  response: dayPictureSchema,
  title: "The figures behind the doctor's dashboard",
});

export const boardEndpoints = {
  countAppointmentsOfClient,
  countDepartmentsAndDoctors,
  listTodaysAppointmentsOfClient,
  updateAppointmentStatusAsAdmin,
  correctAppointmentStatus,
  getDayPictureOfClient,
  countAppointmentsOfDoctor,
  countAppointmentsByType,
  listTodaysAppointmentsOfDoctor,
  updateAppointmentStatusAsDoctor,
  getDayPictureOfDoctor,
};
