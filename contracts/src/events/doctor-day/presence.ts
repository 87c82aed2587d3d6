import { z } from 'zod';
import { tokenLetterSchema } from '../../clinic/queue.ts';
import { appointmentIdSchema, idSchema, timeSchema } from '../../ids.ts';
import { defineEvent } from '../definition.ts';

const visit = { appointmentId: appointmentIdSchema, patientId: idSchema };
const room = z.string().nullable();

/** Presence exists beside the status: for Confirmed appointments on their day. */
export const presenceEvents = [
  defineEvent(
    'PatientArrived',
    1,
    z.object({
      ...visit,
      /** A number of the doctor's day, from 1. */
      token: z.int().min(1),
      letter: tokenLetterSchema.exactOptional(),
      /** HH:mm at the clinic. */
      arrivedAt: timeSchema,
    }),
    { action: 'queue', sentence: ['arrived', 'visit', 'data.token', 'data.letter'] },
  ),
  /** Also undoes a call. */
  defineEvent('ArrivalWithdrawn', 1, z.object({ ...visit, undoneEventId: z.string() }), {
    action: 'undo',
    sentence: ['arrivalWithdrawn', 'visit'],
  }),
  /** Also for a patient who was called before. */
  defineEvent('PatientCalled', 1, z.object({ ...visit, room }), {
    action: 'queue',
    sentence: ['called', 'visit', 'data.room'],
  }),
  defineEvent(
    'CallWithdrawn',
    1,
    z.object({
      ...visit,
      /** The previous call, which applies again; null: waiting. */
      call: z.object({ room, calledAt: z.iso.datetime() }).nullable(),
      undoneEventId: z.string(),
    }),
    { action: 'undo', sentence: ['callWithdrawn', 'visit'] },
  ),
] as const;

export const presenceTypes = presenceEvents.map(({ type }) => type);
