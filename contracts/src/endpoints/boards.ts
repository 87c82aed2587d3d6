import { z } from 'zod';
import { appointmentStatusSchema, appointmentTypeSchema } from '../appointments.ts';
import { appointmentIdSchema, dateSchema, idSchema, positionSchema, timeSchema } from '../ids.ts';
import { claims, endpoint } from './definition.ts';
import { commandReply } from './shapes.ts';

/** The admin's queries; an auditor may ask them too. */
const ofClient = { kind: 'query', access: ['admin', 'auditor'], claims: [claims.client] } as const;
/** The doctor's own, and those of the doctors of a client for whoever sees all of it. */
const ofDoctor = { kind: 'query', access: ['doctor', 'admin', 'auditor'], claims: [claims.doctor] } as const;
const countSchema = z.object({ count: z.int() });

/** A card of today's board (specification, section 3), and what the pages need beside it. */
export const todaysAppointmentSchema = z.object({
  AppointmentId: appointmentIdSchema,
  AppointmentTime: timeSchema,
  Status: appointmentStatusSchema,
  /** 1 only for Confirmed. */
  Is_Active: z.union([z.literal(0), z.literal(1)]),
  PatientName: z.string().nullable(),
  AppointmentType: appointmentTypeSchema,
  POC_ID: idSchema,
  POC_Name: z.string(),
  AppointmentDate: dateSchema,
  /** UTC instant and person of the present status. */
  StatusAt: z.string(),
  StatusBy: z.string(),
  /** Position of the row: a page ignores what is older than what it shows. */
  at: positionSchema,
});
export type TodaysAppointment = z.infer<typeof todaysAppointmentSchema>;

const statusReply = z.object({
  ...commandReply,
  appointmentId: appointmentIdSchema,
  status: appointmentStatusSchema,
  /** What an undo names; null when nothing was appended. */
  eventId: z.string().nullable(),
  /** UTC instant until which the undo is accepted; null where nothing can be undone. */
  undoUntil: z.iso.datetime().nullable(),
});
const statusRequest = z.strictObject({
  appointmentId: appointmentIdSchema,
  status: appointmentStatusSchema,
  /** The event to compensate: the id that the mark's reply carried. */
  undo: z.string().max(64).optional(),
});
const statusRefusals = [
  'appointment.unknown',
  'appointment.changed',
  'appointment.not-confirmed',
  'appointment.too-early',
  'undo.expired',
  'undo.unknown',
  'slot.full',
  'slot.blocked',
  'slot.passed',
  'key.reused',
  'log.conflict',
] as const;

/** One bar of a day's picture: bookings against places, by hour of the clinic's clock ('09'). */
const hourSchema = z.object({ hour: z.string(), booked: z.int(), places: z.int() });
const visitDaySchema = z.object({ date: dateSchema, visited: z.int(), notVisited: z.int() });
const pictureSchema = z.object({
  /** The clinic's wall clock when it was answered. */
  today: dateSchema,
  now: timeSchema,
  todayBooked: z.int(),
  todayToCome: z.int(),
  todayCancelled: z.int(),
  placesToday: z.int(),
  doctorsOnDuty: z.int(),
  doctorsBlocked: z.int(),
  byHour: z.array(hourSchema),
  /** The last 30 clinic days, today included, oldest first. */
  lastDays: z.array(visitDaySchema),
  /** The next Confirmed appointments of today that have not passed, at most 5. */
  nextUp: z.array(todaysAppointmentSchema),
});
export type DayPicture = z.infer<typeof pictureSchema>;

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
  claims: [claims.appointment],
  request: statusRequest,
  response: statusReply,
  failure: 'Error updating appointment status',
  refusals: statusRefusals,
  title: 'Mark, cancel or undo, as an administrator',
});

const correctAppointmentStatus = endpoint('/api/admin/correct-appointment-status', {
  kind: 'command',
  access: ['admin'],
  claims: [claims.appointment],
  request: z.strictObject({
    appointmentId: appointmentIdSchema,
    status: appointmentStatusSchema,
    reason: z.string().trim().min(1, 'Please give a reason.').max(500),
  }),
  response: statusReply,
  failure: 'Error updating appointment status',
  refusals: statusRefusals,
  title: 'Correct a status later, with a reason',
});

const getDayPictureOfClient = endpoint('/api/admin/day-picture', {
  ...ofClient,
  request: z.strictObject({ clientId: idSchema }),
  response: pictureSchema,
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
  title: "How many of a doctor's appointments have a type, cancelled ones left out",
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
  response: pictureSchema,
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
