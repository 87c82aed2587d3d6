import { type AppointmentStatus, paymentWords, statusWords } from '@dayline/contracts/appointments';
import type { StoryEntry } from '@dayline/contracts/endpoints/audit/audit';
import { type EndpointName, endpoints } from '@dayline/contracts/endpoints/table';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import type { DaylineEvent } from '@dayline/contracts/events/table';
import { unreachable } from '@dayline/contracts/unreachable';
import { reasonOf } from '../activity/sentences.ts';
import { clockWords, dateWords, spanWords } from '../words.ts';

/** An appointment's story in plain sentences. Pure: which event undid which is derived from the events. */

export type DayEvent = Recorded<DoctorDayEvent>;
type AppointmentEvent = Extract<DayEvent, { data: { appointmentId: string } }>;
/** A refused command, from the stream of the account that tried. */
export type RefusedEvent = Recorded<Extract<DaylineEvent, { type: 'CommandRefused' }>>;
type StoryEvent = AppointmentEvent | RefusedEvent;
/** An event that undoes another; a payment correction does if it names one. */
type UndoEvent = AppointmentEvent & { readonly data: { readonly undoneEventId: string } };

/** The story's sources: the events of the day, and the refused attempts on the appointment. */
export interface StorySource {
  readonly events: readonly DayEvent[];
  readonly refusals: readonly RefusedEvent[];
}

/** What the sentences need besides the events. */
export interface StorySetting {
  readonly date: string;
  /** The doctor's name when the appointment was booked. */
  readonly doctorName: string;
}

const isAbout = (event: DayEvent, appointmentId: string): event is AppointmentEvent =>
  'appointmentId' in event.data && event.data.appointmentId === appointmentId;
const undoes = (event: AppointmentEvent): event is UndoEvent =>
  'undoneEventId' in event.data && event.data.undoneEventId !== null;

/** The entries of one appointment, oldest first, whatever the order of the events. */
export function storyOf(source: StorySource, appointmentId: string, setting: StorySetting): StoryEntry[] {
  const own = source.events
    .filter((event) => isAbout(event, appointmentId))
    .sort((one, other) => one.revision - other.revision);
  const undoneBy = new Map(own.filter(undoes).map((undo) => [undo.data.undoneEventId, undo]));
  const ordered = inTimeOrder(own, source.refusals);
  return ordered.map((each, index) => {
    if (isRefused(each)) return refusalEntry(each);
    return eventEntry(each, { setting, idBefore: ordered[index - 1]?.id, undo: undoneBy.get(each.id) });
  });
}

const isRefused = (event: StoryEvent): event is RefusedEvent => event.type === 'CommandRefused';

/** Merges refusals into the events, which keep the order of their stream; at the same instant the event comes first. */
function inTimeOrder(events: readonly AppointmentEvent[], refusals: readonly RefusedEvent[]): StoryEvent[] {
  const ordered: StoryEvent[] = [...events];
  const oldestFirst = [...refusals].sort(
    (one, other) => instantOf(one) - instantOf(other) || (one.id < other.id ? -1 : 1),
  );
  for (const refusal of oldestFirst) {
    const next = ordered.findIndex((each) => instantOf(each) > instantOf(refusal));
    ordered.splice(next < 0 ? ordered.length : next, 0, refusal);
  }
  return ordered;
}

interface Around {
  readonly setting: StorySetting;
  /** The id of the previous entry. */
  readonly idBefore: string | undefined;
  readonly undo: UndoEvent | undefined;
}

/** The fields of every entry. */
function recordedFields({ id, type, stream, revision, position, data, metadata }: StoryEvent) {
  const { commandDigest, ...shown } = metadata;
  return {
    eventId: id,
    type,
    stream,
    revision,
    position,
    actor: metadata.actor,
    channel: metadata.channel ?? null,
    recordedAt: metadata.recordedAt,
    data,
    metadata: shown,
  };
}

function eventEntry(event: AppointmentEvent, { setting, idBefore, undo }: Around): StoryEntry {
  return {
    ...recordedFields(event),
    sentence: sentenceOf(event, setting),
    note: noteOf(event, idBefore, undo),
    statusAfter: 'statusAfter' in event.data ? event.data.statusAfter : null,
    undoes: undoes(event) ? event.data.undoneEventId : null,
    undoneBy: undo?.id ?? null,
  };
}

function refusalEntry(event: RefusedEvent): StoryEntry {
  const { call, subject, code } = event.data;
  return {
    ...recordedFields(event),
    sentence: `Tried to ${triedWords(call, subject['status'] ?? null)}`,
    note: `refused: ${reasonOf(code)}`,
    statusAfter: null,
    undoes: null,
    undoneBy: null,
  };
}

const markWords: Record<AppointmentStatus, string> = {
  Confirmed: 'set the status back to Confirmed',
  Availed: 'mark it Visited',
  Not_Availed: 'mark it Not Visited',
  Cancelled: 'cancel it',
};
const isStatus = (status: string | null): status is AppointmentStatus =>
  status !== null && Object.hasOwn(statusWords, status);

/** Continues 'Tried to'. An older build may have had calls that no longer exist. */
function triedWords(call: string, status: string | null): string {
  switch (call) {
    case 'updateAppointmentStatusAsAdmin':
    case 'updateAppointmentStatusAsDoctor':
      return isStatus(status) ? markWords[status] : 'change the status';
    case 'correctAppointmentStatus':
      return isStatus(status) ? `correct the status to ${statusWords[status]}` : 'correct the status';
    case 'correctPayment':
      return 'change the payment';
    default:
      return `do this: ${Object.hasOwn(endpoints, call) ? endpoints[call as EndpointName].title : call}`;
  }
}

function sentenceOf(event: AppointmentEvent, { date, doctorName }: StorySetting): string {
  switch (event.type) {
    case 'AppointmentBooked':
      return `Booked for ${dateWords(date)}, ${clockWords(event.data.time)} with ${doctorName}, ${event.data.type}`;
    case 'AppointmentPaymentRecorded':
      return `Payment recorded: ${paymentWords[event.data.payment]}`;
    case 'AppointmentPaymentCorrected': {
      const words = paymentWords[event.data.paymentAfter];
      if (event.data.undoneEventId !== null) return `Undo: payment back to ${words}`;
      return event.data.reason === null
        ? `Payment changed to ${words}`
        : `Payment changed to ${words}: ${event.data.reason}`;
    }
    case 'AppointmentMarkedVisited':
      return 'Marked Visited';
    case 'AppointmentMarkedNotVisited':
      return 'Marked Not Visited';
    case 'AppointmentCancelled':
      return 'Cancelled';
    case 'AppointmentMarkUndone':
    case 'AppointmentCancellationUndone':
      return `Undo: status back to ${statusWords[event.data.statusAfter]}`;
    case 'AppointmentStatusCorrected': {
      const corrected = `Corrected to ${statusWords[event.data.statusAfter]}`;
      return event.data.reason === null ? corrected : `${corrected}: ${event.data.reason}`;
    }
    default:
      return unreachable(event);
  }
}

function noteOf(event: AppointmentEvent, idBefore: string | undefined, undo: UndoEvent | undefined) {
  if (undo) return `undone ${spanWords(instantOf(undo) - instantOf(event))} later`;
  if (undoes(event))
    return event.data.undoneEventId === idBefore ? 'undoes the entry above' : 'undoes an earlier entry';
  const { actor, channel = 'web' } = event.metadata;
  // On the pages an administrator can book with the wizard only.
  if (event.type === 'AppointmentBooked' && actor.kind === 'admin' && channel === 'web') return 'booking wizard';
  return null;
}

const instantOf = ({ metadata }: StoryEvent): number => Date.parse(metadata.recordedAt);
