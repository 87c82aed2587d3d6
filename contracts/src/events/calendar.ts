import { z } from 'zod';
import { appointmentTypeSchema } from '../appointments.ts';
import { hospitalDaySchema } from '../clinic/calendar.ts';
import { spanSchema } from '../clinic/spans.ts';
import { amountSchema } from '../fields/money.ts';
import { differenceSchema } from '../fields/visit-money.ts';
import { appointmentIdSchema, dateSchema, idSchema, timeSchema } from '../ids.ts';
import { defineEvent, type EventOf, personal } from './definition.ts';

export const clientCalendarEvents = [
  defineEvent('HospitalDaySet', 1, hospitalDaySchema, { action: 'schedule' }),
  /** The day applies no more from the date of its removal on. */
  defineEvent('HospitalDayLifted', 1, z.object({ dayId: idSchema, from: dateSchema, name: z.string() }), {
    action: 'schedule',
    sentence: ['hospitalDayLifted', 'data.name'],
  }),
] as const;
export type ClientCalendarEvent = EventOf<(typeof clientCalendarEvents)[number]>;

/** What happens to an appointment in the hours of a leave. */
export const leaveChoiceSchema = z.strictObject({
  appointmentId: appointmentIdSchema,
  action: z.enum(['move', 'cancel', 'keep']),
  /** Where it is moved to; null unless it is moved. */
  to: z.strictObject({ pocId: idSchema, date: dateSchema, time: timeSchema }).nullable(),
  /** The fee there as it was previewed, in paise; if it differs by then, the row stays open. Absent: any. */
  fee: amountSchema.nullable().exactOptional(),
});
export type LeaveChoice = z.infer<typeof leaveChoiceSchema>;

/** A choice, with the appointment as it was when the leave was started. */
const leaveRowSchema = z.object({
  ...leaveChoiceSchema.shape,
  patientId: idSchema,
  time: timeSchema,
  type: appointmentTypeSchema,
});
export type LeaveRow = z.infer<typeof leaveRowSchema>;

/** `open`: refused, so that it stands where it was; `notUndone`: it was changed since. */
export const leaveOutcomes = ['moved', 'cancelled', 'kept', 'open', 'undone', 'notUndone'] as const;
export type LeaveOutcome = (typeof leaveOutcomes)[number];

export const leaveEvents = [
  /** The days are blocked from here on; then each appointment is moved, cancelled or kept. */
  defineEvent(
    'LeaveStarted',
    1,
    z.object({
      from: dateSchema,
      to: dateSchema,
      /** The same hours of each day; null: the whole days. */
      hours: spanSchema.nullable(),
      reason: personal,
      /** Every confirmed appointment in these hours, by date and time. */
      appointments: z.array(leaveRowSchema),
      /** Whether what was paid for cancelled appointments is refunded; null: none of them was paid. */
      money: z.enum(['refunded', 'notRefunded']).nullable(),
      /** How the difference is settled where a moved appointment has another fee; absent: the fees stay. */
      difference: differenceSchema.exactOptional(),
    }),
    { action: 'leave', sealedFor: 'streamOwner', sentence: ['leaveStarted', 'doctor', 'data.from', 'data.to'] },
  ),
  /** Appointments of a day that no row names: nothing of that day and of later ones is written. It ends here. */
  defineEvent('LeaveStopped', 1, z.object({ date: dateSchema, appointmentIds: z.array(appointmentIdSchema) }), {
    action: 'leave',
    sentence: ['leaveStopped', 'doctor', 'data.date'],
  }),
  defineEvent('LeaveDaysBlocked', 1, z.object({}), { action: 'leave', sentence: ['leaveDaysBlocked', 'doctor'] }),
  defineEvent(
    'LeaveRowSettled',
    1,
    z.object({
      appointmentId: appointmentIdSchema,
      outcome: z.enum(leaveOutcomes),
      /** For a moved appointment: the new one, or itself if it stayed on its day. */
      movedTo: appointmentIdSchema.nullable(),
      /** What an undo of this row names; null if nothing was appended. */
      eventId: z.string().nullable(),
      /** Why it was refused. */
      code: z.string().nullable(),
    }),
    { action: 'leave', sentence: ['leaveRowSettled', 'doctor'] },
  ),
  defineEvent('LeaveSettled', 1, z.object({ moved: z.int(), cancelled: z.int(), kept: z.int(), open: z.int() }), {
    action: 'leave',
    sentence: ['leaveSettled', 'doctor', 'data.moved', 'data.cancelled', 'data.kept', 'data.open'],
  }),
  /** Every row is undone that nobody changed since, the last one first; then the days are opened. */
  defineEvent('LeaveUndoStarted', 1, z.object({}), { action: 'leave', sentence: ['leaveUndoStarted', 'doctor'] }),
  /** Its days from this one on are opened; moved appointments stay where they are. */
  defineEvent('LeaveEnded', 1, z.object({ from: dateSchema }), {
    action: 'leave',
    sentence: ['leaveEnded', 'doctor', 'data.from'],
  }),
  defineEvent('LeaveDaysOpened', 1, z.object({}), { action: 'leave', sentence: ['leaveDaysOpened', 'doctor'] }),
] as const;
export type LeaveEvent = EventOf<(typeof leaveEvents)[number]>;
