import { type AppointmentStatus, appointmentStatusSchema } from '@dayline/contracts/appointments';
import type { StoryEntry } from '@dayline/contracts/endpoints/audit/audit';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { DaylineEvent } from '@dayline/contracts/events/table';
import type { Phrase } from '@dayline/contracts/fields/phrase';
import { phrase, sentenceParts } from '@dayline/contracts/words/english';
import { actorOf } from '@dayline/projector/projections/activity/entries';

/** A refused command, from the stream of the account that tried. */
export type RefusedEvent = Recorded<Extract<DaylineEvent, { type: 'CommandRefused' }>>;
/** A correction of the patient's name, from the patient's stream. */
export interface Renaming {
  readonly event: Recorded<Extract<DaylineEvent, { type: 'PatientDetailsCorrected' }>>;
  readonly before: string;
}
/** A merge or a split of the patient's records, from the stream of the record that it was booked for. */
export type MergeEvent = Recorded<Extract<DaylineEvent, { type: 'PatientMerged' | 'PatientUnmerged' }>>;

/** The fields of every entry. */
export function recordedFields(event: Recorded<DaylineEvent>) {
  const { id, type, stream, revision, position, data, metadata } = event;
  const { commandDigest, ...publicMetadata } = metadata;
  return {
    eventId: id,
    type,
    stream,
    revision,
    position,
    ...actorOf(event),
    recordedAt: metadata.recordedAt,
    data,
    metadata: publicMetadata,
  };
}

const noMark = { statusAfter: null, undoes: null, undoneBy: null };

export function renamingEntry(event: Renaming['event'], before: string): StoryEntry {
  return {
    ...recordedFields(event),
    // Only imports change many patients at once.
    ...sentenceParts(
      phrase('patientIsRenamed', before, event.data.name ?? ''),
      event.metadata.batchId === undefined ? null : phrase('byImport'),
    ),
    ...noMark,
  };
}

/** Without the details of the other record, which may be somebody else's by now. */
export function mergeEntry(event: MergeEvent): StoryEntry {
  const { mergeId, patientId, into } = event.data;
  return {
    ...recordedFields(event),
    data: { mergeId, patientId, into },
    ...sentenceParts(phrase(event.type === 'PatientMerged' ? 'patientIsMerged' : 'patientIsSplit'), null),
    ...noMark,
  };
}

export function refusalEntry(event: RefusedEvent): StoryEntry {
  const { call, subject, code } = event.data;
  return {
    ...recordedFields(event),
    ...sentenceParts(triedPhrase(call, subject), phrase('refusedBecause', code)),
    ...noMark,
  };
}

/** An earlier release may have had calls that no longer exist. */
function triedPhrase(call: string, { status, time }: Readonly<Record<string, string>>): Phrase {
  const target: AppointmentStatus | null = appointmentStatusSchema.safeParse(status).data ?? null;
  switch (call) {
    case 'updateAppointmentStatusAsAdmin':
    case 'updateAppointmentStatusAsDoctor':
      return phrase('triedToMark', target);
    case 'correctAppointmentStatus':
      return phrase('triedToCorrect', target);
    case 'correctPayment':
      return phrase('triedToChangePayment');
    case 'moveAppointment':
      return phrase('triedToMove', time ?? null);
    case 'undoMove':
      return phrase('triedToUndoMove');
    case 'arrive':
      return phrase('triedToNoteArrival');
    case 'callPatient':
      return phrase('triedToCall');
    default:
      return phrase('triedCall', call);
  }
}
