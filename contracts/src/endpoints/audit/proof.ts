import { z } from 'zod';
import { appointmentIdSchema, idSchema } from '../../ids.ts';
import { keptHeadSchema, publicKeySchema } from '../../proof/signed-head.ts';
import { claims, endpoint } from '../definition.ts';
import { activityFilter, filterClaims } from './activity.ts';

const readers = { kind: 'query', access: ['admin', 'auditor'], claims: [claims.client] } as const;

/** The activity's filters, or one appointment. Without any, all of the client. */
const exportRequest = z.strictObject({ ...activityFilter, appointmentId: appointmentIdSchema.optional() });
export type ExportRequest = z.infer<typeof exportRequest>;

const exportCsv = endpoint('/api/audit/export-csv', {
  ...readers,
  claims: [...filterClaims, claims.appointment],
  request: exportRequest,
  response: z.object({}),
  produces: 'text/csv; charset=utf-8',
  failure: 'The export failed. Please try again.',
  title: 'Entries of the activity as CSV, newest first',
});

const exportNdjson = endpoint('/api/audit/export-ndjson', {
  ...readers,
  claims: [...filterClaims, claims.appointment],
  request: exportRequest,
  response: z.object({}),
  produces: 'application/x-ndjson',
  failure: 'The export failed. Please try again.',
  refusals: ['views.behind'],
  title: 'Entries of the activity with the hash chain as NDJSON, oldest first; anyone can verify it',
});

const listAuditKeys = endpoint('/api/audit/keys', {
  method: 'GET',
  kind: 'query',
  access: 'public',
  request: z.strictObject({}),
  response: z.object({ keys: z.array(publicKeySchema) }),
  title: 'The public keys that check signed heads of the log and exports',
});

const logFaultSchema = z.object({
  position: z.string(),
  /** Such as 'doctorDay-…@3: altered, its chain doesn't fit'; without the stream if it isn't this client's. */
  text: z.string(),
});

/** How far a check of the log is; the last one has the result. */
const logCheckSchema = z.object({
  /** Number of events checked. */
  events: z.int(),
  result: z
    .object({
      streams: z.int(),
      /** Of the last event; null if the log is empty. */
      position: z.string().nullable(),
      /** How many signed heads of its own it was compared with, and how many that the caller kept. */
      heads: z.int(),
      kept: z.int(),
      /** The rows that screens and the activity are answered from, compared with a new fold; null if they weren't. */
      views: z.object({ rows: z.int(), comparedAt: z.iso.datetime() }).nullable(),
      /** Number of faults, of which the first hundred are named. */
      count: z.int(),
      faults: z.array(logFaultSchema),
    })
    .nullable(),
});
export type LogCheck = z.infer<typeof logCheckSchema>;

const checkLog = endpoint('/api/audit/check-log', {
  ...readers,
  /** With heads that the caller kept elsewhere. */
  request: z.strictObject({ clientId: idSchema, heads: z.array(keptHeadSchema).max(30).optional() }),
  bodyAtMost: 32 * 1_024,
  response: z.array(logCheckSchema),
  failure: 'The log could not be checked.',
  title:
    'Checks the whole log, then the rows of the views: checksums, chains, running digest, signed heads, a new fold',
});

const getLastCheck = endpoint('/api/audit/last-check', {
  ...readers,
  request: z.strictObject({ clientId: idSchema }),
  response: z.object({
    /** When all rows of the views were compared with the log, by itself or at somebody's wish; null: not since the start. */
    viewsComparedAt: z.iso.datetime().nullable(),
    /** Rows that differed then. */
    differing: z.int(),
  }),
  failure: 'The last check could not be read.',
  title: 'When the views were last compared with the log',
});

export const proofEndpoints = { exportCsv, exportNdjson, listAuditKeys, checkLog, getLastCheck };
