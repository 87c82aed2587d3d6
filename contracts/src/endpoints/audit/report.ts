import { z } from 'zod';
import { idSchema, monthSchema, positionSchema } from '../../ids.ts';
import { claims, endpoint } from '../definition.ts';
import { activityEntrySchema } from './activity.ts';
import { asOfSchema, moment } from './as-of.ts';

/** Reports of a month as known at two moments. The client is the session's. */
const readers = { kind: 'query', access: ['admin', 'auditor'] } as const;

/** Of appointments, and of money that moved; in a line, how much an entry changed each. */
const figuresSchema = z.object({
  visits: z.int(),
  noShows: z.int(),
  cancellations: z.int(),
  /** To another day or doctor. */
  movedAway: z.int(),
  /** Booked beyond the places of their time, whatever became of them. */
  overbooked: z.int(),
  /** Recorded as paid, whatever became of the appointment: no money moves at a cancellation. */
  paid: z.int(),
  /** What was paid for them; where it wasn't recorded, the fee in force when it was booked, 0 if there was none. */
  paise: z.int(),
  /** How many of them `paise` leaves out: neither an amount was recorded nor was there a fee. */
  withoutAmount: z.int(),
  /** By the clinic's day of the entry, not of the visit, less what was corrected; in paise. Recorded amounts alone. */
  taken: z.int(),
  refunded: z.int(),
});
export type Figures = z.infer<typeof figuresSchema>;
// Cast is safe: Object.keys lists the schema's fields.
const figureNames = Object.keys(figuresSchema.shape) as (keyof Figures)[];

const bothSchema = z.object({
  earlier: figuresSchema,
  later: figuresSchema,
  /** What the entries in between changed, added up without signs: above 0 where a figure is equal over changed parts. */
  moved: figuresSchema,
});
export type BothFigures = z.infer<typeof bothSchema>;

const reportRequest = z.strictObject({
  /** By the day of the appointment at the clinic, and of what was taken and refunded by the entry's, yyyy-mm. */
  month: monthSchema,
  /** What was known then: an instant or a position, as for the replay. */
  ...moment,
  /** The position of the later moment; without it, all that is known by now. */
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
    /** Lists only entries that changed this figure, of this doctor or department if named. */
    figure: z.enum(figureNames).optional(),
    pocId: idSchema.optional(),
    departmentId: idSchema.optional(),
  }),
  response: z.object({
    month: z.string(),
    /** The earlier and the later moment; each of their figures stands at the moment's position. */
    earlier: asOfSchema,
    later: asOfSchema,
    /** All of the client, by name; `earlierName` if another name was known then. */
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
    /** The entries that made a difference, in the order of the log; at most `linesAtOnce`. */
    lines: z.array(lineSchema),
    /** Number of the listed entries, on all pages. */
    lineCount: z.int(),
    /** The position to go on from, or null. */
    next: positionSchema.nullable(),
  }),
  failure,
  refusals,
  title: 'Visits and money of a month, as of two moments',
});

const exported = {
  ...readers,
  request: reportRequest,
  response: z.object({}),
  failure: 'The export failed. Please try again.',
  refusals,
} as const;

const exportReportCsv = endpoint('/api/audit/report-csv', {
  ...exported,
  produces: 'text/csv; charset=utf-8',
  title: 'A report with its lines as CSV',
});

const exportReportNdjson = endpoint('/api/audit/report-ndjson', {
  ...exported,
  produces: 'application/x-ndjson',
  title: 'A report with its lines as NDJSON',
});

/** Lines in one answer. */
export const linesAtOnce = 50;

export const reportEndpoints = { getReport, exportReportCsv, exportReportNdjson };
