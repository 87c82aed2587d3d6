import type { Endpoint } from '@dayline/contracts/endpoints/definition';
import { endpoints } from '@dayline/contracts/endpoints/table';
import { categories, categoryOf, streamKey } from '@dayline/contracts/events/categories';
import type { ActivityAction, EventDefinition } from '@dayline/contracts/events/definition';
import { isStatusEvent } from '@dayline/contracts/events/doctor-day';
import type { EventType, RecordedDaylineEvent } from '@dayline/contracts/events/table';
import { eventTable } from '@dayline/contracts/events/table';
import { doctorDayOf, slotOf } from '@dayline/contracts/ids';
import type { JsonObject } from '@dayline/contracts/json';

function definitionOf({ type }: RecordedDaylineEvent): EventDefinition {
  const definition = eventTable.get(type);
  if (!definition) throw new Error(`${type} is of no category.`);
  return definition;
}

/** A refused command counts as the action that it would have been. */
export function actionOf(event: RecordedDaylineEvent): ActivityAction {
  if (event.type !== 'CommandRefused') return definitionOf(event).action;
  // An event of an earlier release may name a call that no longer exists.
  return (endpoints as Readonly<Record<string, Endpoint | undefined>>)[event.data.call]?.action ?? 'other';
}

/** Starts and ends of an import are entries of their own; of many changes at once, the first is the entry. */
const ownLines: ReadonlySet<EventType> = new Set([
  ...(['LeaveStarted', 'LeaveStopped', 'LeaveSettled', 'LeaveUndoStarted', 'LeaveEnded'] as const),
  ...(['ImportStarted', 'ImportFinished', 'ImportUndoStarted', 'ImportUndoFinished'] as const),
]);
/** A move to another day or doctor is one line: that it has come there, or why it has not. */
const moveSteps: ReadonlySet<EventType> = new Set(['AppointmentMoveStarted', 'AppointmentMovedAway']);
/** Whether an event is no line of its own. */
export function isInBatch(event: RecordedDaylineEvent): boolean {
  if (moveSteps.has(event.type)) return true;
  const { batchId, batchSize } = event.metadata;
  return batchId !== undefined && !ownLines.has(event.type) && !(batchSize !== undefined && isStatusEvent(event));
}

/** The event that this one undoes. */
export function undoneEventOf(event: RecordedDaylineEvent): string | null {
  return 'undoneEventId' in event.data ? event.data.undoneEventId : null;
}

export const isRefusal = (event: RecordedDaylineEvent): boolean => definitionOf(event).kind === 'refusal';

/** "only corrections, undos and refusals" */
export const isNotable = (event: RecordedDaylineEvent): boolean => definitionOf(event).kind !== 'act';

/** The subjects of an event. */
export interface About {
  readonly pocId: string | null;
  readonly patientId: string | null;
  readonly appointmentId: string | null;
  readonly date: string | null;
  readonly time: string | null;
}
const nothing: About = { pocId: null, patientId: null, appointmentId: null, date: null, time: null };

export function aboutOf({ stream, data }: RecordedDaylineEvent): About {
  if ('subject' in data) return aboutSubject(data.subject);
  const { patientId = null, appointmentId = null, time = null } = data as Partial<About>;
  return { ...nothing, patientId, appointmentId, time, ...categories[categoryOf(stream)].about(streamKey(stream)) };
}

const idShape = /^[0-7][0-9A-HJKMNP-TV-Z]{25}/;

/** The ids of a refused command or of a read history. They come from requests, so each is optional. */
function aboutSubject(subject: Readonly<Record<string, string>>): About {
  const { appointmentId = null, slotId = null, userId = null, patientId = userId, date = null, time = null } = subject;
  const { pocId = null } = subject;
  if (appointmentId !== null && idShape.test(appointmentId)) {
    return { ...doctorDayOf(appointmentId), patientId, appointmentId, time };
  }
  if (slotId !== null && idShape.test(slotId)) return { ...slotOf(slotId), patientId, appointmentId: null };
  return { pocId, patientId, appointmentId: null, date, time };
}

/** Fields too long for a row; the event has them. */
const omittedTypes: ReadonlySet<string> = new Set([
  ...['slots', 'sessions', 'week', 'branches', 'visits'],
  ...['columns', 'headerDigest', 'digest', 'importedRows', 'refusedRows', 'keptRows', 'totals', 'appointments'],
]);

/** The event's data without personal and long fields. */
export function factsOf({ type, data }: RecordedDaylineEvent): JsonObject {
  const personal = eventTable.get(type)?.personal?.fields ?? [];
  return Object.fromEntries(
    Object.entries(data).filter(([field]) => !omittedTypes.has(field) && !personal.includes(field)),
  ) as JsonObject;
}
