import { z } from 'zod';
import { intervalSchema, weekdays } from '../../clinic/schedule.ts';
import { idSchema } from '../../ids.ts';
import { claims, endpoint } from '../definition.ts';
import { commandReply, idOr } from '../shapes.ts';

const daySchema = z.strictObject({ day: z.enum(weekdays), timeIntervals: z.array(intervalSchema).max(24) });

const getSchedule = endpoint('/api/poc/schedule/{pocId}', {
  method: 'GET',
  kind: 'query',
  access: ['admin', 'doctor', 'auditor'],
  claims: [claims.doctor],
  request: z.strictObject({ pocId: idSchema }),
  response: z.array(daySchema),
  failure: 'Failed to fetch schedule',
  title: "A doctor's weekly template, Monday first; days without hours are left out",
});

const updateSchedule = endpoint('/api/update-schedule', {
  kind: 'command',
  access: ['admin', 'doctor'],
  claims: [{ field: 'schedule', is: 'doctorOfEach' }],
  request: z.strictObject({
    schedule: z
      .array(daySchema.extend({ pocId: idOr('Unable to save: POC ID not available.') }))
      .min(1, 'No valid schedule data to save')
      .max(7)
      .refine((days) => days.every(({ pocId }) => pocId === days[0]?.pocId), 'All days must be of one doctor.'),
  }),
  response: z.object(commandReply),
  failure: 'Failed to update schedule',
  refusals: ['schedule.invalid', 'key.reused', 'log.conflict'],
  title: 'Set the whole week; days left out have no hours',
});

export const scheduleEndpoints = {
  getSchedule,
  updateSchedule,
};
