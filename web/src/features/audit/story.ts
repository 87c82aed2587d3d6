import type { AppointmentStatus } from '@dayline/contracts/appointments';
import type { StoryEntry } from '@dayline/contracts/endpoints/audit';
import { instantAtClinic } from '../../shared/format/time.ts';
import { counted } from '../../shared/format/words.ts';
import type { TimelineEntry } from '../../ui/timeline.tsx';

type Tone = NonNullable<TimelineEntry['tone']>;

const toneOfStatus: Record<AppointmentStatus, Tone> = {
  Confirmed: 'confirmed',
  Availed: 'visited',
  Not_Availed: 'notVisited',
  Cancelled: 'cancelled',
};

/** The colour of an entry's dot: teal for an undo, a status's own, grey for the rest. */
export function toneOf({ undoes, statusAfter }: Pick<StoryEntry, 'undoes' | 'statusAfter'>): Tone {
  if (undoes !== null) return 'teal';
  return statusAfter === null ? 'quiet' : toneOfStatus[statusAfter];
}

export const isRefused = ({ type }: Pick<StoryEntry, 'type'>): boolean => type === 'CommandRefused';

const dayOf = (recordedAt: string, zone: string): string =>
  instantAtClinic(recordedAt, zone, true).replace(/, [^,]*$/, '');
const timeOf = (recordedAt: string, zone: string): string =>
  instantAtClinic(recordedAt, zone, true).replace(/^.*, /, '');

/** The time of each entry, on the clinic's clock: the date is shown on a day's first entry only. */
export function whenOf(entries: readonly Pick<StoryEntry, 'recordedAt'>[], zone: string): string[] {
  return entries.map(({ recordedAt }, index) => {
    const before = entries[index - 1];
    const isSameDay = before !== undefined && dayOf(before.recordedAt, zone) === dayOf(recordedAt, zone);
    return isSameDay ? timeOf(recordedAt, zone) : instantAtClinic(recordedAt, zone, true);
  });
}

/** Who made an entry, and its relation to others. A doctor's name implies the role. */
export function whoOf({ actor, note }: Pick<StoryEntry, 'actor' | 'note'>): string {
  const role = actor.kind === 'doctor' ? '' : `, ${actor.kind}`;
  const who = actor.kind === 'system' ? actor.name : actor.name + role;
  return note === null ? who : `${who} · ${note}`;
}

/** `6 entries · chain whole`. */
export const extentOf = (entries: number, chainWhole: boolean): string =>
  `${counted(entries, 'entry', 'entries')} · chain ${chainWhole ? 'whole' : 'broken'}`;

/** An entry's technical details, as term and value. */
export const detailOf = (entry: StoryEntry, zone: string): { term: string; value: string }[] => [
  { term: 'Event type', value: entry.type },
  { term: 'Event id', value: entry.eventId },
  { term: 'Stream', value: entry.stream },
  { term: 'Revision', value: String(entry.revision) },
  { term: 'Position', value: entry.position },
  { term: 'Recorded at', value: `${instantAtClinic(entry.recordedAt, zone, true)} (${zone})` },
  { term: 'Correlation', value: entry.correlationId },
  { term: 'Chain', value: entry.chain },
];
