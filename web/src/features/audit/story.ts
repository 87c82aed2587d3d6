import type { AppointmentStatus } from '@dayline/contracts/appointments';
import type { StoryEntry } from '@dayline/contracts/endpoints/audit';
import { instantAtClinic } from '../../shared/format/time.ts';
import { counted } from '../../shared/format/words.ts';
import type { TimelineEntry } from '../../shared/ui/timeline.tsx';

type Tone = NonNullable<TimelineEntry['tone']>;

const toneOfStatus: Record<AppointmentStatus, Tone> = {
  Confirmed: 'confirmed',
  Availed: 'visited',
  Not_Availed: 'notVisited',
  Cancelled: 'cancelled',
};

/** The colour of an entry's dot: teal for what takes something back, a status's own, grey for the rest. */
export function toneOf({ undoes, statusAfter }: Pick<StoryEntry, 'undoes' | 'statusAfter'>): Tone {
  if (undoes !== null) return 'teal';
  return statusAfter === null ? 'quiet' : toneOfStatus[statusAfter];
}

const dayOf = (recordedAt: string, zone: string): string => instantAtClinic(recordedAt, zone).replace(/, [^,]*$/, '');
const timeOf = (recordedAt: string, zone: string): string => instantAtClinic(recordedAt, zone).replace(/^.*, /, '');

/** When each entry was made, on the clinic's clock: the day is said once, until another one begins. */
export function whenOf(entries: readonly Pick<StoryEntry, 'recordedAt'>[], zone: string): string[] {
  return entries.map(({ recordedAt }, index) => {
    const before = entries[index - 1];
    const isSameDay = before !== undefined && dayOf(before.recordedAt, zone) === dayOf(recordedAt, zone);
    return isSameDay ? timeOf(recordedAt, zone) : instantAtClinic(recordedAt, zone);
  });
}

/** Who made an entry, and what it has to do with others. A doctor's name says the role itself. */
export function whoOf({ actor, note }: Pick<StoryEntry, 'actor' | 'note'>): string {
  const role = actor.kind === 'doctor' ? '' : `, ${actor.kind}`;
  const who = actor.kind === 'system' ? actor.name : actor.name + role;
  return note === null ? who : `${who} · ${note}`;
}

/** `6 entries · chain whole`. */
export const extentOf = (entries: number, chainWhole: boolean): string =>
  `${counted(entries, 'entry', 'entries')} · chain ${chainWhole ? 'whole' : 'broken'}`;

/** What an auditor may ask about an entry, as term and value. */
export const detailOf = (entry: StoryEntry): { term: string; value: string }[] => [
  { term: 'Event type', value: entry.type },
  { term: 'Event id', value: entry.eventId },
  { term: 'Stream', value: entry.stream },
  { term: 'Revision', value: String(entry.revision) },
  { term: 'Position', value: entry.position },
  { term: 'Recorded at', value: entry.recordedAt },
  { term: 'Correlation', value: entry.correlationId },
  { term: 'Chain', value: entry.chain },
];
