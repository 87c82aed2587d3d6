import { z } from 'zod';
import {
  appointmentTypeSchema,
  paymentMethodSchema,
  paymentStatusSchema,
  recordedMethodSchema,
  storedStatusSchema,
} from '../appointments.ts';
import { latenessSchema } from '../clinic/queue.ts';
import { intervalSchema, minutesSchema, planSchema } from '../clinic/schedule.ts';
import { bookedSessionSchema, visitKindSchema } from '../clinic/sessions.ts';
import { spanSchema } from '../clinic/spans.ts';
import { amountSchema } from '../fields/money.ts';
import { feeChangeSchema, paymentsSchema, visitMoneySchema } from '../fields/visit-money.ts';
import { appointmentIdSchema, idSchema, leaveIdSchema, timeSchema } from '../ids.ts';
import { defineEvent, type EventOf, personal } from './definition.ts';
import { holdEvents } from './doctor-day/holds.ts';
import { moveEvents } from './doctor-day/moves.ts';
import { presenceEvents, presenceTypes } from './doctor-day/presence.ts';
import { statusEvents } from './doctor-day/status.ts';

const reason = personal;
/** The leave that blocks the day, or that opens it again. */
const ofLeave = { leaveId: leaveIdSchema.exactOptional() };

/** The amount that is refunded or paid again; null: not recorded. */
const refund = {
  amount: amountSchema.nullable(),
  method: paymentMethodSchema.nullable(),
  /** All money of the visit after the event. */
  money: visitMoneySchema,
};

export const doctorDayEvents = [
  ...statusEvents,
  ...presenceEvents,
  ...moveEvents,
  ...holdEvents,
  /** The slots of the weekly hours. Appended before the first command that finds slots other than the day's plan. */
  defineEvent(
    'SlotsPlanned',
    1,
    planSchema.extend({
      /** The revision of the weekly hours that apply on the date. */
      weekRevision: z.int(),
      /** The revision of the hospital day that applies on the date; null if there is none. */
      calendarRevision: z.int().nullable(),
    }),
    { action: 'availability', sentence: ['planned', 'date', 'doctor'] },
  ),
  defineEvent(
    'AppointmentPaymentRecorded',
    1,
    z.object({
      appointmentId: appointmentIdSchema,
      patientId: idSchema,
      payment: paymentStatusSchema,
      /** The paid amount, or the open one: the fee, unless another amount was agreed; null if there is none. */
      amount: amountSchema.nullable(),
      /** Unknown for an open amount too. */
      method: recordedMethodSchema,
    }),
    { action: 'payment' },
  ),
  /** Appended with a booking or a move if there are fee rules: the rule that applies. */
  defineEvent(
    'FeeDecided',
    1,
    z.object({
      appointmentId: appointmentIdSchema,
      patientId: idSchema,
      /** The amount by the rules, with the registration; null if there is no fee. */
      paise: amountSchema.nullable(),
      /** The rule's name; null for the doctor's one fee. */
      rule: z.string().nullable(),
      registration: amountSchema,
      /** Decided before a move, and not again. */
      repeated: z.literal(true).exactOptional(),
      /** The reason why the desk took another amount; null if it didn't. */
      reason,
    }),
    { action: 'payment', sealedFor: 'patientInData' },
  ),
  /** Corrects a payment. A further correction that names this event undoes it. */
  defineEvent(
    'AppointmentPaymentCorrected',
    1,
    z.object({
      appointmentId: appointmentIdSchema,
      patientId: idSchema,
      paymentBefore: paymentStatusSchema,
      paymentAfter: paymentStatusSchema,
      /** The amount that is now paid, or that no longer counts as paid; null if not recorded. */
      amount: amountSchema.nullable(),
      method: recordedMethodSchema,
      /** Other payments that no longer count as paid. */
      replaced: paymentsSchema.exactOptional(),
      /** All money of the visit after the event. */
      money: visitMoneySchema,
      reason,
      undoneEventId: z.string().nullable(),
    }),
    { action: 'payment', is: 'correction', sealedFor: 'patientInData' },
  ),
  /** The desk called the patient by phone because the slot is blocked or closed; each call is an event. */
  defineEvent(
    'PatientContacted',
    1,
    z.object({ appointmentId: appointmentIdSchema, patientId: idSchema, reached: z.boolean(), note: personal }),
    { action: 'contact', sealedFor: 'patientInData' },
  ),
  /** The call before it counts again, if there was one; `note` is that one's. */
  defineEvent(
    'PatientContactUndone',
    1,
    z.object({
      appointmentId: appointmentIdSchema,
      patientId: idSchema,
      undoneEventId: z.string(),
      contact: z.object({ reached: z.boolean(), at: z.iso.datetime(), by: z.string() }).nullable(),
      note: personal,
    }),
    { action: 'undo', sealedFor: 'patientInData', sentence: ['contactUndone', 'visit'] },
  ),
  /** By the link in a message. Holds for this time of the visit alone. */
  defineEvent(
    'AppointmentConfirmedByPatient',
    1,
    z.object({ appointmentId: appointmentIdSchema, patientId: idSchema, time: timeSchema }),
    { action: 'contact', sentence: ['confirmedByPatient', 'visit'] },
  ),
  /** Appended with the booking of a full slot: the reason for exceeding its capacity. */
  defineEvent(
    'AppointmentOverbooked',
    1,
    z.object({ appointmentId: appointmentIdSchema, patientId: idSchema, reason }),
    { action: 'booking', sealedFor: 'patientInData', sentence: ['overbooked', 'visit'] },
  ),
  /** All or a part of the payment is refunded: with a cancellation, with a move, or by itself. */
  defineEvent(
    'PaymentRefunded',
    1,
    z.object({ appointmentId: appointmentIdSchema, patientId: idSchema, ...refund, reason }),
    { action: 'payment', sealedFor: 'patientInData' },
  ),
  /** The refund is paid again: by itself, or with the undo of the cancellation or move. */
  defineEvent(
    'PaymentRefundUndone',
    1,
    z.object({ appointmentId: appointmentIdSchema, patientId: idSchema, ...refund, undoneEventId: z.string() }),
    { action: 'payment', sentence: ['refundUndone', 'visit'] },
  ),
  /**
   * The records of its patient were split, and the appointment is that of the record `patientId`: later events have it.
   */
  defineEvent(
    'AppointmentReassigned',
    1,
    z.object({
      appointmentId: appointmentIdSchema,
      patientId: idSchema,
      patientBefore: idSchema,
      status: storedStatusSchema,
      mergeId: z.string(),
    }),
    { action: 'patient', sentence: ['reassigned', 'visit'] },
  ),
  /**
   * The appointment has another time on the same day; later events have that time. A further event that names this one
   * undoes it.
   */
  defineEvent(
    'AppointmentRescheduled',
    1,
    z.object({
      appointmentId: appointmentIdSchema,
      patientId: idSchema,
      type: appointmentTypeSchema,
      timeBefore: timeSchema,
      minutesBefore: minutesSchema,
      visitBefore: visitKindSchema.exactOptional(),
      /** The new slot's fields, as in a booking. */
      time: timeSchema,
      minutes: minutesSchema,
      visit: visitKindSchema.exactOptional(),
      /** The quota of the new time's session. */
      branchId: z.int().min(0),
      session: bookedSessionSchema.exactOptional(),
      /** Only if the new time has another fee; `money` also in its undo. */
      feeChange: feeChangeSchema.exactOptional(),
      money: visitMoneySchema.exactOptional(),
      reason,
      undoneEventId: z.string().nullable(),
    }),
    { action: 'move', sealedFor: 'patientInData' },
  ),
  /** The doctor is about so many minutes late from then on; null: no longer. The later event applies. */
  defineEvent('DoctorLatenessSet', 1, z.object({ lateBy: latenessSchema.nullable() }), {
    action: 'queue',
    sentence: ['latenessSet', 'doctor', 'data.lateBy'],
  }),
  /** Hours of this date that replace the weekly hours: while they apply, their slots are the plan. */
  defineEvent('DayHoursSet', 1, z.object({ intervals: z.array(intervalSchema).min(1), reason }), {
    action: 'availability',
    sealedFor: 'streamOwner',
  }),
  defineEvent('DayHoursCleared', 1, z.object({}), { action: 'availability', sentence: ['dayHoursCleared', 'day'] }),
  /** Blocks the whole day, including hours added later. */
  defineEvent('DayBlocked', 1, z.object({ reason, ...ofLeave }), {
    action: 'availability',
    sealedFor: 'streamOwner',
    sentence: ['blocked', 'day'],
  }),
  defineEvent('SlotsBlocked', 1, z.object({ spans: z.array(spanSchema), reason, ...ofLeave }), {
    action: 'availability',
    sealedFor: 'streamOwner',
  }),
  /** Unblocks the whole day, including single blocks. */
  defineEvent('DayUnblocked', 1, z.object(ofLeave), { action: 'availability', sentence: ['unblocked', 'day'] }),
  defineEvent('SlotsUnblocked', 1, z.object({ spans: z.array(spanSchema), ...ofLeave }), { action: 'availability' }),
] as const;

export type DoctorDayEvent = EventOf<(typeof doctorDayEvents)[number]>;
export type StatusEvent = EventOf<(typeof statusEvents)[number]>;
export type PresenceEvent = EventOf<(typeof presenceEvents)[number]>;

export const statusTypes = statusEvents.map(({ type }) => type);
/** Events that change a visit's money, or explain its amount. */
export const moneyTypes = [
  'AppointmentPaymentRecorded',
  'AppointmentPaymentCorrected',
  'FeeDecided',
  'PaymentRefunded',
  'PaymentRefundUndone',
] as const;
/** Events that change a day's hours and blocks. */
export const hoursTypes = [
  'SlotsPlanned',
  'DayHoursSet',
  'DayHoursCleared',
  'DayBlocked',
  'SlotsBlocked',
  'DayUnblocked',
  'SlotsUnblocked',
] as const;
/** Events that add details of a visit and change neither its status, nor its time, nor its money. */
export const noteTypes = [
  ...(['AppointmentOverbooked', 'AppointmentConfirmedByPatient'] as const),
  ...(['PatientContacted', 'PatientContactUndone'] as const),
] as const;
const isStatusType: ReadonlySet<string> = new Set(statusTypes);

export const isStatusEvent = <Event extends { readonly type: string }>(
  event: Event,
): event is Extract<Event, { readonly type: StatusEvent['type'] }> => isStatusType.has(event.type);
const isPresenceType: ReadonlySet<string> = new Set(presenceTypes);
export const isPresenceEvent = <Event extends { readonly type: string }>(
  event: Event,
): event is Extract<Event, { readonly type: PresenceEvent['type'] }> => isPresenceType.has(event.type);
