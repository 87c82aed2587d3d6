import type { RefusalRow } from '@dayline/contracts/activity';
import { type AppointmentStatus, paymentWords, statusWords } from '@dayline/contracts/appointments';
import type { StoryEntry } from '@dayline/contracts/endpoints/audit';
import { type EndpointName, endpoints } from '@dayline/contracts/endpoints/table';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import { reasonOf } from '../activity/sentences.ts';
import { clockWords, dateWords, spanWords } from '../words.ts';

/** An appointment's story in plain sentences. Pure: which event undid which is derived from the events. */

export type DayEvent = Recorded<DoctorDayEvent>;
type AppointmentEvent = Extract<DayEvent, { data: { appointmentId: string } }>;
/** An event that undoes another; a payment correction does if it names one. */
type UndoEvent = AppointmentEvent & { readonly data: { readonly undoneEventId: string } };

/** The story's sources: the events of the day, and the refused attempts on the appointment. */
export interface StorySource {
  readonly events: readonly DayEvent[];
  readonly refusals: readonly RefusalRow[];
}

/** What the sentences need besides the events: the day, and the doctor's name. */
export interface StorySetting {
  readonly date: string;
  readonly doctorName: string;
}

const tellsOf = (event: DayEvent, appointmentId: string): event is AppointmentEvent =>
  'appointmentId' in event.data && event.data.appointmentId === appointmentId;
const undoes = (event: AppointmentEvent): event is UndoEvent =>
  'undoneEventId' in event.data && event.data.undoneEventId !== null;

/** The entries of one appointment, oldest first, whatever the order of the events. */
export function storyOf(source: StorySource, appointmentId: string, setting: StorySetting): StoryEntry[] {
  const own = source.events
    .filter((event) => tellsOf(event, appointmentId))
    .sort((one, other) => one.revision - other.revision);
  const undoneBy = new Map(own.filter(undoes).map((undo) => [undo.data.undoneEventId, undo]));
  const told = inTimeOrder(own, source.refusals);
  return told.map((each, index) => {
    if (isRefusal(each)) return refusalEntry(each);
    const before = told[index - 1];
    const idBefore = before && (isRefusal(before) ? before.key : before.id);
    return eventEntry(each, { setting, idBefore, undo: undoneBy.get(each.id) });
  });
}

const isRefusal = (told: AppointmentEvent | RefusalRow): told is RefusalRow => 'code' in told;

/** Merges refusals into the events, which keep the order of their stream; at the same instant the event comes first. */
function inTimeOrder(events: readonly AppointmentEvent[], refusals: readonly RefusalRow[]) {
  const told: (AppointmentEvent | RefusalRow)[] = [...events];
  const oldestFirst = [...refusals].sort(
    (one, other) => instantOf(one) - instantOf(other) || (one.key < other.key ? -1 : 1),
  );
  for (const refusal of oldestFirst) {
    const next = told.findIndex((each) => instantOf(each) > instantOf(refusal));
    told.splice(next < 0 ? told.length : next, 0, refusal);
  }
  return told;
}

interface Around {
  readonly setting: StorySetting;
  /** The id of the previous entry. */
  readonly idBefore: string | undefined;
  readonly undo: UndoEvent | undefined;
}

function eventEntry(event: AppointmentEvent, { setting, idBefore, undo }: Around): StoryEntry {
  return {
    eventId: event.id,
    type: event.type,
    sentence: sentenceOf(event, setting),
    note: noteOf(event, idBefore, undo),
    actor: event.metadata.actor,
    recordedAt: event.metadata.recordedAt,
    statusAfter: 'statusAfter' in event.data ? event.data.statusAfter : null,
    undoes: undoes(event) ? event.data.undoneEventId : null,
    undoneBy: undo?.id ?? null,
    stream: event.stream,
    revision: event.revision,
    position: event.position,
    correlationId: event.metadata.correlationId,
    chain: event.metadata.chain,
  };
}

function refusalEntry({ key, at, code, actor, recordedAt, ...row }: RefusalRow): StoryEntry {
  return {
    eventId: key,
    type: 'CommandRefused',
    sentence: `Tried to ${triedWords(row)}`,
    note: `refused: ${reasonOf(code)}`,
    actor,
    recordedAt,
    statusAfter: null,
    undoes: null,
    undoneBy: null,
    stream: row.stream,
    revision: row.revision,
    position: at,
    correlationId: row.correlationId,
    chain: row.chain,
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
function triedWords({ call, status }: Pick<RefusalRow, 'call' | 'status'>): string {
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
      return event satisfies never;
  }
}

function noteOf(event: AppointmentEvent, idBefore: string | undefined, undo: UndoEvent | undefined) {
  if (undo) return `undone ${spanWords(instantOf(undo) - instantOf(event))} later`;
  if (undoes(event))
    return event.data.undoneEventId === idBefore ? 'undoes the entry above' : 'undoes an earlier entry';
  // An administrator can book with the wizard only.
  if (event.type === 'AppointmentBooked' && event.metadata.actor.kind === 'admin') return 'booking wizard';
  return null;
}

const instantOf = (told: AppointmentEvent | RefusalRow): number =>
  Date.parse(isRefusal(told) ? told.recordedAt : told.metadata.recordedAt);
