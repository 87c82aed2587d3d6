import type { ActivityAction } from './events/definition.ts';
import type { Actor, Channel } from './events/metadata.ts';
import type { EventType } from './events/table.ts';
import type { Position } from './ids.ts';
import type { JsonObject } from './json.ts';
import type { ViewRow } from './views/row.ts';
import type { CountsRow } from './views.ts';

/** `undone`: the action was carried out and a later entry compensated it. */
export const activityOutcomes = ['done', 'refused', 'undone'] as const;
export type ActivityOutcome = (typeof activityOutcomes)[number];

/**
 * One entry of a client's activity: an event with the fields used to find it. It holds no personal data: names of
 * patients and doctors are joined when it is read, so an erased patient's entries remain without the person. Key: the
 * event's id.
 */
export interface ActivityRow extends ViewRow {
  readonly clientId: string;
  /** The event's position; `at` is later if the entry was undone. */
  readonly position: Position;
  /** UTC, ISO 8601. */
  readonly recordedAt: string;
  readonly type: EventType;
  /** The event's schema version; absent if 1. */
  readonly version?: number;
  readonly action: ActivityAction;
  readonly outcome: ActivityOutcome;
  /** It is a correction, an undo or a refusal. */
  readonly notable: boolean;
  /**
   * Whether the event is a row of an import, its progress, or one of many changes but the first. Lists show only the
   * import or the first change; the others are found by its trace.
   */
  readonly inBatch: boolean;
  /** The number of changes that were requested at once; only in the first of them. */
  readonly batchSize?: number;
  /** The request or process whose changes belong together; null for a change by itself. */
  readonly batchId: string | null;
  readonly channel: Channel;
  readonly actorId: string;
  readonly actorKind: Actor['kind'];
  /** The actor's name at the time of the event. */
  readonly actorName: string;
  readonly pocId: string | null;
  readonly patientId: string | null;
  readonly appointmentId: string | null;
  /** The clinic day and time of what the entry is about. */
  readonly date: string | null;
  readonly time: string | null;
  readonly stream: string;
  readonly revision: number;
  readonly correlationId: string;
  /** The event that this entry undoes. */
  readonly undoes: string | null;
  /** The event that undid this entry, and when (UTC, ISO 8601). */
  readonly undoneBy: { readonly eventId: string; readonly recordedAt: string } | null;
  /** The event's data without its personal fields. */
  readonly facts: JsonObject;
}

/**
 * A refused command that named an appointment, for the appointment's history. `at` is the event's position. Key: its
 * id.
 */
export interface RefusalRow extends ViewRow {
  /** The account that made the attempt. */
  readonly clientId: string;
  readonly appointmentId: string;
  /** UTC, ISO 8601. */
  readonly recordedAt: string;
  /** The actor's name at that time. */
  readonly actor: Actor;
  readonly call: string;
  /** The requested status; null if the call names none. */
  readonly status: string | null;
  readonly code: string;
  readonly stream: string;
  readonly revision: number;
  readonly correlationId: string;
  readonly chain: string;
}

/** A person who has acted at a client. Key: `{clientId}_{actorId}`. */
export interface ActorRow extends ViewRow {
  readonly clientId: string;
  readonly actorId: string;
  readonly kind: Actor['kind'];
  /** The actor's latest name. */
  readonly name: string;
}

/** A month of a client's sign-ins. Key: `{clientId}_{month}`. */
export interface SignInMonthRow extends ViewRow {
  readonly clientId: string;
  /** yyyy-mm, UTC. */
  readonly month: string;
  readonly entries: number;
  /** Nobody can find whose they are. */
  readonly isErased: boolean;
}

/** The last changes that the desk made to a doctor's settings, the newest first. Key: the doctor's id. */
export interface DeskChangesRow extends ViewRow {
  readonly clientId: string;
  /** `recordedAt`: UTC, ISO 8601. */
  readonly changes: readonly { readonly eventId: string; readonly recordedAt: string }[];
}

/** The log's running digest (log-digest.ts) at the position `at`. One row. */
export interface LogDigestRow extends ViewRow {
  /** Number of events in the digest. */
  readonly events: number;
  /** SHA-256, hex. */
  readonly digest: string;
}
export const digestKey = 'log';

/**
 * The changes that the events of one UTC day made to a total of `counts`. A total at any moment is a sum of whole days
 * and a part of one day. Key: `{total}@{day}`.
 */
export interface RecordedCountsRow extends CountsRow {
  /** Its key in `counts`. */
  readonly total: string;
  /** The position of the day's first event; `at` is that of the last. */
  readonly first: Position;
}

/** The views of the projection `activity`, read by auditors; doctors read what the desk changed. */
export interface ActivityViews {
  readonly entries: ActivityRow;
  readonly actors: ActorRow;
  readonly refusals: RefusalRow;
  readonly digest: LogDigestRow;
  readonly recordedCounts: RecordedCountsRow;
  readonly deskChanges: DeskChangesRow;
  readonly signInMonths: SignInMonthRow;
}
