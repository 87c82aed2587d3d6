import { z } from 'zod';
import {
  appointmentStatusSchema,
  appointmentTypeSchema,
  paymentMethodSchema,
  paymentStatusSchema,
  recordedMethodSchema,
} from '../appointments.ts';
import { intervalSchema, minutesSchema, planSchema } from '../clinic/schedule.ts';
import { bookedSessionSchema, visitKindSchema } from '../clinic/sessions.ts';
import { spanSchema } from '../clinic/spans.ts';
import { amountSchema } from '../fields/money.ts';
import { feeChangeSchema, paymentsSchema, visitMoneySchema } from '../fields/visit-money.ts';
import { appointmentIdSchema, idSchema, leaveIdSchema, timeSchema } from '../ids.ts';
import { defineEvent, type EventOf, personal } from './definition.ts';
import { moveEvents, moveId } from './moves.ts';
import { presenceEvents, presenceTypes } from './presence.ts';

/** Carried by every event that changes a status, so that each view can fold it alone. */
const statusChange = {
  appointmentId: appointmentIdSchema,
  patientId: idSchema,
  time: timeSchema,
  /** The length of its slot when it was booked. */
  minutes: minutesSchema,
  /** The list of its session in which it counts; absent if in none. */
  visit: visitKindSchema.exactOptional(),
  type: appointmentTypeSchema,
  statusBefore: appointmentStatusSchema,
  statusAfter: appointmentStatusSchema,
};
const reason = personal;
/** The leave that blocks the day, or that opens it again. */
const ofLeave = { leaveId: leaveIdSchema.exactOptional() };

/** What is given back or paid again; null: not recorded. */
const refund = {
  amount: amountSchema.nullable(),
  method: paymentMethodSchema.nullable(),
  /** All money of the visit from then on. */
  money: visitMoneySchema,
};

/** They change an appointment's status, from none to Confirmed by a booking; their data has it before and after. */
const statusEvents = [
  defineEvent(
    'AppointmentBooked',
    1,
    z.object({
      ...statusChange,
      statusBefore: z.null(),
      /** Of the session, else of the doctor; 0: none. */
      branchId: z.int().min(0),
      /** What its session says besides its hours; absent if nothing. */
      session: bookedSessionSchema.exactOptional(),
    }),
    { action: 'booking', sentence: ['booked', 'visit'] },
  ),
  defineEvent('AppointmentMarkedVisited', 1, z.object(statusChange), { action: 'visit' }),
  defineEvent('AppointmentMarkedNotVisited', 1, z.object(statusChange), { action: 'visit' }),
  /** `undoneEventId`: of the walk-in that it undoes. */
  defineEvent('AppointmentCancelled', 1, z.object({ ...statusChange, undoneEventId: z.string().exactOptional() }), {
    action: 'cancellation',
    sentence: ['cancelled', 'visit'],
  }),
  defineEvent('AppointmentMarkUndone', 1, z.object({ ...statusChange, undoneEventId: z.string() }), { action: 'undo' }),
  defineEvent('AppointmentCancellationUndone', 1, z.object({ ...statusChange, undoneEventId: z.string() }), {
    action: 'undo',
  }),
  defineEvent('AppointmentStatusCorrected', 1, z.object({ ...statusChange, reason }), {
    action: 'correction',
    is: 'correction',
    sealedFor: 'patientInData',
  }),
  /** To another day or doctor, which have it by now; nothing but `AppointmentMoveUndone` leads out of Moved. */
  defineEvent(
    'AppointmentMovedAway',
    1,
    z.object({
      ...statusChange,
      statusBefore: z.literal('Confirmed'),
      statusAfter: z.literal('Moved'),
      moveId,
      to: appointmentIdSchema,
      /** The first appointment of the visit. */
      visitId: appointmentIdSchema,
      /** As of the move's beginning: set if it is the undo of an earlier move. */
      undoneEventId: z.string().nullable(),
    }),
    { action: 'move' },
  ),
  /** The old appointment of a move that is undone takes its place back. */
  defineEvent(
    'AppointmentMoveUndone',
    1,
    z.object({
      ...statusChange,
      statusBefore: z.literal('Moved'),
      statusAfter: z.literal('Confirmed'),
      moveId,
      /** The `AppointmentMovedAway`. */
      undoneEventId: z.string(),
    }),
    { action: 'undo', sentence: ['undidMove', 'visit'] },
  ),
] as const;

export const doctorDayEvents = [
  ...statusEvents,
  ...presenceEvents,
  ...moveEvents,
  /** The slots of the weekly template; appended before the first command that sees other slots than the day's plan. */
  defineEvent(
    'SlotsPlanned',
    1,
    planSchema.extend({
      /** Of the week in force on the date. */
      weekRevision: z.int(),
      /** Of the hospital's day in force on the date; null if there is none. */
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
      /** What was paid, or is to be: the fee unless another amount was said; null if there is none. */
      amount: amountSchema.nullable(),
      /** Unknown also of what is to be paid. */
      method: recordedMethodSchema,
    }),
    { action: 'payment' },
  ),
  /** Beside a booking or a move where there are kinds of fees: which one it was. */
  defineEvent(
    'FeeDecided',
    1,
    z.object({
      appointmentId: appointmentIdSchema,
      patientId: idSchema,
      /** What the rules come to, with the registration; null if there is no fee. */
      paise: amountSchema.nullable(),
      /** The rule's name; null: the doctor's one fee. */
      rule: z.string().nullable(),
      registration: amountSchema,
      /** Decided before a move, and not anew. */
      repeated: z.literal(true).exactOptional(),
      /** Why the desk took another amount; null if it didn't. */
      reason,
    }),
    { action: 'payment', sealedFor: 'patientInData' },
  ),
  /** Corrects a payment. Undone by another one that names this event. */
  defineEvent(
    'AppointmentPaymentCorrected',
    1,
    z.object({
      appointmentId: appointmentIdSchema,
      patientId: idSchema,
      paymentBefore: paymentStatusSchema,
      paymentAfter: paymentStatusSchema,
      /** What is paid by it or, back to Pay_later, counts as not paid; null if it wasn't recorded. */
      amount: amountSchema.nullable(),
      method: recordedMethodSchema,
      /** What else counted as paid before it and doesn't any more. */
      replaced: paymentsSchema.exactOptional(),
      /** All money of the visit from then on. */
      money: visitMoneySchema,
      reason,
      undoneEventId: z.string().nullable(),
    }),
    { action: 'payment', is: 'correction', sealedFor: 'patientInData' },
  ),
  /** The patient was called because of a slot that is blocked or closed; a further call is a further event. */
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
  /** Beside the booking of a full slot: why it was booked beyond its capacity. */
  defineEvent(
    'AppointmentOverbooked',
    1,
    z.object({ appointmentId: appointmentIdSchema, patientId: idSchema, reason }),
    { action: 'booking', sealedFor: 'patientInData', sentence: ['overbooked', 'visit'] },
  ),
  /** What was paid is given back, or a part of it: with a cancellation or a move, or by itself. */
  defineEvent(
    'PaymentRefunded',
    1,
    z.object({ appointmentId: appointmentIdSchema, patientId: idSchema, ...refund, reason }),
    { action: 'payment', sealedFor: 'patientInData' },
  ),
  /** By itself, or with the undo of the cancellation or move: what was given back is paid again. */
  defineEvent(
    'PaymentRefundUndone',
    1,
    z.object({ appointmentId: appointmentIdSchema, patientId: idSchema, ...refund, undoneEventId: z.string() }),
    { action: 'payment', sentence: ['refundUndone', 'visit'] },
  ),
  /**
   * Another time of the same day. From then on the appointment's events carry this time. Undone by another one that names
   * this event.
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
      /** The new one, as of a booking. */
      time: timeSchema,
      minutes: minutesSchema,
      visit: visitKindSchema.exactOptional(),
      /** Of the session of the new time. */
      branchId: z.int().min(0),
      session: bookedSessionSchema.exactOptional(),
      /** Where the new time has another fee; `money` also of its undo. */
      feeChange: feeChangeSchema.exactOptional(),
      money: visitMoneySchema.exactOptional(),
      reason,
      undoneEventId: z.string().nullable(),
    }),
    { action: 'move', sealedFor: 'patientInData' },
  ),
  /** Hours of this date instead of those of the week: while they hold, their slots are the plan. */
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
/** They change a visit's money, or say how it was decided. */
export const moneyTypes = [
  'AppointmentPaymentRecorded',
  'AppointmentPaymentCorrected',
  'FeeDecided',
  'PaymentRefunded',
  'PaymentRefundUndone',
] as const;
/** They change a day's hours and blocks. */
export const hoursTypes = [
  'SlotsPlanned',
  'DayHoursSet',
  'DayHoursCleared',
  'DayBlocked',
  'SlotsBlocked',
  'DayUnblocked',
  'SlotsUnblocked',
] as const;
/** They say more of a visit, and change neither its status, nor its time, nor its money. */
export const noteTypes = ['AppointmentOverbooked', 'PatientContacted', 'PatientContactUndone'] as const;
const isStatusType: ReadonlySet<string> = new Set(statusTypes);

export const isStatusEvent = <Event extends { readonly type: string }>(
  event: Event,
): event is Extract<Event, { readonly type: StatusEvent['type'] }> => isStatusType.has(event.type);
const isPresenceType: ReadonlySet<string> = new Set(presenceTypes);
export const isPresenceEvent = <Event extends { readonly type: string }>(
  event: Event,
): event is Extract<Event, { readonly type: PresenceEvent['type'] }> => isPresenceType.has(event.type);
