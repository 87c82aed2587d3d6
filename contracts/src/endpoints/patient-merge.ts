import { z } from 'zod';
import { longestReason } from '../fields/longest.ts';
import { requiredLine } from '../fields/text.ts';
import { idSchema } from '../ids.ts';
import { detailFields } from '../patients/person.ts';
import { claims, endpoint } from './definition.ts';
import { commandReply } from './shapes.ts';

const reasonSchema = requiredLine(longestReason, 'Please give a reason.');

/** Why two records may be of one person. */
export const samePersonReasons = ['name', 'phone', 'bornOn'] as const;

const listSamePerson = endpoint('/api/patients/same-person', {
  kind: 'query',
  access: ['admin', 'auditor'],
  claims: [claims.patient],
  request: z.strictObject({ userId: idSchema }),
  response: z.object({
    /** The most likely first. */
    people: z.array(
      z.object({
        userId: idSchema,
        name: z.string().nullable(),
        phone: z.string().nullable(),
        /** What is equal, or nearly: a name with one letter different. */
        same: z.array(z.enum(samePersonReasons)),
      }),
    ),
  }),
  failure: 'Failed to load the patient. Please try again.',
  title: 'Other records that may be of the same person',
});

const mergePatients = endpoint('/api/patients/merge', {
  kind: 'command',
  access: ['admin'],
  action: 'patient',
  claims: [claims.patient, { field: 'otherId', is: 'patient' }],
  request: z.strictObject({
    userId: idSchema,
    otherId: idSchema,
    /** The details of the other record that stand for the person; in all others those of `userId` stand. */
    fromOther: z.array(z.enum(detailFields)).max(detailFields.length),
    reason: reasonSchema,
  }),
  response: z.object({
    ...commandReply,
    /** The record that stands for the person. */
    userId: idSchema,
    mergeId: z.string(),
    /** Until when the merge can be undone without a reason. */
    undoUntil: z.iso.datetime(),
  }),
  failure: 'The records could not be merged. Please try again.',
  refusals: [
    ...['key.reused', 'log.conflict', 'patient.leaving', 'patient.erased', 'patient.merging', 'patient.merged'],
    ...['patient.same-record', 'patient.has-merged', 'patient.moving', 'patient.called'],
  ] as const,
  title: 'Merge two records of one person',
});

const splitPatient = endpoint('/api/patients/split', {
  kind: 'command',
  access: ['admin'],
  action: 'patient',
  claims: [claims.patient],
  request: z.strictObject({
    userId: idSchema,
    mergeId: z.string().min(1).max(64),
    /** Required later than a minute after the merge. */
    reason: reasonSchema.optional(),
  }),
  response: z.object(commandReply),
  failure: 'The records could not be split. Please try again.',
  refusals: ['key.reused', 'log.conflict', 'patient.leaving', 'patient.erased', 'undo.unknown', 'undo.expired'],
  title: 'Split a merged record from its person again',
});

export const patientMergeEndpoints = { listSamePerson, mergePatients, splitPatient };
