import { z } from 'zod';
import { activityOutcomes } from '../../activity.ts';
import { activityActions } from '../../events/definition.ts';
import { actorSchema, channels } from '../../events/metadata.ts';
import { phraseSchema } from '../../fields/phrase.ts';
import { dateSchema, idSchema } from '../../ids.ts';
import { claims, endpoint } from '../definition.ts';

/** One entry of a client's activity. Its sentence continues after the actor's name. */
export const activityEntrySchema = z.object({
  eventId: z.string(),
  /** UTC. */
  recordedAt: z.string(),
  actor: actorSchema,
  /** Such as 'cancelled Imran Shaikh, 3:10 PM, Dr. Vikram Rao.' */
  sentence: z.string(),
  /** The reason of a refusal, or another note; null if none. */
  note: z.string().nullable(),
  /** The sentence and note as phrases, for a page in another language. */
  words: phraseSchema,
  noteWords: phraseSchema.nullable(),
  action: z.enum(activityActions),
  outcome: z.enum(activityOutcomes),
  channel: z.enum(channels),
  /** The appointment whose history has the details; null if the entry is about none. */
  appointmentId: z.string().nullable(),
  /** The entry's patient; null if there is none. */
  patientId: z.string().nullable(),
  /** The entry that this one undoes. */
  undoes: z.string().nullable(),
  undoneBy: z.object({ eventId: z.string(), recordedAt: z.string() }).nullable(),
  type: z.string(),
  stream: z.string(),
  revision: z.int(),
  position: z.string(),
  correlationId: z.string(),
});
export type ActivityEntry = z.infer<typeof activityEntrySchema>;

const readers = { kind: 'query', access: ['admin', 'auditor'], claims: [claims.client] } as const;

/** Filters of the activity, combined with AND. Days are clinic days, both ends included. */
export const activityFilter = {
  clientId: idSchema,
  actorId: z.string().min(1).max(64).optional(),
  patientId: idSchema.optional(),
  pocId: idSchema.optional(),
  action: z.enum(activityActions).optional(),
  outcome: z.enum(activityOutcomes).optional(),
  /** Only corrections, undos and refusals. */
  notable: z.literal(true).optional(),
  from: dateSchema.optional(),
  to: dateSchema.optional(),
};

/** Each filter names something of the client. */
export const filterClaims = [claims.client, claims.doctor, claims.patientOfEntries] as const;

const listActivity = endpoint('/api/audit/activity', {
  ...readers,
  claims: filterClaims,
  request: z.strictObject({
    ...activityFilter,
    /** X-Next-Cursor of an earlier answer. Pages are read in sequence; a page can't be read by its number. */
    cursor: z.string().max(2_000).optional(),
    pageSize: z.int().min(1).max(200).default(50),
  }),
  response: z.object({
    entries: z.array(activityEntrySchema),
    /** IANA zone of the client, for days and times. */
    zone: z.string(),
    /** False while the activity is being built: older entries of the log are still missing. */
    isLevel: z.boolean(),
    /** When the newest entry was recorded (UTC); null if there is none. */
    upTo: z.string().nullable(),
    /** The patient that `patientId` names, without a name once erased; null without `patientId`. */
    patient: z.object({ id: idSchema, name: z.string().nullable(), phone: z.string().nullable() }).nullable(),
  }),
  failure: 'Failed to fetch the activity.',
  title: 'The activity of a client, newest first',
});

const countActivity = endpoint('/api/audit/activity-counts', {
  ...readers,
  request: z.strictObject({ clientId: idSchema, date: dateSchema }),
  response: z.object({ all: z.int(), notable: z.int(), signIns: z.int(), reads: z.int() }),
  failure: 'Failed to fetch the activity.',
  title: 'How much happened at a client on one day',
});

const listActivityActors = endpoint('/api/audit/activity-actors', {
  ...readers,
  request: z.strictObject({ clientId: idSchema }),
  response: z.array(actorSchema),
  failure: 'Failed to fetch the activity.',
  title: 'The actors in the activity of a client',
});

/** The relation of another entry to the requested one. `asked` and `followed`: the same trace, earlier or later. */
export const causeRelations = [
  'asked',
  'sameCommand',
  'undoes',
  'freedBy',
  'undoneBy',
  'madePossible',
  'refusedAfter',
  'followed',
] as const;
export type CauseRelation = (typeof causeRelations)[number];

const getActivityCauses = endpoint('/api/audit/activity-causes', {
  ...readers,
  request: z.strictObject({ clientId: idSchema, eventId: z.string().min(1).max(64) }),
  /** Oldest first; empty for an entry that belongs to another client or doesn't exist. */
  response: z.array(z.object({ relation: z.enum(causeRelations), entry: activityEntrySchema })),
  failure: 'Failed to fetch the activity.',
  title: 'Causes and effects of an entry of the activity',
});

export const activityEndpoints = { listActivity, countActivity, listActivityActors, getActivityCauses };
