import { z } from 'zod';
import { feeChangeSchema, visitMoneySchema } from '../fields/visit-money.ts';
import { appointmentIdSchema, idSchema, timeSchema } from '../ids.ts';
import { defineEvent, personal } from './definition.ts';

/** Carried by each step of a move to another day or doctor: the id of the command that began it. */
export const moveId = z.string();

/**
 * The steps of a move over two streams that change no status by themselves: the origin begins it, the destination takes
 * the visit in or refuses it, the origin gives it away (`AppointmentMovedAway`) or ends the move.
 */
export const moveEvents = [
  /** On the origin. */
  defineEvent(
    'AppointmentMoveStarted',
    1,
    z.object({
      moveId,
      appointmentId: appointmentIdSchema,
      patientId: idSchema,
      /** The appointment that it becomes, which names doctor and day. */
      to: appointmentIdSchema,
      toTime: timeSchema,
      reason: personal,
      /** An undo is a move back: the `AppointmentMovedIn` that it compensates. */
      undoneEventId: z.string().nullable(),
      /** Absent where the fee stays. */
      feeChange: feeChangeSchema.exactOptional(),
    }),
    { action: 'move', sealedFor: 'patientInData' },
  ),
  /** On the destination, beside the booking. */
  defineEvent(
    'AppointmentMovedIn',
    1,
    z.object({
      moveId,
      appointmentId: appointmentIdSchema,
      patientId: idSchema,
      from: appointmentIdSchema,
      /** The first appointment of the visit. */
      visitId: appointmentIdSchema,
      /** What was taken before the move, which takes nothing. */
      payment: visitMoneySchema,
      feeChange: feeChangeSchema.exactOptional(),
    }),
    { action: 'move' },
  ),
  /** On the destination: whatever speaks against it once the move has begun. */
  defineEvent(
    'MoveRefused',
    1,
    z.object({
      moveId,
      patientId: idSchema,
      from: appointmentIdSchema,
      to: appointmentIdSchema,
      /** Of `errorCodes` when it was refused; later builds may have others. */
      code: z.string(),
    }),
    { action: 'move' },
  ),
  /** On the origin, where the destination refused. */
  defineEvent(
    'AppointmentMoveAbandoned',
    1,
    z.object({
      moveId,
      appointmentId: appointmentIdSchema,
      patientId: idSchema,
      to: appointmentIdSchema,
      code: z.string(),
    }),
    { action: 'move' },
  ),
] as const;

export const moveSteps = moveEvents.map(({ type }) => type);
