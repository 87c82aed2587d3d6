import { z } from 'zod';
import { appointmentStatusSchema, appointmentTypeSchema } from '../../appointments.ts';
import { phonePattern } from '../../fields/phone.ts';
import { appointmentIdSchema, dateSchema, idSchema, slotIdSchema, timeSchema } from '../../ids.ts';
import { claims, endpoint } from '../definition.ts';

/** The calls of other systems with an API key: the desk's rules, in words of their own. */
const query = { kind: 'query' } as const;
const failure = null;

/** E.164, such as +919876543210; kept without the plus. */
export const e164Schema = z
  .string()
  .regex(
    new RegExp(`^\\+${phonePattern.source.slice(1)}`),
    'Use a phone number with its country code, such as +919876543210.',
  )
  .transform((phone) => phone.slice(1));

/** The longest range of dates of one answer, in days. */
export const maxSlotDays = 31;

const listPartnerSlots = endpoint('/api/v1/slots', {
  ...query,
  method: 'GET',
  access: { people: [], partners: ['slots:read'] },
  claims: [claims.doctor, claims.department],
  request: z.strictObject({
    pocId: idSchema.optional(),
    departmentId: idSchema.optional(),
    from: dateSchema.optional(),
    to: dateSchema.optional(),
  }),
  response: z.object({
    /** The clinic's time zone, which dates and times are in. */
    zone: z.string(),
    from: dateSchema,
    to: dateSchema,
    slots: z.array(
      z.object({
        slotId: slotIdSchema,
        pocId: idSchema,
        pocName: z.string(),
        departmentId: idSchema,
        departmentName: z.string(),
        date: dateSchema,
        time: timeSchema,
        minutes: z.int(),
        free: z.int(),
        room: z.string().nullable(),
        /** Null if there is none, or if it depends on the patient. */
        fee: z.int().nullable(),
      }),
    ),
  }),
  failure,
  title: 'Free times of doctors, by doctor or department and dates: today and the six days after, at most 31 days',
});

const lookUpPatients = endpoint('/api/v1/patients/lookup', {
  ...query,
  access: { people: [], partners: ['patients:lookup'] },
  request: z.strictObject({ phone: e164Schema }),
  response: z.object({ patients: z.array(z.object({ patientId: idSchema, firstName: z.string() })) }),
  failure,
  refusals: ['request.throttled'],
  title: 'The patients with a phone number: id and first name only; each look-up is recorded',
});

const partnerAppointment = z.object({
  appointmentId: appointmentIdSchema,
  patientId: idSchema,
  pocId: idSchema,
  pocName: z.string(),
  departmentId: idSchema.nullable(),
  type: appointmentTypeSchema,
  status: appointmentStatusSchema,
  date: dateSchema,
  time: timeSchema,
  minutes: z.int().nullable(),
  /** Null for a Tele Consultation. */
  room: z.string().nullable(),
  /** The amount of the visit in all; null if it isn’t known. */
  fee: z.int().nullable(),
});
export type PartnerAppointment = z.infer<typeof partnerAppointment>;

const getPartnerAppointment = endpoint('/api/v1/appointments/read', {
  ...query,
  method: 'GET',
  access: { people: [], partners: ['appointments:read'] },
  claims: [claims.appointment],
  request: z.strictObject({ appointmentId: appointmentIdSchema }),
  response: partnerAppointment,
  failure,
  refusals: ['appointment.unknown'],
  title: 'An appointment',
});

const listPartnerAppointments = endpoint('/api/v1/appointments', {
  ...query,
  method: 'GET',
  access: { people: [], partners: ['appointments:read'] },
  claims: [claims.patientOfEntries],
  request: z.strictObject({ patientId: idSchema, from: dateSchema.optional() }),
  response: z.object({ zone: z.string(), appointments: z.array(partnerAppointment) }),
  failure,
  refusals: ['patient.unknown'],
  title: "A patient's appointments from a date on, today's without one; the earliest first",
});

export const partnerEndpoints = {
  listPartnerSlots,
  lookUpPatients,
  getPartnerAppointment,
  listPartnerAppointments,
};
