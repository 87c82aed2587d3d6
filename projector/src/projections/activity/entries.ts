import type { ActivityRow } from '@dayline/contracts/activity';
import { signInStreamOf } from '@dayline/contracts/events/categories';
import type { Actor, Channel } from '@dayline/contracts/events/metadata';
import type { RecordedDaylineEvent } from '@dayline/contracts/events/table';
import { everyEvent, type View } from '../projection.ts';
import { aboutOf, actionOf, factsOf, isInBatch, isNotable, isRefusal, undoneEventOf } from './about.ts';

/** The actor of events that nobody requested, such as a day's plan or a lapsed hold appended with a command. */
const dayline: Actor = { kind: 'system', id: 'dayline', name: 'Dayline' };

export function actorOf({ type, metadata }: RecordedDaylineEvent): { actor: Actor; channel: Channel } {
  if (type === 'SlotsPlanned' || type === 'HoldLapsed') return { actor: dayline, channel: 'system' };
  return { actor: metadata.actor, channel: metadata.channel };
}

/** The id of the actor; whoever signs in is found by the alias. */
function actorIdOf(event: RecordedDaylineEvent): string {
  const isOwn = event.type === 'SignedIn' || event.type === 'SignedOut';
  return (isOwn ? signInStreamOf(event.stream)?.alias : undefined) ?? actorOf(event).actor.id;
}

function entryOf(event: RecordedDaylineEvent): ActivityRow {
  const { id, position, stream, revision, type, metadata } = event;
  const { actor, channel } = actorOf(event);
  return {
    key: id,
    at: position,
    clientId: metadata.clientId,
    position,
    recordedAt: metadata.recordedAt,
    type,
    ...(metadata.schemaVersion > 1 && { version: metadata.schemaVersion }),
    action: actionOf(event),
    outcome: isRefusal(event) ? 'refused' : 'done',
    notable: isNotable(event),
    inBatch: isInBatch(event),
    ...(metadata.batchSize !== undefined && { batchSize: metadata.batchSize }),
    batchId: metadata.batchId ?? null,
    channel,
    actorId: actorIdOf(event),
    actorKind: actor.kind,
    actorName: actor.name,
    ...aboutOf(event),
    stream,
    revision,
    correlationId: metadata.correlationId,
    undoes: undoneEventOf(event),
    undoneBy: null,
    facts: factsOf(event),
  };
}

/**
 * Every event as an entry, newest first by `recordedAt`, in the order of the log. An undo also changes the entry it undoes. No fold can fail, so
 * no event is ever parked.
 */
export const entries: View<ActivityRow> = {
  name: 'entries',
  // Each filter has an index in list order, so that a page reads only its own rows.
  indexes: [
    { name: 'byClient', fields: ['clientId', 'recordedAt', 'position'] },
    { name: 'byClientLines', fields: ['clientId', 'inBatch', 'recordedAt', 'position'], isBroad: true },
    { name: 'byActor', fields: ['clientId', 'actorId', 'recordedAt', 'position'] },
    { name: 'byPatient', fields: ['clientId', 'patientId', 'recordedAt', 'position'] },
    { name: 'byDoctor', fields: ['clientId', 'pocId', 'recordedAt', 'position'] },
    { name: 'byAction', fields: ['clientId', 'action', 'recordedAt', 'position'] },
    { name: 'byOutcome', fields: ['clientId', 'outcome', 'recordedAt', 'position'] },
    { name: 'byTrace', fields: ['clientId', 'correlationId', 'recordedAt', 'position'] },
    { name: 'byBatch', fields: ['clientId', 'batchId', 'type'] },
    { name: 'byNotable', fields: ['clientId', 'notable', 'recordedAt', 'position'] },
  ],
  changes: everyEvent<ActivityRow>({
    rows(event) {
      const undone = undoneEventOf(event);
      return undone === null ? [event.id] : [event.id, undone];
    },
    fold(row, event, key) {
      if (key === event.id) return entryOf(event);
      const undoneBy = { eventId: event.id, recordedAt: event.metadata.recordedAt };
      // An undo is in the same stream as the event that it undoes. If it isn't, there is no entry to change.
      if (!row) return { ...entryOf(event), key, gone: true };
      return { ...row, at: event.position, outcome: 'undone', undoneBy };
    },
  }),
};
