import { z } from 'zod';
import { appointmentStatusSchema, appointmentTypeSchema, paymentStatusSchema } from '../appointments.ts';
import { appointmentIdSchema, idSchema, timeSchema } from '../ids.ts';
import { planSlotSchema } from '../schedule.ts';
import { defineEvent, type EventOf } from './definition.ts';

/** Carried by every event that changes a status, so that each view can fold it alone. */
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
  /** The slots of the weekly template; appended before the first command that sees a newer template. */
  defineEvent('SlotsPlanned', 1, z.object({ slots: z.array(planSlotSchema), scheduleRevision: z.int() })),
  defineEvent('AppointmentBooked', 1, z.object({ ...statusChange, statusBefore: z.null(), branchId: z.int().min(0) })),
  defineEvent(
    'AppointmentPaymentRecorded',
    1,
    z.object({ appointmentId: appointmentIdSchema, patientId: idSchema, payment: paymentStatusSchema }),
  ),
  /** Corrects a payment. Undone by another one that names this event. */
  defineEvent(
    'AppointmentPaymentCorrected',
    1,
    z.object({
      appointmentId: appointmentIdSchema,
      patientId: idSchema,
      paymentBefore: paymentStatusSchema,
      paymentAfter: paymentStatusSchema,
      reason,
      undoneEventId: z.string().nullable(),
    }),
    { fields: ['reason'], subject: 'patientInData' },
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
  /** Blocks the whole day, including hours added later. */
  defineEvent('DayBlocked', 1, z.object({ reason }), { fields: ['reason'], subject: 'doctorOfDay' }),
  defineEvent('SlotsBlocked', 1, z.object({ times: z.array(timeSchema), reason }), {
    fields: ['reason'],
    subject: 'doctorOfDay',
  }),
  /** Unblocks the whole day, including single blocks. */
  defineEvent('DayUnblocked', 1, z.object({})),
  defineEvent('SlotsUnblocked', 1, z.object({ times: z.array(timeSchema) })),
] as const;

export type DoctorDayEvent = EventOf<(typeof doctorDayEvents)[number]>;

/** An event that changes an appointment's status; its data has the status before and after. */
export type StatusEvent = Extract<DoctorDayEvent, { data: { statusAfter: unknown } }>;

/** Lists every type of the category, so that a new one compiles only once it is classified. */
const changesStatus: {
  readonly [Type in DoctorDayEvent['type']]: Type extends StatusEvent['type'] ? true : false;
} = {
  SlotsPlanned: false,
  AppointmentBooked: true,
  AppointmentPaymentRecorded: false,
  AppointmentPaymentCorrected: false,
  AppointmentMarkedVisited: true,
  AppointmentMarkedNotVisited: true,
  AppointmentCancelled: true,
  AppointmentMarkUndone: true,
  AppointmentCancellationUndone: true,
  AppointmentStatusCorrected: true,
  DayBlocked: false,
  SlotsBlocked: false,
  DayUnblocked: false,
  SlotsUnblocked: false,
};
const statusTypes: ReadonlySet<string> = new Set(
  Object.entries(changesStatus).flatMap(([type, changes]) => (changes ? [type] : [])),
);

/** Whether an event changes an appointment's status; a booking does, from none to Confirmed. */
export const isStatusEvent = <Event extends { readonly type: string }>(
  event: Event,
): event is Extract<Event, { readonly type: StatusEvent['type'] }> => statusTypes.has(event.type);
