import { z } from 'zod';
import { intervalSchema, weekdays } from '../../clinic/schedule.ts';
import { lineSchema } from '../../fields/text.ts';
import { dateSchema, idSchema } from '../../ids.ts';
import { claims, endpoint } from '../definition.ts';
import { hoursPreviewSchema } from '../hours-preview.ts';
import { commandReply, idOr } from '../shapes.ts';

const daySchema = z.strictObject({ day: z.enum(weekdays), timeIntervals: z.array(intervalSchema).max(24) });

/** For a name such as "Winter hours". */
const maxNameLength = 60;
/**
 * The revision of the doctor's schedule as the page read it; another one is refused with the changes. -1 before the
 * first.
 */
const revision = z.int().min(-1);

const getSchedule = endpoint('/api/poc/schedule/{pocId}', {
  method: 'GET',
  kind: 'query',
  access: ['admin', 'doctor', 'auditor'],
  claims: [claims.doctor],
  request: z.strictObject({ pocId: idSchema }),
  response: z.array(daySchema),
  failure: 'Failed to fetch schedule',
  title: "A doctor's current weekly hours, Monday first, without days that have no hours",
});

const listWeeks = endpoint('/api/schedule/weeks', {
  kind: 'query',
  access: ['admin', 'doctor', 'auditor'],
  claims: [claims.doctor],
  request: z.strictObject({ pocId: idSchema }),
  response: z.object({
    revision,
    /** The weekly hours that apply today, and all later ones. */
    weeks: z.array(
      z.object({
        from: dateSchema,
        name: z.string().nullable(),
        week: z.array(daySchema),
      }),
    ),
    /** The places that a doctor's session can have: the client's departments, by name, and branches. */
    places: z.object({
      departments: z.array(z.object({ departmentId: idSchema, name: z.string() })),
      branches: z.array(z.object({ id: z.int(), name: z.string().nullable() })),
    }),
  }),
  failure: 'Failed to fetch schedule',
  title: "A doctor's current weekly hours and later ones, each with its first date",
});

const updateSchedule = endpoint('/api/update-schedule', {
  kind: 'command',
  access: ['admin', 'doctor'],
  action: 'schedule',
  claims: [{ field: 'schedule', is: 'doctorOfEach' }],
  request: z.strictObject({
    schedule: z
      .array(daySchema.extend({ pocId: idOr('Unable to save: POC ID not available.') }))
      .min(1, 'No valid schedule data to save')
      .max(7)
      .refine((days) => days.every(({ pocId }) => pocId === days[0]?.pocId), 'All days must be of one doctor.'),
    /** The first day on which the hours apply; absent: today. Later weekly hours stay. */
    from: dateSchema.optional(),
    name: lineSchema(maxNameLength).nullish(),
    revision: revision.optional(),
  }),
  bodyAtMost: 560 * 1_024,
  response: z.object(commandReply),
  failure: 'Failed to update schedule',
  refusals: ['schedule.invalid', 'schedule.changed', 'schedule.past', 'key.reused', 'log.conflict'],
  title: 'Set the weekly hours from today or a later date on; omitted days have no hours',
});

const withdrawWeek = endpoint('/api/schedule/withdraw', {
  kind: 'command',
  access: ['admin', 'doctor'],
  action: 'schedule',
  claims: [claims.doctor],
  request: z.strictObject({ pocId: idSchema, from: dateSchema, revision: revision.optional() }),
  response: z.object(commandReply),
  failure: 'Failed to update schedule',
  refusals: ['schedule.unknown', 'schedule.changed', 'schedule.past', 'key.reused', 'log.conflict'],
  title: 'Delete weekly hours that start on a later date',
});

const previewSchedule = endpoint('/api/schedule/preview', {
  kind: 'query',
  access: ['admin', 'doctor', 'auditor'],
  claims: [claims.doctor],
  request: z.strictObject({
    pocId: idSchema,
    /** As in `update-schedule`; absent: previews the deletion of the hours from the date. */
    week: z.array(daySchema).max(7).optional(),
    from: dateSchema.optional(),
  }),
  bodyAtMost: 560 * 1_024,
  response: hoursPreviewSchema,
  failure: 'Failed to fetch schedule',
  title: 'Preview of setting or deleting weekly hours; writes nothing',
});

export const scheduleEndpoints = {
  getSchedule,
  listWeeks,
  updateSchedule,
  withdrawWeek,
  previewSchedule,
};
