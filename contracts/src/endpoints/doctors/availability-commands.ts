import { z } from 'zod';
import { intervalSchema } from '../../clinic/schedule.ts';
import { maxReasonLength } from '../../fields/max-lengths.ts';
import { lineSchema } from '../../fields/text.ts';
import {
  appointmentIdSchema,
  dateSchema,
  endTimeSchema,
  idSchema,
  slotIdPattern,
  slotIdSchema,
  slotOf,
  timeSchema,
} from '../../ids.ts';
import { claims, endpoint } from '../definition.ts';
import { commandReply, dateOr, idOr } from '../shapes.ts';

const byDoctorOrAdmin = { kind: 'command', access: ['admin', 'doctor'] } as const;
/** The reason of the block; optional. */
const reason = lineSchema(maxReasonLength).nullish();

/** An existing booking in a blocked slot: it is kept, and the page shows it. */
const hitAppointmentSchema = z.object({
  appointmentId: appointmentIdSchema,
  time: timeSchema,
  patientName: z.string().nullable(),
});
const placeFields = (missing: string) => ({ pocId: idOr(missing), date: dateOr(missing) });
const blockReply = z.object({ ...commandReply, appointments: z.array(hitAppointmentSchema) });
const hours = { intervals: z.array(intervalSchema).min(1, 'Please enter at least one interval.').max(24) };

/** The date's own hours as they were read, null for none: refused if they differ by now. */
const seenSchema = z.array(intervalSchema).max(24).nullable().optional();

const listBlockedSlots = endpoint('/api/pocs/blocked-slots', {
  kind: 'query',
  access: ['admin', 'doctor', 'auditor'],
  claims: [claims.doctor],
  request: z.strictObject({ pocId: idSchema }),
  response: z.array(
    z.object({
      schedule_date: dateSchema,
      start_time: timeSchema,
      end_time: endTimeSchema,
      Active_Status: z.literal('blocked'),
      reason: z.string().nullable(),
      slot_id: slotIdSchema,
    }),
  ),
  failure: 'Error fetching time slots',
  title:
    'What of a doctor is blocked from today on, sorted by date and start time; a day without hours from 00:00 to 24:00',
});

const blockDay = endpoint('/api/pocs/update-full', {
  ...byDoctorOrAdmin,
  action: 'other',
  claims: [claims.doctor],
  request: z.strictObject({
    ...placeFields('Please select a doctor and date.'),
    timings: z.array(timeSchema).max(0).default([]),
    reason,
  }),
  response: blockReply,
  failure: 'Error updating availability.',
  refusals: ['slot.passed', 'day.beyond-horizon', 'day.without-hours', 'key.reused', 'log.conflict'],
  title: 'Block a whole day, including hours added to it later',
});

const blockSlots = endpoint('/api/pocs/update-partial', {
  ...byDoctorOrAdmin,
  action: 'other',
  claims: [claims.doctor],
  request: z.strictObject({
    ...placeFields('Please select a doctor and date.'),
    timings: z
      .array(timeSchema)
      .min(1, "Please select at least one time slot or choose 'Full' availability.")
      .max(1440),
    reason,
  }),
  response: blockReply,
  failure: 'Error updating availability.',
  refusals: ['slot.passed', 'slot.unknown', 'day.beyond-horizon', 'day.without-hours', 'key.reused', 'log.conflict'],
  title: 'Block the chosen slots of a day',
});

const unblockSlot = endpoint('/api/pocs/unblock-slot', {
  ...byDoctorOrAdmin,
  action: 'other',
  claims: [claims.doctor],
  request: z.strictObject({
    ...placeFields('Missing required information for unblocking'),
    time: timeSchema.nullish(),
  }),
  response: z.object(commandReply),
  failure: 'Error unblocking slot.',
  refusals: ['slot.unknown', 'key.reused', 'log.conflict'],
  title: 'Free a whole day, or one time of it',
});

const unblockSlotById = endpoint('/api/pocs/unblock-slot-by-id', {
  ...byDoctorOrAdmin,
  action: 'other',
  claims: [claims.slot],
  request: z.strictObject({
    slotId: z
      .string('Invalid slot ID.')
      .regex(slotIdPattern, 'Invalid slot ID.')
      .refine((id) => dateSchema.safeParse(slotOf(id).date).success, 'Invalid slot ID.'),
  }),
  response: z.object(commandReply),
  failure: 'Error unblocking slot.',
  refusals: ['slot.unknown', 'key.reused', 'log.conflict'],
  title: 'Free one slot by its id',
});

const listDayHours = endpoint('/api/pocs/day-hours', {
  kind: 'query',
  access: ['admin', 'doctor', 'auditor'],
  claims: [claims.doctor],
  request: z.strictObject({ pocId: idSchema }),
  response: z.array(z.object({ date: dateSchema, ...hours, reason: z.string().nullable() })),
  failure: 'Error fetching time slots',
  title: 'The dates from today on that have special hours',
});

const setDayHours = endpoint('/api/pocs/set-day-hours', {
  ...byDoctorOrAdmin,
  action: 'other',
  claims: [claims.doctor],
  request: z.strictObject({ ...placeFields('Please select a doctor and date.'), ...hours, reason, seen: seenSchema }),
  bodyAtMost: 160 * 1_024,
  response: blockReply,
  failure: 'Error updating availability.',
  refusals: [
    'slot.passed',
    'hours.beyond-horizon',
    'day.blocked',
    'schedule.invalid',
    'schedule.changed',
    'key.reused',
    'log.conflict',
  ],
  title: 'Set special hours for one date, replacing the weekly hours',
});

const clearDayHours = endpoint('/api/pocs/clear-day-hours', {
  ...byDoctorOrAdmin,
  action: 'other',
  claims: [claims.doctor],
  request: z.strictObject({ ...placeFields('Please select a doctor and date.'), seen: seenSchema }),
  bodyAtMost: 80 * 1_024,
  response: blockReply,
  failure: 'Error updating availability.',
  refusals: ['slot.passed', 'hours.beyond-horizon', 'schedule.changed', 'key.reused', 'log.conflict'],
  title: 'Clear the special hours of a date; the weekly hours apply again',
});

export const availabilityCommandEndpoints = {
  listBlockedSlots,
  blockDay,
  blockSlots,
  unblockSlot,
  unblockSlotById,
  listDayHours,
  setDayHours,
  clearDayHours,
};
