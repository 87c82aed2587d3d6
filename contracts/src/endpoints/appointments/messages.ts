import { z } from 'zod';
import { languages } from '../../fields/language.ts';
import { maxReasonLength } from '../../fields/max-lengths.ts';
import { requiredLine } from '../../fields/text.ts';
import { appointmentIdSchema, dateSchema, idSchema, timeSchema } from '../../ids.ts';
import { claims, endpoint } from '../definition.ts';
import { commandReply } from '../shapes.ts';

const failure = 'The choice could not be saved. Please try again.';

const chooseMessages = endpoint('/api/patients/messages', {
  kind: 'command',
  access: ['admin'],
  action: 'patient',
  claims: [claims.patient],
  request: z.strictObject({
    userId: idSchema,
    /** Whether the patient wants emails about visits. */
    email: z.boolean(),
    reason: requiredLine(maxReasonLength, 'Please give a reason.'),
  }),
  response: z.object(commandReply),
  failure,
  refusals: ['key.reused', 'log.conflict', 'patient.erased'],
  title: 'Record whether a patient wants emails about visits',
});

const setMessageLanguage = endpoint('/api/patients/message-language', {
  kind: 'command',
  access: ['admin'],
  action: 'patient',
  claims: [claims.patient],
  request: z.strictObject({
    userId: idSchema,
    /** Null: the hospital's. */
    language: z.enum(languages).nullable(),
  }),
  response: z.object(commandReply),
  failure: 'The language could not be saved. Please try again.',
  refusals: ['key.reused', 'log.conflict', 'patient.erased'],
  title: 'Choose the language of the emails to a patient about visits',
});

const declineMessages = endpoint('/api/messages/decline', {
  kind: 'command',
  access: 'public',
  oneClickPage: '/no-messages/{token}/{userId}',
  /** `userId`: the patient record that the message was for. */
  request: z.strictObject({ token: z.string().max(100), userId: idSchema }),
  response: z.object({ success: z.literal(true), message: z.string() }),
  failure,
  refusals: ['token.invalid', 'request.throttled', 'log.conflict'],
  title: 'Use the link in an email about a visit: the patient gets no more of them. Also the one click of RFC 8058',
});

/** How a visit is for whoever opens the link in a message about it. */
export const answerStates = [
  ...(['open', 'confirmed', 'cancelled', 'moving', 'past', 'ended'] as const),
  ...(['offered', 'declined', 'offerEnded'] as const),
] as const;
/** No more than the message had. */
const visitOfLink = z.object({
  firstName: z.string(),
  hospital: z.string(),
  branch: z.string().nullable(),
  doctor: z.string(),
  date: dateSchema,
  time: timeSchema,
  /** Until when an offered place is held; of an offer alone. */
  offeredUntil: z.object({ date: dateSchema, time: timeSchema }).exactOptional(),
});

const placeSchema = { date: dateSchema, time: timeSchema };
const visitAnswer = z.union([
  z.strictObject({ is: z.enum(['confirm', 'cancel']), ...placeSchema }),
  /** Of an offered place. */
  z.strictObject({ is: z.enum(['accept', 'decline']), ...placeSchema }),
  z.strictObject({ is: z.literal('move'), ...placeSchema, to: z.strictObject(placeSchema) }),
]);

const answerVisit = endpoint('/api/messages/answer', {
  kind: 'command',
  access: 'public',
  request: z.strictObject({
    token: z.string().max(100),
    appointmentId: appointmentIdSchema,
    /** Absent: shows the visit and changes nothing. `date` and `time`: the visit's own that the page has shown. */
    answer: visitAnswer.exactOptional(),
    /** Lists the doctor's free times on the first day that has some, from this date on. */
    freeFrom: dateSchema.exactOptional(),
  }),
  response: z.object({
    success: z.literal(true),
    /** `ended`: the link answers nothing any more, for example as the visit has taken place. `offered`: not yet booked. */
    state: z.enum(answerStates),
    /** Null unless `open`, `confirmed` or `offered`. */
    visit: visitOfLink.nullable(),
    /** If asked for, of a visit that can be moved. */
    free: z
      .object({
        /** Null: none was found before `later`. */
        date: dateSchema.nullable(),
        times: z.array(timeSchema),
        /** From where later days can be asked for; null if there are none. */
        later: dateSchema.nullable(),
      })
      .exactOptional(),
  }),
  failure: 'Your answer could not be saved. Please try again.',
  refusals: [
    ...(['token.invalid', 'request.throttled', 'log.conflict', 'appointment.changed'] as const),
    ...(['slot.full', 'slot.blocked', 'slot.unknown', 'slot.passed', 'slot.beyond-horizon'] as const),
    ...(['session.not-open', 'session.closed', 'session.on-request', 'session.only-for', 'session.list-full'] as const),
    ...(['doctor.left', 'doctor.on-request', 'patient.already-booked', 'move.called', 'fee.undecided'] as const),
    ...(['offer.ended', 'hold.ended', 'hold.lapsed', 'patient.without-email'] as const),
  ],
  title: 'Use the link in an email about a visit: the patient sees, confirms, moves or cancels it, or answers an offer',
});

const stopMessage = endpoint('/api/messages/stop', {
  kind: 'command',
  access: ['admin'],
  action: 'contact',
  claims: [claims.appointment],
  request: z.strictObject({
    /** Any appointment of the visit. */
    appointmentId: appointmentIdSchema,
    /** The number of the planned message, as in the visit's story. */
    messageId: z.int().min(1),
  }),
  response: z.object(commandReply),
  failure: 'The message could not be stopped. Please try again.',
  refusals: ['key.reused', 'log.conflict', 'appointment.unknown', 'message.sent'],
  title: 'Stop a planned message to a patient',
});

export const messageEndpoints = { chooseMessages, setMessageLanguage, declineMessages, answerVisit, stopMessage };
