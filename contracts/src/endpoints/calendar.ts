import { z } from 'zod';
import type { Occasion } from '../clinic/calendar.ts';
import { weekdays } from '../clinic/schedule.ts';
import { inMonth, type Nth, nthSchema } from '../clinic/sessions.ts';
import { requiredLine } from '../fields/text.ts';
import { dateSchema, endTimeSchema, idSchema, timeSchema } from '../ids.ts';
import { claims, endpoint } from './definition.ts';
import { hoursPreviewSchema } from './hours-preview.ts';
import { commandReply } from './shapes.ts';

/** Of a day: "Republic Day". */
const longestName = 60;
const openHours = z.array(z.object({ from: timeSchema, to: endTimeSchema }));

/** A date, or a weekday with the weeks of the month; a day that has neither is refused. */
const occasion = {
  date: dateSchema.optional(),
  weekday: z.enum(weekdays).optional(),
  /** The nth of the month, or the last; each week if absent or empty. */
  weeks: z.array(nthSchema).max(6).optional(),
};

/** What a request's date or weekday means; null if it has neither. A date comes before a weekday. */
export function occasionOf({
  date,
  weekday,
  weeks = [],
}: {
  readonly date?: string | undefined;
  readonly weekday?: (typeof weekdays)[number] | undefined;
  readonly weeks?: readonly Nth[] | undefined;
}): Occasion | null {
  if (date !== undefined) return { date };
  if (weekday === undefined) return null;
  return { weekday, weeks: inMonth(weeks) };
}

const extent = {
  /** Of a weekday: the first date, today if absent, and the last, if there is one. */
  from: dateSchema.optional(),
  to: dateSchema.nullish(),
  /** Null or absent concerns every branch. */
  branchId: z.int().min(1).nullish(),
};
const openRequest = z.array(z.strictObject({ from: timeSchema, to: endTimeSchema })).max(24);

const ofAdmin = { kind: 'command', access: ['admin'], claims: [claims.client] } as const;

const listHospitalDays = endpoint('/api/calendar', {
  kind: 'query',
  access: ['admin', 'auditor'],
  claims: [claims.client],
  request: z.strictObject({ clientId: idSchema }),
  response: z.object({
    /** Of the calendar; -1 before the first day. */
    revision: z.int(),
    /** The client's, whose doctors a day can concern alone. */
    branches: z.array(z.object({ id: z.int(), name: z.string().nullable() })),
    /** By first date; days that are over, and lifted ones, too. */
    days: z.array(
      z.object({
        dayId: idSchema,
        /** Of the event that set it: where two are alike, the later one is in force. */
        revision: z.int(),
        /** Of a single date. */
        date: dateSchema.nullable(),
        /** Of a rule, with the weeks of the month; each week if there are none. */
        weekday: z.enum(weekdays).nullable(),
        weeks: z.array(nthSchema),
        from: dateSchema,
        to: dateSchema.nullable(),
        name: z.string(),
        branchId: z.int().nullable(),
        open: openHours,
        liftedFrom: dateSchema.nullable(),
        /** Who set it. */
        by: z.string(),
        /** Confirmed visits on its dates, from today on. */
        booked: z.int(),
      }),
    ),
  }),
  failure: 'Failed to fetch the calendar.',
  title: 'Hospital days: holidays, half days, weekdays of the month',
});

const listClosures = endpoint('/api/pocs/hospital-days', {
  kind: 'query',
  access: ['admin', 'doctor', 'auditor'],
  claims: [claims.doctor],
  request: z.strictObject({ pocId: idSchema }),
  response: z.array(
    z.object({
      date: dateSchema,
      name: z.string(),
      open: openHours,
      /** Absent if it concerns every branch; else the doctor's own, or that of a session. */
      branchId: z.int().exactOptional(),
    }),
  ),
  failure: 'Failed to fetch the calendar.',
  title: 'The dates of the next 366 days that are hospital days for a doctor',
});

const setHospitalDay = endpoint('/api/calendar/set', {
  ...ofAdmin,
  action: 'schedule',
  request: z.strictObject({
    clientId: idSchema,
    ...occasion,
    ...extent,
    name: requiredLine(longestName, 'Please enter a name.'),
    /** None: closed. */
    open: openRequest,
  }),
  response: z.object(commandReply),
  failure: 'Failed to save the calendar.',
  refusals: ['calendar.past', 'calendar.no-date', 'key.reused', 'log.conflict'],
  title: 'Close the hospital, or shorten its hours, on a date or a weekday of the month',
});

const liftHospitalDay = endpoint('/api/calendar/lift', {
  ...ofAdmin,
  action: 'schedule',
  request: z.strictObject({ clientId: idSchema, dayId: idSchema }),
  response: z.object(commandReply),
  failure: 'Failed to save the calendar.',
  refusals: ['calendar.past', 'calendar.unknown', 'key.reused', 'log.conflict'],
  title: 'Remove a hospital day from today on',
});

const previewHospitalDay = endpoint('/api/calendar/preview', {
  kind: 'query',
  access: ['admin', 'auditor'],
  claims: [claims.client],
  request: z.strictObject({
    clientId: idSchema,
    ...occasion,
    ...extent,
    open: openRequest.optional(),
    /** The day to be lifted, instead of one to be set. */
    lift: idSchema.optional(),
  }),
  response: hoursPreviewSchema,
  failure: 'Failed to fetch the calendar.',
  refusals: ['calendar.no-date'],
  title: 'Preview of setting or removing a hospital day; writes nothing',
});

export const calendarEndpoints = {
  listHospitalDays,
  listClosures,
  setHospitalDay,
  liftHospitalDay,
  previewHospitalDay,
};
