import { z } from 'zod';
import { idSchema, positionSchema } from '../ids.ts';
import { signedHeadSchema } from '../proof/signed-head.ts';
import { defineEvent } from './definition.ts';

const eventPlaceSchema = z.object({ position: positionSchema, eventId: idSchema });

/** The last known event, which the log lacks, and the log's last event at that time; null if it was empty. */
export const setBackSchema = z.object({
  seen: eventPlaceSchema,
  present: eventPlaceSchema.nullable(),
  /** All known events that the log lacked. */
  lost: z.array(eventPlaceSchema),
  reason: z.string(),
});

/** Heads of the log that the product signed, and set-backs that an operator accepted. */
export const logHeadEvents = [
  defineEvent('LogHeadSigned', 1, signedHeadSchema, { action: 'other', sentence: ['headSigned'] }),
  defineEvent('LogSetBackAccepted', 1, setBackSchema, { action: 'other' }),
] as const;
