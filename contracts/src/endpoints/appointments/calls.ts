import { z } from 'zod';
import { maxNoteLength } from '../../fields/max-lengths.ts';
import { lineSchema } from '../../fields/text.ts';
import { appointmentIdSchema, dateSchema, idSchema } from '../../ids.ts';
import { claims, endpoint } from '../definition.ts';
import { commandReply, csvFile, paging } from '../shapes.ts';
import { appointmentDetailSchema } from './appointments.ts';

/** The last phone call about an appointment. */
export const contactSchema = z.object({
  reached: z.boolean(),
  /** Null once the patient is erased. */
  note: z.string().nullable(),
  /** UTC. */
  at: z.iso.datetime(),
  by: z.string(),
});

/**
 * Why a visit can't take place at its time: it is blocked, the hospital is closed, the doctor has left, or it is outside
 * the doctor's hours.
 */
export const callReasons = ['blocked', 'hospitalDay', 'left', 'hours'] as const;
export type CallReason = (typeof callReasons)[number];

export const personToCallSchema = appointmentDetailSchema.extend({
  why: z.enum(callReasons),
  /** The reason of a block or of the date's hours, or the name of the hospital day; null if there is none. */
  reason: z.string().nullable(),
  contact: contactSchema.exactOptional(),
});
export type PersonToCall = z.infer<typeof personToCallSchema>;

/** At most a year. */
const maxDates = 366;

const callFilters = {
  pocId: idSchema.optional(),
  /** Only visits with these doctors. */
  dates: z.array(dateSchema).min(1).max(maxDates).optional(),
  /** Only those of this cause. */
  why: z.enum(callReasons).optional(),
  /** Only patients who have not been reached yet. */
  open: z.literal(true).optional(),
};

const listCalls = endpoint('/api/calls/list', {
  kind: 'query',
  access: ['admin', 'auditor'],
  claims: [claims.client, claims.doctor],
  request: z.strictObject({ clientId: idSchema, ...callFilters, ...paging }),
  response: z.array(personToCallSchema),
  failure: 'Failed to fetch the people to call.',
  title: 'Confirmed visits from today on whose time is blocked or closed, next first',
});

const exportCalls = endpoint('/api/export/calls', {
  ...csvFile,
  access: ['admin', 'auditor'],
  claims: [claims.client, claims.doctor],
  request: z.strictObject({ clientId: idSchema, ...callFilters, search: paging.search }),
  title: 'Export the people to call that the filters choose as CSV',
});

const noteContact = endpoint('/api/calls/note', {
  kind: 'command',
  access: ['admin'],
  action: 'contact',
  claims: [claims.appointment],
  request: z.strictObject({
    appointmentId: appointmentIdSchema,
    reached: z.boolean(),
    note: lineSchema(maxNoteLength).nullish(),
    /** The `eventId` of the reply that recorded it: takes the call back. */
    undo: z.string().max(64).optional(),
  }),
  response: z.object({
    ...commandReply,
    /** The event to name in an undo; null if nothing was recorded. */
    eventId: z.string().nullable(),
    undoUntil: z.iso.datetime().nullable(),
  }),
  failure: 'Error recording the call',
  refusals: [
    'appointment.unknown',
    'appointment.not-confirmed',
    'appointment.moving',
    'appointment.moved',
    'appointment.changed',
    'undo.expired',
    'undo.unknown',
    'patient.erased',
    'key.reused',
    'log.conflict',
  ],
  title: 'Record a phone call to a patient, reached or not',
});

export const callEndpoints = { listCalls, exportCalls, noteContact };
