import { z } from 'zod';
import { todaysAppointmentSchema } from './endpoints/boards.ts';
import { dateSchema, idSchema, positionSchema } from './ids.ts';

/** The socket's path on the query service. */
export const livePath = '/socket.io';

/** What a page hears whose account has as many sockets as it may. */
export const tooManySockets = 'sockets.too-many';

/** Counts as the dashboards show them; `key` as in the view (`client:{id}`, `poc:{id}:{date}` …). */
export const liveCountsSchema = z.object({
  key: z.string(),
  date: dateSchema.nullable(),
  byStatus: z.object({ Confirmed: z.int(), Availed: z.int(), Not_Availed: z.int(), Cancelled: z.int() }),
  byType: z.object({ 'Direct Consultation': z.int(), 'Tele Consultation': z.int() }),
  departments: z.int(),
  doctors: z.int(),
  at: positionSchema,
});
export type LiveCounts = z.infer<typeof liveCountsSchema>;

/** How full the open places of a doctor's day are, for the wizard's timing step: the times that its query answers. */
export const liveDaySchema = z.object({
  pocId: idSchema,
  date: dateSchema,
  slots: z.array(
    z.object({ time: z.string(), capacity: z.int(), booked: z.int(), blocked: z.boolean(), free: z.int() }),
  ),
  at: positionSchema,
});
export type LiveDay = z.infer<typeof liveDaySchema>;

/**
 * W3C traceparents of the last events of a message's rows, so that a click can be followed to the screens that show it.
 * Left out where none is known; the log has them by the rows' `at`.
 */
const tracesSchema = z.array(z.string()).optional();

/**
 * What the hub sends into a room. `at` is the position up to which the views were read. Today's boards, slot cards and
 * counts get the rows themselves; the other pages get a hint, refetch with jitter, and ignore what is older than what
 * they show.
 */
export const liveMessageSchema = z.discriminatedUnion('topic', [
  z.object({
    topic: z.literal('today'),
    at: positionSchema,
    rows: z.array(todaysAppointmentSchema),
    traces: tracesSchema,
  }),
  z.object({ topic: z.literal('counts'), at: positionSchema, rows: z.array(liveCountsSchema), traces: tracesSchema }),
  z.object({ topic: z.literal('days'), at: positionSchema, rows: z.array(liveDaySchema), traces: tracesSchema }),
  /** Rows of these views changed; `dates` names the clinic days concerned where a view has them. */
  z.object({
    topic: z.literal('hint'),
    at: positionSchema,
    views: z.array(z.enum(['appointments', 'doctorDays', 'doctors', 'departments', 'patients', 'clients'])),
    pocIds: z.array(idSchema),
    dates: z.array(dateSchema),
  }),
  /** Everything may have changed (a rebuild, midnight, a changed schedule, too long away). */
  z.object({ topic: z.literal('refetch'), at: positionSchema }),
]);
export type LiveMessage = z.infer<typeof liveMessageSchema>;

/**
 * Events of the socket. `live` brings all that one commit means for a room in one packet, at most one message a topic.
 * The page sends `resume` with the position it shows, after each (re)connect; the hub answers with what changed since,
 * or `refetch`. `sessionEnded` comes before the hub closes a socket whose session is over.
 */
export interface ServerToPage {
  live: (messages: readonly LiveMessage[]) => void;
  sessionEnded: () => void;
  /** The views can't be read any more, or can be again: what is shown may be out of date meanwhile. */
  away: (isAway: boolean) => void;
}
export interface PageToServer {
  resume: (position: string, answered: (result: { at: string }) => void) => void;
}
