import type { AppointmentStatus } from '@dayline/contracts/appointments';
import type { StoryEntry, WhenBooked } from '@dayline/contracts/endpoints/audit/audit';
import { clinicToday, instantAtClinic, timeAtClinic } from '../../shared/format/time.ts';
import { settingText } from '../../shared/hours/hours-words.ts';
import type { TimelineEntry } from '../../ui/charts/timeline.tsx';
import { channelWords, technicalText, auditText as text } from './text.ts';

type Tone = NonNullable<TimelineEntry['tone']>;

const toneOfStatus: Record<AppointmentStatus, Tone> = {
  Confirmed: 'confirmed',
  Availed: 'visited',
  Not_Availed: 'notVisited',
  Cancelled: 'cancelled',
};

/** The colour of an entry's dot: teal for an undo, the status's colour, or grey. */
export function toneOf({ undoes, statusAfter }: Pick<StoryEntry, 'undoes' | 'statusAfter'>): Tone {
  if (undoes !== null) return 'teal';
  return statusAfter === null ? 'quiet' : toneOfStatus[statusAfter];
}

export const isRefused = ({ type }: Pick<StoryEntry, 'type'>): boolean => type === 'CommandRefused';

const dayOf = (recordedAt: string, zone: string): string => clinicToday(zone, Date.parse(recordedAt));

/** The time of each entry, on the clinic's clock: the date is shown on a day's first entry only. */
export function whenOf(entries: readonly Pick<StoryEntry, 'recordedAt'>[], zone: string): string[] {
  return entries.map(({ recordedAt }, index) => {
    const before = entries[index - 1];
    const isSameDay = before !== undefined && dayOf(before.recordedAt, zone) === dayOf(recordedAt, zone);
    return isSameDay ? timeAtClinic(recordedAt, zone) : instantAtClinic(recordedAt, zone, true);
  });
}

/** An entry's author and channel. A doctor's name implies the role. */
export function actorText({ actor, channel }: Pick<StoryEntry, 'actor' | 'channel'>): string {
  const who =
    actor.kind === 'doctor' || actor.kind === 'system' ? actor.name : `${actor.name}, ${text.kinds[actor.kind]}`;
  return `${who} · ${channelWords[channel]}`;
}

/** The entry on the other side of an undo; null if there is none. */
export const tiedTo = ({ undoes, undoneBy }: Pick<StoryEntry, 'undoes' | 'undoneBy'>): string | null =>
  undoneBy ?? undoes;

/** `Special: 9:00 AM to 11:00 AM, Room 12 · 30 min · 2 places`: the hours, and the length and capacity of a slot. */
export const hoursText = ({ session, ...interval }: WhenBooked['hours'][number]): string =>
  [settingText(interval, session), text.minutes(interval.slotDuration), text.places(interval.appointmentsPerSlot)].join(
    ' · ',
  );

export const branchText = ({ id, name }: NonNullable<WhenBooked['branch']>): string => name ?? text.branchId(id);

/** `6 entries · chain whole`. */
export const extentOf = (entries: number, chainWhole: boolean): string =>
  `${text.entries(entries)} · ${chainWhole ? text.chainWhole : text.chainBroken}`;

/** An entry's technical details, as term and value; times on the clinic's clock. */
export function detailOf(entry: StoryEntry, zone: string): { term: string; value: string }[] {
  const { commandId, causationId, correlationId, traceparent, schemaVersion, keyIds, chain } = entry.metadata;
  return [
    { term: technicalText.type, value: entry.type },
    { term: technicalText.id, value: entry.eventId },
    { term: technicalText.stream, value: entry.stream },
    { term: technicalText.revision, value: String(entry.revision) },
    { term: technicalText.position, value: entry.position },
    { term: technicalText.recordedAt, value: `${instantAtClinic(entry.recordedAt, zone, true)} (${zone})` },
    { term: technicalText.chain, value: chain },
    { term: technicalText.command, value: commandId },
    { term: technicalText.cause, value: causationId },
    { term: technicalText.correlation, value: correlationId },
    ...(traceparent === undefined ? [] : [{ term: technicalText.trace, value: traceparent }]),
    { term: technicalText.version, value: String(schemaVersion) },
    ...(keyIds.length === 0 ? [] : [{ term: technicalText.keys, value: keyIds.join(', ') }]),
  ];
}

/** The event as JSON, in the order of its fields in the log. */
export const jsonOf = ({ eventId: id, type, stream, revision, position, data, metadata }: StoryEntry): string =>
  JSON.stringify({ id, type, stream, revision, position, data, metadata }, null, 2);

/** The number of the message that an entry plans, while nothing later is recorded about it; null for other entries. */
export function stoppableIn({ type, data, position }: StoryEntry, entries: readonly StoryEntry[]): number | null {
  const { messageId } = data;
  if (type !== 'MessagePlanned' || typeof messageId !== 'number') return null;
  const isLater = (other: StoryEntry) =>
    other.type.startsWith('Message') && other.data['messageId'] === messageId && other.position > position;
  return entries.some(isLater) ? null : messageId;
}
