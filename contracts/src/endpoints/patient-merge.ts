import { z } from 'zod';
import { sexSchema, shownIdentitySchema } from '../clinic/identity.ts';
import { maxNameLength, maxReasonLength } from '../fields/max-lengths.ts';
import { requiredLine } from '../fields/text.ts';
import { appointmentIdSchema, dateSchema, idSchema } from '../ids.ts';
import { maxDuplicates, samePersonReasons } from '../patients/duplicates.ts';
import { detailFields } from '../patients/person.ts';
import { claims, endpoint } from './definition.ts';
import { maxVisits } from './patients.ts';
import { commandReply, paging, phoneSchema } from './shapes.ts';

const reasonSchema = requiredLine(maxReasonLength, 'Please give a reason.');

const likenessSchema = {
  /** What is equal, or nearly: a name with one letter different, or written in another script. */
  same: z.array(z.enum(samePersonReasons)),
};
const similarPersonSchema = z.object({
  userId: idSchema,
  name: z.string().nullable(),
  phone: z.string().nullable(),
  location: z.string().nullable(),
  /** The identity with today's age; absent if nothing is known. */
  identity: shownIdentitySchema.exactOptional(),
});

const listSamePerson = endpoint('/api/patients/same-person', {
  kind: 'query',
  access: ['admin', 'auditor'],
  claims: [claims.patient],
  request: z.strictObject({ userId: idSchema }),
  response: z.object({
    /** The most likely first. */
    people: z.array(similarPersonSchema.extend(likenessSchema)),
  }),
  failure: 'Failed to load the patient. Please try again.',
  title: 'Other records that may be of the same person',
});

const findDuplicates = endpoint('/api/patients/find-duplicates', {
  kind: 'query',
  access: ['admin', 'auditor'],
  claims: [claims.client],
  request: z.strictObject({
    clientId: idSchema,
    name: z.string().max(maxNameLength),
    phone: phoneSchema.nullable().default(null),
    bornOn: dateSchema.nullable().default(null),
    sex: sexSchema.nullable().default(null),
  }),
  response: z.object({ people: z.array(similarPersonSchema.extend(likenessSchema)).max(maxDuplicates) }),
  failure: 'Failed to search for patients. Please try again.',
  title: 'Who may be the person to be registered: an alike name, with the same phone or birth date',
});

const { page, pageSize, cursor } = paging;
const listDuplicates = endpoint('/api/patients/duplicates', {
  kind: 'query',
  access: ['admin', 'auditor'],
  claims: [claims.client],
  request: z.strictObject({ clientId: idSchema, page, pageSize, cursor }),
  /** `one` was registered first. */
  response: z.array(z.object({ one: similarPersonSchema, other: similarPersonSchema, ...likenessSchema })),
  failure: 'Failed to load the possible duplicates. Please try again.',
  title: 'Pairs of records that may be of one person, the last changed first',
});

const dismissDuplicate = endpoint('/api/patients/dismiss-duplicate', {
  kind: 'command',
  access: ['admin'],
  action: 'patient',
  claims: [claims.patient, { field: 'otherId', is: 'patient' }],
  request: z.strictObject({
    userId: idSchema,
    otherId: idSchema,
    /** Takes the decision back. */
    undo: z.boolean().optional(),
  }),
  response: z.object(commandReply),
  failure: 'The decision could not be saved. Please try again.',
  refusals: [
    ...['key.reused', 'log.conflict', 'patient.leaving', 'patient.erased', 'patient.merging', 'patient.merged'],
    'patient.same-record',
  ] as const,
  title: 'Two records are of different people: they are no possible duplicates any more',
});

const mergePatients = endpoint('/api/patients/merge', {
  kind: 'command',
  access: ['admin'],
  action: 'patient',
  needsProof: true,
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
  needsProof: true,
  bodyAtMost: 72 * 1_024,
  claims: [claims.patient],
  request: z.strictObject({
    userId: idSchema,
    mergeId: z.string().min(1).max(64),
    /** Required later than a minute after the merge. */
    reason: reasonSchema.optional(),
    /** Appointments booked since the merge that go to the merged record; the others stay with the one that stands. */
    visits: z.array(appointmentIdSchema).max(maxVisits).optional(),
  }),
  response: z.object(commandReply),
  failure: 'The records could not be split. Please try again.',
  refusals: [
    ...['key.reused', 'log.conflict', 'patient.leaving', 'patient.erased', 'undo.unknown', 'undo.expired'],
    ...['appointment.unknown', 'appointment.moving'],
  ] as const,
  title: 'Split a merged record from its person again',
});

export const patientMergeEndpoints = {
  listSamePerson,
  findDuplicates,
  listDuplicates,
  dismissDuplicate,
  mergePatients,
  splitPatient,
};
