import { z } from 'zod';
import { appointmentIdSchema, idSchema } from '../../ids.ts';
import { keptHeadSchema, publicKeySchema } from '../../proof/signed-head.ts';
import { claims, endpoint } from '../definition.ts';
import { activityFilter, filterClaims } from './activity.ts';

const readers = { kind: 'query', access: ['admin', 'auditor'], claims: [claims.client] } as const;

/** The activity's filters, or one appointment. Without filters: everything of the client. */
const exportRequest = z.strictObject({ ...activityFilter, appointmentId: appointmentIdSchema.optional() });
export type ExportRequest = z.infer<typeof exportRequest>;

const exportCsv = endpoint('/api/audit/export-csv', {
  ...readers,
  needsProof: true,
  claims: [...filterClaims, claims.appointment],
  request: exportRequest,
  response: z.object({}),
  produces: 'text/csv; charset=utf-8',
  failure: 'The export failed. Please try again.',
  title: 'Entries of the activity as CSV, newest first',
});

const exportNdjson = endpoint('/api/audit/export-ndjson', {
  ...readers,
  needsProof: true,
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
  /** Such as 'doctorDay-…@3: altered, its chain doesn't fit'; without the stream if it is another client's. */
  text: z.string(),
});

/** The progress of a check of the log; the last answer has the result. */
const logCheckSchema = z.object({
  /** Number of events checked. */
  events: z.int(),
  result: z
    .object({
      streams: z.int(),
      /** The position of the last event; null if the log is empty. */
      position: z.string().nullable(),
      /** The number of signed heads that the log was compared with: its own, and the caller's. */
      heads: z.int(),
      kept: z.int(),
      /** The number of view rows compared with a new fold of the log; null if none were compared. */
      views: z.object({ rows: z.int(), comparedAt: z.iso.datetime() }).nullable(),
      /** The number of faults; the first hundred are listed. */
      count: z.int(),
      faults: z.array(logFaultSchema),
    })
    .nullable(),
});
export type LogCheck = z.infer<typeof logCheckSchema>;

const checkLog = endpoint('/api/audit/check-log', {
  ...readers,
  /** Heads that the caller kept elsewhere. */
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
    /**
     * When all rows of the views were last compared with the log, automatically or on request; null: not since the
     * start.
     */
    viewsComparedAt: z.iso.datetime().nullable(),
    /** The number of rows that differed. */
    differing: z.int(),
  }),
  failure: 'The last check could not be read.',
  title: 'When the views were last compared with the log',
});

export const proofEndpoints = { exportCsv, exportNdjson, listAuditKeys, checkLog, getLastCheck };
