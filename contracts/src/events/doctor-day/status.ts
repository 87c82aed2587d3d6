import { z } from 'zod';
import { appointmentStatusSchema, appointmentTypeSchema } from '../../appointments.ts';
import { minutesSchema } from '../../clinic/schedule.ts';
import { bookedSessionSchema, visitKindSchema } from '../../clinic/sessions.ts';
import { appointmentIdSchema, idSchema, timeSchema } from '../../ids.ts';
import { defineEvent, personal } from '../definition.ts';
import { moveId } from './moves.ts';

/** Carried by every event that changes a status, so that each view can fold it alone. */
const statusChange = {
  appointmentId: appointmentIdSchema,
  patientId: idSchema,
  time: timeSchema,
  /** The length of its slot when it was booked. */
  minutes: minutesSchema,
  /** The quota of its session that it counts in; absent if none. */
  visit: visitKindSchema.exactOptional(),
  type: appointmentTypeSchema,
  statusBefore: appointmentStatusSchema,
  statusAfter: appointmentStatusSchema,
};

/**
 * Events that change an appointment's status; a booking changes it from none to Confirmed. Their data has it before and
 * after.
 */
export const statusEvents = [
  defineEvent(
    'AppointmentBooked',
    1,
    z.object({
      ...statusChange,
      statusBefore: z.null(),
      /** The session's branch, or the doctor's; 0: none. */
      branchId: z.int().min(0),
      /** The session's fields besides its hours; absent if there are none. */
      session: bookedSessionSchema.exactOptional(),
      /** The class of patients that the desk chose, for the fee; absent if none. */
      patientClass: z.string().exactOptional(),
      /** The entry of the waiting list whose offer was accepted; absent for any other booking. */
      waitingId: idSchema.exactOptional(),
    }),
    { action: 'booking', sentence: ['booked', 'visit'] },
  ),
  defineEvent('AppointmentMarkedVisited', 1, z.object(statusChange), { action: 'visit' }),
  defineEvent('AppointmentMarkedNotVisited', 1, z.object(statusChange), { action: 'visit' }),
  /** `undoneEventId`: of the walk-in that it undoes. */
  defineEvent('AppointmentCancelled', 1, z.object({ ...statusChange, undoneEventId: z.string().exactOptional() }), {
    action: 'cancellation',
    sentence: ['cancelled', 'visit'],
  }),
  defineEvent('AppointmentMarkUndone', 1, z.object({ ...statusChange, undoneEventId: z.string() }), { action: 'undo' }),
  defineEvent('AppointmentCancellationUndone', 1, z.object({ ...statusChange, undoneEventId: z.string() }), {
    action: 'undo',
  }),
  defineEvent('AppointmentStatusCorrected', 1, z.object({ ...statusChange, reason: personal }), {
    action: 'correction',
    is: 'correction',
    sealedFor: 'patientInData',
  }),
  /**
   * Moved to another day or doctor, where the appointment is booked by now. Only `AppointmentMoveUndone` changes the
   * status Moved.
   */
  defineEvent(
    'AppointmentMovedAway',
    1,
    z.object({
      ...statusChange,
      statusBefore: z.literal('Confirmed'),
      statusAfter: z.literal('Moved'),
      moveId,
      to: appointmentIdSchema,
      /** The first appointment of the visit. */
      visitId: appointmentIdSchema,
      /** Set at the start of the move, if it undoes an earlier one. */
      undoneEventId: z.string().nullable(),
    }),
    { action: 'move' },
  ),
  /** The old appointment of an undone move takes up its capacity again. */
  defineEvent(
    'AppointmentMoveUndone',
    1,
    z.object({
      ...statusChange,
      statusBefore: z.literal('Moved'),
      statusAfter: z.literal('Confirmed'),
      moveId,
      /** The id of the `AppointmentMovedAway`. */
      undoneEventId: z.string(),
    }),
    { action: 'undo', sentence: ['undidMove', 'visit'] },
  ),
] as const;
