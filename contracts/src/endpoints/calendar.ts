import { z } from 'zod';
import type { Occasion } from '../clinic/calendar.ts';
import { weekdays } from '../clinic/schedule.ts';
import { inMonth, type Nth, nthSchema } from '../clinic/sessions.ts';
import { requiredLine } from '../fields/text.ts';
import { dateSchema, endTimeSchema, idSchema, timeSchema } from '../ids.ts';
import { claims, endpoint } from './definition.ts';
import { hoursPreviewSchema } from './hours-preview.ts';
import { commandReply } from './shapes.ts';

/** For a name such as "Republic Day". */
const maxNameLength = 60;
const openHours = z.array(z.object({ from: timeSchema, to: endTimeSchema }));

/** A date, or a weekday in weeks of the month; a request without either is refused. */
const occasion = {
  date: dateSchema.optional(),
  weekday: z.enum(weekdays).optional(),
  /** The nth weekday of the month, or the last; every week if absent or empty. */
  weeks: z.array(nthSchema).max(6).optional(),
};

/** The date or weekday of a request; null if it has neither. A date takes precedence. */
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
  /** For a weekday: the first date (absent: today), and the last, if there is one. */
  from: dateSchema.optional(),
  to: dateSchema.nullish(),
  /** Null or absent applies to every branch. */
  branchId: z.int().min(1).nullish(),
};
const openRequest = z.array(z.strictObject({ from: timeSchema, to: endTimeSchema })).max(24);

const adminCommand = { kind: 'command', access: ['admin'], claims: [claims.client] } as const;

const listHospitalDays = endpoint('/api/calendar', {
  kind: 'query',
  access: ['admin', 'auditor'],
  claims: [claims.client],
  request: z.strictObject({ clientId: idSchema }),
  response: z.object({
    /** The calendar's revision; -1 before the first day. */
    revision: z.int(),
    /** The client's branches: a day applies only to their doctors. */
    branches: z.array(z.object({ id: z.int(), name: z.string().nullable() })),
    /** By first date; including past and removed days. */
    days: z.array(
      z.object({
        dayId: idSchema,
        /** The revision of the event that set it: of two equal days, the later one applies. */
        revision: z.int(),
        /** For a single date. */
        date: dateSchema.nullable(),
        /** For a rule, with the weeks of the month; every week if empty. */
        weekday: z.enum(weekdays).nullable(),
        weeks: z.array(nthSchema),
        from: dateSchema,
        to: dateSchema.nullable(),
        name: z.string(),
        branchId: z.int().nullable(),
        open: openHours,
        bookUntil: timeSchema.exactOptional(),
        liftedFrom: dateSchema.nullable(),
        /** The person who set it. */
        by: z.string(),
        /** The confirmed visits on its dates, from today on. */
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
      /** Absent if it applies to every branch; else the doctor's branch, or that of a session. */
      branchId: z.int().exactOptional(),
    }),
  ),
  failure: 'Failed to fetch the calendar.',
  title: 'The dates of the next 366 days that are hospital days for a doctor',
});

const setHospitalDay = endpoint('/api/calendar/set', {
  ...adminCommand,
  action: 'schedule',
  request: z.strictObject({
    clientId: idSchema,
    ...occasion,
    ...extent,
    name: requiredLine(maxNameLength, 'Please enter a name.'),
    /** Empty: closed. */
    open: openRequest,
    /** When bookings for the day close, on the day itself; absent: as usual. */
    bookUntil: timeSchema.exactOptional(),
  }),
  response: z.object(commandReply),
  failure: 'Failed to save the calendar.',
  refusals: ['calendar.past', 'calendar.no-date', 'key.reused', 'log.conflict'],
  title: 'Close the hospital, or shorten its hours, on a date or a weekday of the month',
});

const liftHospitalDay = endpoint('/api/calendar/lift', {
  ...adminCommand,
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
    bookUntil: timeSchema.optional(),
    /** The day to remove, instead of one to set. */
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
