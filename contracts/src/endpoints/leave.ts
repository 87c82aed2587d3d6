import { z } from 'zod';
import { appointmentTypeSchema, moneySchema, paymentStatusSchema } from '../appointments.ts';
import { spanSchema } from '../clinic/spans.ts';
import { leaveChoiceSchema, leaveOutcomes } from '../events/calendar.ts';
import { maxReasonLength } from '../fields/max-lengths.ts';
import { amountSchema } from '../fields/money.ts';
import { lineSchema } from '../fields/text.ts';
import { differenceSchema } from '../fields/visit-money.ts';
import { appointmentIdSchema, dateSchema, idSchema, leaveIdSchema, positionSchema, timeSchema } from '../ids.ts';
import { claims, endpoint } from './definition.ts';
import { commandReply, csvFile } from './shapes.ts';

/** Appointments in a leave, at most. */
export const maxLeaveRows = 500;
/** How long after it is settled a leave can be undone, ms. */
export const undoLeaveWindowMs = 60_000;
/** Days after a leave in which later times with the same doctor are looked for. */
export const laterWithinDays = 14;

const ofDoctor = { access: ['admin', 'doctor', 'auditor'], claims: [claims.doctor] } as const;
const byDoctorOrAdmin = { ...ofDoctor, access: ['admin', 'doctor'], kind: 'command', action: 'leave' } as const;

/** The first and the last day, and the hours of each day; without hours the whole days. */
const range = {
  pocId: idSchema,
  from: dateSchema,
  to: dateSchema,
  hours: spanSchema
    .refine(({ from, to }) => from < to, { message: 'The end must be after the start.', path: ['to'] })
    .meta({ examples: [{ from: '09:00', to: '12:00' }] })
    .nullish(),
};
const days = (value: { readonly from: string; readonly to: string }): boolean => value.from <= value.to;
const inOrder = { message: 'The last day must not be before the first.', path: ['to'] };

const placeSchema = z.object({ pocId: idSchema, pocName: z.string(), date: dateSchema, time: timeSchema });
export type LeavePlace = z.infer<typeof placeSchema>;

const bookingSchema = z.object({
  appointmentId: appointmentIdSchema,
  date: dateSchema,
  time: timeSchema,
  userId: idSchema,
  patientName: z.string().nullable(),
  patientPhone: z.string().nullable(),
  type: appointmentTypeSchema,
});

/** A booking with its proposals; null where no free time was found. */
const proposalSchema = bookingSchema.extend({
  paymentStatus: paymentStatusSchema,
  /** The nearest free time with the same doctor after the leave. */
  later: placeSchema.nullable(),
  /** The nearest free time on the same day with another doctor of the department. */
  colleague: placeSchema.nullable(),
  /** In paise: the amount of the visit in all, what is paid, and the amount at each proposed time. Null for a doctor. */
  fees: z
    .object({
      due: amountSchema.nullable(),
      paid: amountSchema.nullable(),
      later: amountSchema.nullable(),
      colleague: amountSchema.nullable(),
    })
    .nullable(),
});
export type LeaveProposal = z.infer<typeof proposalSchema>;

const previewLeave = endpoint('/api/leave/preview', {
  ...ofDoctor,
  kind: 'query',
  claims: [claims.doctor, { field: 'colleague', is: 'doctor' }],
  request: z
    .strictObject({
      ...range,
      /** The only other doctor to propose; any of the department if absent. */
      colleague: idSchema.optional(),
    })
    .refine(days, inOrder),
  response: z.object({
    days: z.array(
      z.object({
        date: dateSchema,
        hasHours: z.boolean(),
        /** Its last event that was seen; null if it has none. */
        at: positionSchema.nullable(),
        bookings: z.array(proposalSchema),
        /** Other doctors of the department with free places on this day, the freest first. */
        colleagues: z.array(z.object({ pocId: idSchema, pocName: z.string(), free: z.int() })),
      }),
    ),
  }),
  failure: 'Failed to preview the leave.',
  refusals: ['doctor.unknown', 'leave.past', 'leave.too-long', 'leave.too-many'],
  title: 'Preview of a leave: each appointment with its proposals; writes nothing',
});

const startLeave = endpoint('/api/leave/start', {
  ...byDoctorOrAdmin,
  request: z
    .strictObject({
      ...range,
      reason: lineSchema(maxReasonLength).nullish(),
      /** Every confirmed appointment in the leave, as previewed, and what happens to it. */
      rows: z.array(leaveChoiceSchema).max(maxLeaveRows),
      /** Required where a paid appointment is cancelled. */
      money: moneySchema.optional(),
      /**
       * For every moved appointment whose fee differs: whether the difference is charged or refunded, or the amount
       * stays; absent: it stays.
       */
      difference: differenceSchema.optional(),
      /**
       * The doctor leaves the hospital, so for whole days: from the first one on, nobody can be booked, and the account
       * can't sign in.
       */
      lastDay: z.literal(true).optional(),
    })
    .refine(days, inOrder),
  bodyAtMost: 192 * 1_024,
  response: z.object({ ...commandReply, leaveId: leaveIdSchema }),
  failure: 'Error starting the leave',
  refusals: [
    'doctor.unknown',
    'leave.past',
    'leave.too-long',
    'leave.changed',
    'leave.rows',
    'leave.desk-only',
    'refund.undecided',
    'key.reused',
    'log.conflict',
  ],
  title:
    'Start a leave: block its days, then move, cancel or keep each appointment; refused if one was booked meanwhile',
});

const ofLeave = z.strictObject({ pocId: idSchema, leaveId: leaveIdSchema });

const undoLeave = endpoint('/api/leave/undo', {
  ...byDoctorOrAdmin,
  request: ofLeave,
  response: z.object(commandReply),
  failure: 'Error undoing the leave',
  refusals: ['leave.unknown', 'leave.running', 'leave.ended', 'undo.expired', 'key.reused', 'log.conflict'],
  title: 'Undo a leave within 60 seconds: each appointment that nobody changed since, then its days',
});

const endLeave = endpoint('/api/leave/end', {
  ...byDoctorOrAdmin,
  request: ofLeave,
  response: z.object(commandReply),
  failure: 'Error ending the leave',
  refusals: ['leave.unknown', 'leave.running', 'leave.ended', 'key.reused', 'log.conflict'],
  title: 'End a leave early: open its days from today on; moved appointments stay where they are',
});

const summarySchema = z.object({
  leaveId: leaveIdSchema,
  pocName: z.string(),
  from: dateSchema,
  to: dateSchema,
  hours: spanSchema.nullable(),
  reason: z.string().nullable(),
  by: z.string(),
  startedAt: z.iso.datetime(),
  /** `stopped`: an appointment was booked meanwhile. */
  state: z.enum(['running', 'stopped', 'settled', 'undoing', 'undone', 'ended']),
  rows: z.int(),
});
export type LeaveSummary = z.infer<typeof summarySchema>;

const listLeaves = endpoint('/api/leave/list', {
  ...ofDoctor,
  kind: 'query',
  request: z.strictObject({ pocId: idSchema }),
  response: z.array(summarySchema),
  failure: 'Failed to fetch the leaves.',
  title: 'The last leaves of a doctor, newest first',
});

const exportLeaves = endpoint('/api/export/leaves', {
  ...ofDoctor,
  ...csvFile,
  request: z.strictObject({ pocId: idSchema }),
  title: "Export a doctor's leaves as CSV, newest first",
});

const settledRowSchema = bookingSchema.extend({
  action: z.enum(['move', 'cancel', 'keep']),
  to: placeSchema.nullable(),
  /** Null: still to come. */
  outcome: z.enum(leaveOutcomes).nullable(),
  movedTo: appointmentIdSchema.nullable(),
  /** Why it was refused, as a code and a sentence. */
  problem: z.object({ code: z.string(), sentence: z.string() }).nullable(),
  at: z.iso.datetime().nullable(),
});
export type SettledLeaveRow = z.infer<typeof settledRowSchema>;

const getLeave = endpoint('/api/leave/get', {
  ...ofDoctor,
  kind: 'query',
  request: ofLeave,
  response: summarySchema.extend({
    rows: z.array(settledRowSchema),
    /** Until when it can be undone; null if it can't. */
    undoUntil: z.iso.datetime().nullable(),
    /** The appointments that were booked meanwhile, with their day; null if none was. */
    stoppedAt: z
      .object({
        date: dateSchema,
        bookings: z.array(z.object({ time: timeSchema, patientName: z.string().nullable() })),
      })
      .nullable(),
  }),
  failure: 'Failed to fetch the leave.',
  refusals: ['leave.unknown'],
  title: 'A leave with what happened to each appointment',
});
export type LeaveDetail = z.infer<(typeof getLeave)['response']>;

export const leaveEndpoints = { previewLeave, startLeave, undoLeave, endLeave, listLeaves, exportLeaves, getLeave };
