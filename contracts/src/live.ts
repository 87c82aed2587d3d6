import { z } from 'zod';
import { todaysAppointmentSchema } from './endpoints/appointments/boards.ts';
import { appointmentIdSchema, dateSchema, idSchema, positionSchema, timeSchema } from './ids.ts';

export { livePath } from './displays/socket.ts';

/** Connection error for an account that has reached its limit of sockets. */
export const tooManySockets = 'sockets.too-many';

/** Counts shown on dashboards; `key` as in the view (`client:{id}`, `poc:{id}:{date}` …). */
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

/** The free capacity of a doctor's day for the wizard's timing step, as in its query. */
export const liveDaySchema = z.object({
  pocId: idSchema,
  date: dateSchema,
  slots: z.array(
    z.object({
      time: z.string(),
      minutes: z.int(),
      capacity: z.int(),
      booked: z.int(),
      blocked: z.boolean(),
      free: z.int(),
      places: z.int(),
      /** Full, but a time can be overbooked. */
      overbook: z.literal(true).exactOptional(),
      heldUntil: timeSchema.exactOptional(),
    }),
  ),
  at: positionSchema,
});
export type LiveDay = z.infer<typeof liveDaySchema>;

/**
 * W3C traceparents of the last events of a message's rows, to follow a click to the screens that show it. Absent if
 * unknown; the log has them for the rows' `at`.
 */
const tracesSchema = z.array(z.string()).optional();

/**
 * Messages that the hub sends to a room. `at` is the position of the views that were read. Today's boards, slot cards
 * and counts receive rows. Other pages receive a hint, refetch with jitter, and ignore answers older than the shown
 * one.
 */
export const liveMessageSchema = z.discriminatedUnion('topic', [
  z.object({
    topic: z.literal('today'),
    at: positionSchema,
    rows: z.array(todaysAppointmentSchema),
    /** The ids of appointments that were moved to another day or doctor. */
    gone: z.array(appointmentIdSchema).exactOptional(),
    traces: tracesSchema,
  }),
  z.object({ topic: z.literal('counts'), at: positionSchema, rows: z.array(liveCountsSchema), traces: tracesSchema }),
  z.object({ topic: z.literal('days'), at: positionSchema, rows: z.array(liveDaySchema), traces: tracesSchema }),
  /** Rows of these views changed, or somebody was called (`calls`); `dates` lists the affected clinic days for views that have dates. */
  z.object({
    topic: z.literal('hint'),
    at: positionSchema,
    views: z.array(
      z.enum([
        'appointments',
        'doctorDays',
        'doctors',
        'departments',
        'patients',
        'clients',
        'leaves',
        'imports',
        'displays',
        'apiKeys',
        'chats',
        'people',
        'closedDays',
        'calls',
        'waiting',
      ]),
    ),
    pocIds: z.array(idSchema),
    dates: z.array(dateSchema),
    /** Time has passed without an event, and what is shown as of `at` is out of date too. */
    byClock: z.literal(true).exactOptional(),
  }),
  /** Anything may have changed (a rebuild, midnight, a changed schedule, a long disconnection). */
  z.object({ topic: z.literal('refetch'), at: positionSchema }),
]);
export type LiveMessage = z.infer<typeof liveMessageSchema>;

/**
 * Events of the socket. `live` carries everything that one commit means for a room in one packet, at most one message
 * per topic. The page sends `resume` with its position after each (re)connect; the hub answers with the changes since,
 * or `refetch`. A visible page sends `beat` every few seconds, so that it notices a silent loss of the network.
 * `sessionEnding` says that the session ends within a minute unless it is used, and `false` once it was, on any page.
 * `sessionEnded` precedes the hub's closing of a socket whose session has ended.
 */
export interface ServerToPage {
  live: (messages: readonly LiveMessage[]) => void;
  sessionEnding: (isEnding: boolean) => void;
  sessionEnded: () => void;
  /** The views became unreadable or readable again; while unreadable, shown data may be out of date. */
  away: (isAway: boolean) => void;
}
export interface PageToServer {
  resume: (position: string, onAnswer: (result: { at: string }) => void) => void;
  beat: (onAnswer: () => void) => void;
}
