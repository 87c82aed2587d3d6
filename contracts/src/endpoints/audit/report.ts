import { z } from 'zod';
import { idSchema, monthSchema, positionSchema } from '../../ids.ts';
import { claims, endpoint } from '../definition.ts';
import { activityEntrySchema } from './activity.ts';
import { asOfSchema, moment } from './as-of.ts';

/** Reports of a month as known at two moments. The client is the session's. */
const readers = { kind: 'query', access: ['admin', 'auditor'] } as const;

/** Figures of appointments and money; in a line, the change of each by an entry. */
const figuresSchema = z.object({
  visits: z.int(),
  noShows: z.int(),
  /** Of `visits` and `noShows`: those of which a reminder was sent before they were marked. */
  reminded: z.int(),
  remindedNoShows: z.int(),
  cancellations: z.int(),
  /** Moved to another day or doctor. */
  movedAway: z.int(),
  /** Booked beyond the capacity of their time, including cancelled ones. */
  overbooked: z.int(),
  /** Recorded as paid, including cancelled appointments: a cancellation alone moves no money. */
  paid: z.int(),
  /** The amounts paid for them; without a recorded amount, the fee at the time of the booking, or 0. */
  paise: z.int(),
  /** The number of payments that `paise` excludes: without a recorded amount and without a fee. */
  withoutAmount: z.int(),
  /** By the clinic's day of the entry, not of the visit, less corrections; in paise. Only recorded amounts. */
  taken: z.int(),
  refunded: z.int(),
});
export type Figures = z.infer<typeof figuresSchema>;
// Cast is safe: Object.keys lists the schema's fields.
const figureNames = Object.keys(figuresSchema.shape) as (keyof Figures)[];

const bothSchema = z.object({
  earlier: figuresSchema,
  later: figuresSchema,
  /**
   * The changes by the entries in between, added up without signs: above 0 if a figure is equal but its parts changed.
   */
  moved: figuresSchema,
  /** Messages to patients about appointments of the month that were sent by each moment. They have no lines. */
  messages: z.object({ earlier: z.int(), later: z.int() }),
});
export type BothFigures = z.infer<typeof bothSchema>;

const reportRequest = z.strictObject({
  /** Appointments of this month at the clinic; payments and refunds by the entry's month. yyyy-mm. */
  month: monthSchema,
  /** The earlier moment: an instant or a position, as in the replay. */
  ...moment,
  /** The position of the later moment; absent: now. */
  with: positionSchema.optional(),
});
export type ReportRequest = z.infer<typeof reportRequest>;

const lineSchema = z.object({ entry: activityEntrySchema, pocId: idSchema, change: figuresSchema });

const failure = 'Failed to fetch the report.';
/** `request.invalid`: the later moment is before the earlier one. */
const refusals = ['views.building', 'views.behind', 'replay.busy'] as const;

const getReport = endpoint('/api/audit/report', {
  ...readers,
  claims: [claims.doctor, claims.department],
  method: 'GET',
  request: z.strictObject({
    ...reportRequest.shape,
    /** Lists the lines after this position: a page's `next`. */
    after: positionSchema.optional(),
    /** Lists only entries that changed this figure, for this doctor or department if given. */
    figure: z.enum(figureNames).optional(),
    pocId: idSchema.optional(),
    departmentId: idSchema.optional(),
  }),
  response: z.object({
    month: z.string(),
    /** The earlier and the later moment; the figures of each are as of its position. */
    earlier: asOfSchema,
    later: asOfSchema,
    /** All doctors of the client, by name; `earlierName` if the doctor had another name then. */
    doctors: z.array(
      z
        .object({ pocId: idSchema, name: z.string(), earlierName: z.string().nullable(), departmentId: z.string() })
        .extend(bothSchema.shape),
    ),
    departments: z.array(
      z
        .object({ departmentId: z.string(), name: z.string(), earlierName: z.string().nullable() })
        .extend(bothSchema.shape),
    ),
    total: bothSchema,
    /** The entries that changed a figure, in the order of the log; at most `linesAtOnce`. */
    lines: z.array(lineSchema),
    /** Number of the listed entries, on all pages. */
    lineCount: z.int(),
    /** The position to continue from, or null. */
    next: positionSchema.nullable(),
  }),
  failure,
  refusals,
  title: 'Visits and money of a month, as of two moments',
});

const exportRequest = {
  ...readers,
  needsProof: true,
  request: reportRequest,
  response: z.object({}),
  failure: 'The export failed. Please try again.',
  refusals,
} as const;

const exportReportCsv = endpoint('/api/audit/report-csv', {
  ...exportRequest,
  produces: 'text/csv; charset=utf-8',
  title: 'A report with its lines as CSV',
});

const exportReportNdjson = endpoint('/api/audit/report-ndjson', {
  ...exportRequest,
  produces: 'application/x-ndjson',
  title: 'A report with its lines as NDJSON',
});

/** Lines in one answer. */
export const linesAtOnce = 50;

export const reportEndpoints = { getReport, exportReportCsv, exportReportNdjson };
