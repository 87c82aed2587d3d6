import { z } from 'zod';
import { spanSchema } from '../../clinic/spans.ts';
import { maxNoteLength, maxReasonLength } from '../../fields/max-lengths.ts';
import { lineSchema, requiredLine } from '../../fields/text.ts';
import { appointmentIdSchema, dateSchema, idSchema, instantSchema, timeSchema } from '../../ids.ts';
import { claims, endpoint } from '../definition.ts';
import { refusalsOfHold } from '../partner/partner-commands.ts';
import { commandReply, csvFile } from '../shapes.ts';
import { bookingEndpoints } from './booking.ts';

/** A place that is held for a patient on the waiting list. */
const offerSchema = z.object({
  appointmentId: appointmentIdSchema,
  pocId: idSchema,
  pocName: z.string(),
  date: dateSchema,
  time: timeSchema,
  /** Until when it can be accepted. */
  until: instantSchema,
  /** The desk's word why it gave the place out of turn; null: it was the patient's turn. */
  reason: z.string().nullable(),
  /** The email to the patient; absent: none. `at`: when it is to be sent, or was last tried or sent. */
  email: z.object({ state: z.enum(['planned', 'started', 'sent', 'failed']), at: instantSchema }).exactOptional(),
});

const waitingPatient = z.object({
  waitingId: idSchema,
  userId: idSchema,
  patientName: z.string().nullable(),
  patientPhone: z.string().nullable(),
  /** The doctor; null: any doctor of the department. */
  pocId: idSchema.nullable(),
  departmentId: idSchema.nullable(),
  /** The doctor's or the department's name. */
  target: z.string(),
  from: dateSchema,
  to: dateSchema,
  times: spanSchema.nullable(),
  note: z.string().nullable(),
  joinedAt: instantSchema,
  by: z.string(),
  offer: offerSchema.nullable(),
});
export type WaitingPatient = z.infer<typeof waitingPatient>;

const listWaiting = endpoint('/api/waiting-list/list', {
  kind: 'query',
  access: ['admin', 'auditor'],
  claims: [claims.client],
  request: z.strictObject({ clientId: idSchema }),
  response: z.array(waitingPatient),
  failure: 'Failed to fetch the waiting list.',
  title: 'The patients who wait for a place, in the order in which they joined',
});

const exportWaiting = endpoint('/api/export/waiting-list', {
  ...csvFile,
  access: ['admin', 'auditor'],
  claims: [claims.client],
  request: z.strictObject({
    clientId: idSchema,
    /** Only entries for this doctor or department; nothing where nobody waits for it. */
    target: idSchema.exactOptional(),
    /** Only entries for whom this day suits. */
    date: dateSchema.exactOptional(),
  }),
  title: 'Export the patients on the waiting list whom the filters choose as CSV',
});

const byDesk = { kind: 'command', access: ['admin'], action: 'booking' } as const;
const ofEntry = { clientId: idSchema, waitingId: idSchema };

const joinWaitingList = endpoint('/api/waiting-list/join', {
  ...byDesk,
  claims: [claims.client, claims.patient, claims.doctor, claims.department],
  request: z
    .strictObject({
      clientId: idSchema,
      userId: idSchema,
      departmentId: idSchema,
      /** Absent: any doctor of the department. */
      pocId: idSchema.exactOptional(),
      from: dateSchema,
      to: dateSchema,
      /** The times of day that suit; absent: any. */
      times: spanSchema
        .refine(({ from, to }) => from < to, { message: 'The end must be after the start.', path: ['to'] })
        .meta({ examples: [{ from: '09:00', to: '12:00' }] })
        .exactOptional(),
      note: lineSchema(maxNoteLength).exactOptional(),
    })
    .refine(({ from, to }) => from <= to, { message: 'The last day must not be before the first.', path: ['to'] }),
  response: z.object({ ...commandReply, waitingId: idSchema }),
  failure: 'The patient could not join the waiting list. Please try again.',
  refusals: [
    ...([
      'waiting.days',
      'waiting.already',
      'patient.unknown',
      'patient.erased',
      'patient.leaving',
      'patient.without-email',
    ] as const),
    ...(['key.reused', 'log.conflict'] as const),
  ],
  title: 'Add a patient to the waiting list of a doctor or a department',
});

const leaveWaitingList = endpoint('/api/waiting-list/leave', {
  ...byDesk,
  claims: [claims.client],
  request: z.strictObject(ofEntry),
  response: z.object(commandReply),
  failure: 'The patient could not leave the waiting list. Please try again.',
  refusals: ['waiting.unknown', 'key.reused', 'log.conflict'],
  title: 'Remove a patient from the waiting list; any place offered to them becomes free',
});

const offerPlace = endpoint('/api/waiting-list/offer', {
  ...byDesk,
  claims: [claims.client, claims.doctor],
  request: z.strictObject({
    ...ofEntry,
    pocId: idSchema,
    date: dateSchema,
    time: timeSchema,
    reason: requiredLine(maxReasonLength, 'Please give a reason.'),
    /** The hold of an offer of this time to another patient, which ends, as listed; absent: a free place. */
    instead: appointmentIdSchema.exactOptional(),
  }),
  response: z.object({ ...commandReply, appointmentId: appointmentIdSchema, until: instantSchema }),
  failure: 'The place could not be offered. Please try again.',
  refusals: [
    ...(['waiting.unknown', 'waiting.offered', 'offer.ended', 'doctor.unknown'] as const),
    ...(['patient.erased', 'patient.leaving', 'patient.already-booked'] as const),
    ...refusalsOfHold,
  ],
  title: 'Offer a free place, or one that is offered to another, to anyone on the waiting list; it is held for them',
});

const answerOffer = endpoint('/api/waiting-list/answer', {
  ...byDesk,
  claims: [claims.client, claims.appointment],
  request: z.strictObject({
    ...ofEntry,
    /** The hold of the offered place, as listed. */
    appointmentId: appointmentIdSchema,
    answer: z.enum(['accept', 'decline']),
  }),
  response: z.object(commandReply),
  failure: 'The answer could not be saved. Please try again.',
  refusals: [
    ...(['waiting.unknown', 'offer.ended', 'patient.unknown', 'hold.unknown', 'hold.ended', 'hold.lapsed'] as const),
    ...bookingEndpoints.createAppointment.refusals,
  ],
  title: 'Record that a patient accepts an offered place, which is booked, or declines it',
});

export const waitingEndpoints = {
  listWaiting,
  exportWaiting,
  joinWaitingList,
  leaveWaitingList,
  offerPlace,
  answerOffer,
};
