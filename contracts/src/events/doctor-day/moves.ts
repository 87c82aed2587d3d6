import { z } from 'zod';
import { feeChangeSchema, visitMoneySchema } from '../../fields/visit-money.ts';
import { appointmentIdSchema, idSchema, timeSchema } from '../../ids.ts';
import { defineEvent, personal } from '../definition.ts';

/** The id of the command that began a move to another day or doctor; each step of the move has it. */
export const moveId = z.string();

/**
 * The steps of a move over two streams that change no status by themselves: the origin starts it, the destination
 * accepts or refuses the visit, and the origin completes it (`AppointmentMovedAway`) or ends the move.
 */
export const moveEvents = [
  /** Appended to the origin. */
  defineEvent(
    'AppointmentMoveStarted',
    1,
    z.object({
      moveId,
      appointmentId: appointmentIdSchema,
      patientId: idSchema,
      /** The appointment at the destination; its id names doctor and day. */
      to: appointmentIdSchema,
      toTime: timeSchema,
      reason: personal,
      /** An undo is a move back: the id of the `AppointmentMovedIn` that it compensates. */
      undoneEventId: z.string().nullable(),
      /** Absent if the fee is unchanged. */
      feeChange: feeChangeSchema.exactOptional(),
    }),
    { action: 'move', sealedFor: 'patientInData' },
  ),
  /** Appended to the destination, with the booking. */
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
      /** The money before the move. The move itself is no payment. */
      payment: visitMoneySchema,
      feeChange: feeChangeSchema.exactOptional(),
    }),
    { action: 'move' },
  ),
  /** Appended to the destination: the reason against the move, once it has begun. */
  defineEvent(
    'MoveRefused',
    1,
    z.object({
      moveId,
      patientId: idSchema,
      from: appointmentIdSchema,
      to: appointmentIdSchema,
      /** A code of `errorCodes` at that time; later builds may have others. */
      code: z.string(),
    }),
    { action: 'move' },
  ),
  /** Appended to the origin if the destination refused. */
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
