import { z } from 'zod';
import { appointmentStatusSchema, appointmentTypeSchema, paymentStatusSchema } from '../appointments.ts';
import { appointmentIdSchema, idSchema, timeSchema } from '../ids.ts';
import { planSlotSchema } from '../schedule.ts';
import { defineEvent, type EventOf } from './definition.ts';

/** What every event that changes a status carries, so that each view can fold it alone. */
const statusChange = {
  appointmentId: appointmentIdSchema,
  patientId: idSchema,
  time: timeSchema,
  type: appointmentTypeSchema,
  statusBefore: appointmentStatusSchema,
  statusAfter: appointmentStatusSchema,
};
const reason = z.string().nullable();

export const doctorDayEvents = [
  /** The slots as the weekly template had them; in front of the first command that meets a newer template. */
  defineEvent('SlotsPlanned', 1, z.object({ slots: z.array(planSlotSchema), scheduleRevision: z.int() })),
  defineEvent('AppointmentBooked', 1, z.object({ ...statusChange, statusBefore: z.null(), branchId: z.int().min(0) })),
  defineEvent(
    'AppointmentPaymentRecorded',
    1,
    z.object({ appointmentId: appointmentIdSchema, patientId: idSchema, payment: paymentStatusSchema }),
  ),
  defineEvent('AppointmentMarkedVisited', 1, z.object(statusChange)),
  defineEvent('AppointmentMarkedNotVisited', 1, z.object(statusChange)),
  defineEvent('AppointmentCancelled', 1, z.object(statusChange)),
  defineEvent('AppointmentMarkUndone', 1, z.object({ ...statusChange, undoneEventId: z.string() })),
  defineEvent('AppointmentCancellationUndone', 1, z.object({ ...statusChange, undoneEventId: z.string() })),
  defineEvent('AppointmentStatusCorrected', 1, z.object({ ...statusChange, reason }), {
    fields: ['reason'],
    subject: 'patientInData',
  }),
  /** The whole day, also for hours that are added to it later. */
  defineEvent('DayBlocked', 1, z.object({ reason }), { fields: ['reason'], subject: 'doctorOfDay' }),
  defineEvent('SlotsBlocked', 1, z.object({ times: z.array(timeSchema), reason }), {
    fields: ['reason'],
    subject: 'doctorOfDay',
  }),
  /** Frees the whole day, single blocks too. */
  defineEvent('DayUnblocked', 1, z.object({})),
  defineEvent('SlotsUnblocked', 1, z.object({ times: z.array(timeSchema) })),
] as const;

export type DoctorDayEvent = EventOf<(typeof doctorDayEvents)[number]>;
