import { z } from 'zod';
import { appointmentIdSchema, idSchema, instantSchema } from '../../ids.ts';
import { messageKinds } from '../../patients/messages.ts';
import { defineEvent, type EventOf } from '../definition.ts';

/** Why a planned message isn't sent. */
export const dropReasons = [
  ...(['cancelled', 'changed', 'marked', 'past', 'late'] as const),
  ...(['erased', 'declined', 'noAddress', 'switchedOff', 'restored', 'stopped', 'offerEnded'] as const),
  ...(['called', 'notNext'] as const),
] as const;
export type DropReason = (typeof dropReasons)[number];

/** Carried by every event of a message; neither an address nor a name. */
const message = {
  /** The number of the message in its stream, from 1. */
  messageId: z.int().min(1),
  kind: z.enum(messageKinds),
  /** The appointment that it is about, which may be a later one of the visit, or the hold of an offered place. */
  appointmentId: appointmentIdSchema,
  patientId: idSchema,
};

/** The messages to the patient of a visit, or of an offered place. The stream is named by the visit's first appointment. */
export const messageEvents = [
  defineEvent(
    'MessagePlanned',
    1,
    z.object({
      ...message,
      channel: z.literal('email'),
      dueAt: instantSchema,
      /** The start of the visit that it names. */
      startsAt: instantSchema,
      /** The event that set the visit's time or status, held the offered place, or last changed the queue. */
      causedBy: z.string(),
    }),
    { action: 'contact', sentence: ['messagePlanned', 'visit', 'data.kind'] },
  ),
  /** Appended by the one process that sends it. Without an end the message may have been sent, and isn't sent again. */
  defineEvent('MessageSendStarted', 1, z.object({ ...message, attempt: z.int().min(1) }), {
    action: 'contact',
    sentence: ['messageSendStarted', 'visit', 'data.kind'],
  }),
  /** The mail server accepted it. */
  defineEvent('MessageSent', 1, z.object(message), {
    action: 'contact',
    sentence: ['messageSent', 'visit', 'data.kind'],
  }),
  /** The mail server certainly didn't accept it. */
  defineEvent(
    'MessageFailed',
    1,
    z.object({
      ...message,
      /** The code of the error. */
      reason: z.string(),
      willRetry: z.boolean(),
      /** The time of the next attempt; null: none. */
      retryAt: instantSchema.nullable(),
    }),
    { action: 'contact', sentence: ['messageFailed', 'visit', 'data.kind', 'data.willRetry'] },
  ),
  defineEvent('MessageDropped', 1, z.object({ ...message, because: z.enum(dropReasons) }), {
    action: 'contact',
    sentence: ['messageDropped', 'visit', 'data.kind', 'data.because'],
  }),
] as const;
export type MessageEvent = EventOf<(typeof messageEvents)[number]>;
