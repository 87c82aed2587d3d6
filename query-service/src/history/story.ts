import { type PaymentStatus, statusWords } from '@dayline/contracts/appointments';
import type { StoryEntry } from '@dayline/contracts/endpoints/audit';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import { clockWords, dateWords, spanWords } from '../words.ts';

/** An appointment's story in plain sentences. Pure: the events are canonical, who undid what is derived from them. */

export type DayEvent = Recorded<DoctorDayEvent>;
/** The events of a day that tell of one appointment. */
type AppointmentEvent = Extract<DayEvent, { data: { appointmentId: string } }>;
type UndoEvent = Extract<AppointmentEvent, { data: { undoneEventId: string } }>;

/** What the sentences need besides the events: the day, and the doctor's name. */
export interface StorySetting {
  readonly date: string;
  readonly doctorName: string;
}

const paymentWords: Record<PaymentStatus, string> = { Paid: 'Paid', Pay_later: 'Pay later' };

const tellsOf = (event: DayEvent, appointmentId: string): event is AppointmentEvent =>
  'appointmentId' in event.data && event.data.appointmentId === appointmentId;
const undoes = (event: AppointmentEvent): event is UndoEvent => 'undoneEventId' in event.data;

/** The entries of one appointment, oldest first, whatever the order in which the events come. */
export function storyOf(events: readonly DayEvent[], appointmentId: string, setting: StorySetting): StoryEntry[] {
  const own = events
    .filter((event) => tellsOf(event, appointmentId))
    .sort((one, other) => one.revision - other.revision);
  const undoneBy = new Map(own.filter(undoes).map((undo) => [undo.data.undoneEventId, undo]));
  return own.map((event, place) => ({
    eventId: event.id,
    type: event.type,
    sentence: sentenceOf(event, setting),
    note: noteOf(event, own[place - 1], undoneBy.get(event.id)),
    actor: event.metadata.actor,
    recordedAt: event.metadata.recordedAt,
    statusAfter: 'statusAfter' in event.data ? event.data.statusAfter : null,
    undoes: undoes(event) ? event.data.undoneEventId : null,
    undoneBy: undoneBy.get(event.id)?.id ?? null,
    stream: event.stream,
    revision: event.revision,
    position: event.position,
    correlationId: event.metadata.correlationId,
    chain: event.metadata.chain,
  }));
}

function sentenceOf(event: AppointmentEvent, { date, doctorName }: StorySetting): string {
  switch (event.type) {
    case 'AppointmentBooked':
      return `Booked for ${dateWords(date)}, ${clockWords(event.data.time)} with ${doctorName}, ${event.data.type}`;
    case 'AppointmentPaymentRecorded':
      return `Payment recorded: ${paymentWords[event.data.payment]}`;
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

function noteOf(event: AppointmentEvent, before: AppointmentEvent | undefined, undo: UndoEvent | undefined) {
  if (undo) return `undone ${spanWords(instantOf(undo) - instantOf(event))} later`;
  if (undoes(event))
    return event.data.undoneEventId === before?.id ? 'undoes the entry above' : 'undoes an earlier entry';
  // The wizard is the one way in which an administrator books.
  if (event.type === 'AppointmentBooked' && event.metadata.actor.kind === 'admin') return 'booking wizard';
  return null;
}

const instantOf = (event: AppointmentEvent): number => Date.parse(event.metadata.recordedAt);
