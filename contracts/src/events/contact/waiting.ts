import { z } from 'zod';
import { spanSchema } from '../../clinic/spans.ts';
import { appointmentIdSchema, dateSchema, idSchema, instantSchema, timeSchema } from '../../ids.ts';
import { defineEvent, type EventOf, personal } from '../definition.ts';

const patient = { patientId: idSchema };
/** The held place. Its hold's id becomes the appointment's. */
const offer = { ...patient, appointmentId: appointmentIdSchema, time: timeSchema };

/** `declined`: by the patient, or by the desk for the patient; `givenAway`: the desk gave the place to another. */
export const declineReasons = ['declined', 'givenAway'] as const;
/** `unanswered`: in time; `ended`: the place was freed before that, and may be offered to the patient again. */
const lapseReasons = ['unanswered', 'ended'] as const;
/** `left`: by the desk; `erased`: the person was erased. */
export const leaveReasons = ['left', 'erased'] as const;

/** A patient who waits for a place. The stream is named by the entry. */
export const waitingEvents = [
  defineEvent(
    'WaitingListJoined',
    1,
    z.object({
      ...patient,
      /** Null: any doctor of the department. */
      pocId: idSchema.nullable(),
      departmentId: idSchema.nullable(),
      from: dateSchema,
      to: dateSchema,
      /** The times of day that suit; null: any. */
      times: spanSchema.nullable(),
      note: personal,
    }),
    {
      action: 'booking',
      sealedFor: 'patientInData',
      sentence: ['waitingListJoined', 'patient', 'data.from', 'data.to'],
    },
  ),
  /** Appended after the place is held. */
  defineEvent(
    'PlaceOffered',
    1,
    z.object({
      ...offer,
      until: instantSchema,
      /** Why the desk gave the place out of turn; null: it was this patient's turn. */
      reason: personal,
    }),
    { action: 'booking', sealedFor: 'patientInData', sentence: ['placeOffered', 'visit'] },
  ),
  /** Appended after the place is booked. */
  defineEvent('OfferAccepted', 1, z.object(offer), { action: 'booking', sentence: ['offerAccepted', 'visit'] }),
  defineEvent('OfferDeclined', 1, z.object({ ...offer, because: z.enum(declineReasons) }), {
    action: 'booking',
    sentence: ['offerDeclined', 'visit', 'data.because'],
  }),
  defineEvent('OfferLapsed', 1, z.object({ ...offer, because: z.enum(lapseReasons) }), {
    action: 'booking',
    sentence: ['offerLapsed', 'visit'],
  }),
  defineEvent('WaitingListLeft', 1, z.object({ ...patient, because: z.enum(leaveReasons) }), {
    action: 'booking',
    sentence: ['waitingListLeft', 'patient', 'data.because'],
  }),
] as const;
export type WaitingEvent = EventOf<(typeof waitingEvents)[number]>;
