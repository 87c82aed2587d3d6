import { defaultZone } from '@dayline/contracts/clinic/clinic-time';
import type { BookedSession, ShownSession } from '@dayline/contracts/clinic/sessions';
import type { StoryEntry } from '@dayline/contracts/endpoints/audit/audit';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import { isOfCategory } from '@dayline/contracts/events/table';
import type { Phrase } from '@dayline/contracts/fields/phrase';
import { doctorDayOf } from '@dayline/contracts/ids';
import { unreachable } from '@dayline/contracts/unreachable';
import { feeParts, moneyPhrases, phrase, sentenceParts, withFeeChange } from '@dayline/contracts/words/english';
import { messageEntry, type RecordedMessageEvent } from './message-entries.ts';
import {
  type MergeEvent,
  mergeEntry,
  type RefusedEvent,
  type Renaming,
  recordedFields,
  refusalEntry,
  renamingEntry,
} from './other-entries.ts';

/** An appointment's history in plain sentences. Pure: the events show which event undid which. */

export type DayEvent = Recorded<DoctorDayEvent>;
type AppointmentEvent = Extract<DayEvent, { data: { appointmentId: string } }>;
type StoryEvent = AppointmentEvent | RefusedEvent | Renaming['event'] | MergeEvent | RecordedMessageEvent;
/** An event that undoes another; a payment correction does if it names one. */
type UndoEvent = AppointmentEvent & { readonly data: { readonly undoneEventId: string } };

/**
 * The sources of the history: the events of the day, the refused attempts on the appointment, and the patient's
 * renamings.
 */
export interface StorySource {
  readonly events: readonly DayEvent[];
  readonly refusals: readonly RefusedEvent[];
  /** Renamings since the booking. */
  readonly renamings?: readonly Renaming[];
  /** Merges and splits since the booking. */
  readonly merges?: readonly MergeEvent[];
  /** Messages to the patient. */
  readonly messages?: readonly RecordedMessageEvent[];
}

/** The data that the sentences need besides the events. */
export interface StorySetting {
  /** The visit's appointments by their ids, with the doctor's name at the booking. */
  readonly appointments: ReadonlyMap<string, { readonly date: string; readonly doctorName: string }>;
  /** By their ids, with the doctor's name. */
  readonly leaves?: ReadonlyMap<string, { readonly from: string; readonly to: string; readonly doctorName: string }>;
  /** The desk's reasons for the waiting list's offers, by the ids of their holds. */
  readonly offerReasons?: ReadonlyMap<string, string | null>;
  /** The clinic's. */
  readonly zone?: string;
  /** The names of a session's department and branch. */
  sessionOf(session: BookedSession | undefined): ShownSession | undefined;
}

const isAbout = (event: DayEvent, { appointments }: StorySetting): event is AppointmentEvent =>
  'appointmentId' in event.data && appointments.has(event.data.appointmentId);
/** In an undone move, the old appointment's step is the one that undoes the move. */
const undoes = (event: AppointmentEvent): event is UndoEvent =>
  'undoneEventId' in event.data &&
  event.data.undoneEventId !== null &&
  event.type !== 'AppointmentMoveStarted' &&
  event.type !== 'AppointmentMovedAway';

/** The entries of a visit's appointments, oldest first, whatever the order of the events. */
export function storyOf(source: StorySource, setting: StorySetting): StoryEntry[] {
  const own = source.events
    .filter((event) => isAbout(event, setting))
    .sort((a, b) => (a.position < b.position ? -1 : 1));
  const undoneBy = new Map(own.filter(undoes).map((undo) => [undo.data.undoneEventId, undo]));
  const starts = new Map(
    own.flatMap(({ type, data }) => (type === 'AppointmentMoveStarted' ? [[data.moveId, data] as const] : [])),
  );
  const namesBefore = new Map(source.renamings?.map(({ event, before }) => [event.id, before]));
  const ofPatient = [...(source.renamings ?? []).map(({ event }) => event), ...(source.merges ?? [])];
  const ordered = inTimeOrder(own, [...source.refusals, ...ofPatient, ...(source.messages ?? [])]);
  return ordered.map((event, index) => {
    if (event.type === 'CommandRefused') return refusalEntry(event);
    if (event.type === 'PatientDetailsCorrected') return renamingEntry(event, namesBefore.get(event.id) ?? '');
    if (event.type === 'PatientMerged' || event.type === 'PatientUnmerged') return mergeEntry(event);
    if (isMessageEvent(event)) return messageEntry(event, setting.zone ?? defaultZone);
    const isMovedIn = ordered[index + 1]?.type === 'AppointmentMovedIn';
    const start = 'moveId' in event.data ? starts.get(event.data.moveId) : undefined;
    const [idBefore, undo] = [ordered[index - 1]?.id, undoneBy.get(event.id)];
    return eventEntry(event, { setting, idBefore, undo, isMovedIn, start });
  });
}

const isMessageEvent = (event: StoryEvent): event is RecordedMessageEvent => isOfCategory(event, 'message');

/** Merges others into the events, which keep the order of their stream; at the same instant the event is first. */
function inTimeOrder(events: readonly AppointmentEvent[], others: readonly StoryEvent[]): StoryEvent[] {
  const ordered: StoryEvent[] = [...events];
  const oldestFirst = [...others].sort((a, b) => instantOf(a) - instantOf(b) || (a.id < b.id ? -1 : 1));
  for (const event of oldestFirst) {
    const next = ordered.findIndex((orderedEvent) => instantOf(orderedEvent) > instantOf(event));
    ordered.splice(next < 0 ? ordered.length : next, 0, event);
  }
  return ordered;
}

type MoveStart = Extract<AppointmentEvent, { type: 'AppointmentMoveStarted' }>['data'];

interface StoryContext {
  readonly setting: StorySetting;
  /** The id of the previous entry. */
  readonly idBefore: string | undefined;
  readonly undo: UndoEvent | undefined;
  /** Booked by a move. */
  readonly isMovedIn: boolean;
  /** The move that it is a step of, from the event that started it. */
  readonly start: MoveStart | undefined;
}

function eventEntry(event: AppointmentEvent, around: StoryContext): StoryEntry {
  const { undo } = around;
  return {
    ...recordedFields(event),
    ...sentenceParts(withLeave(wordsOf(event, around), event, around), noteOf(event, around)),
    statusAfter: 'statusAfter' in event.data && event.data.statusAfter !== 'Moved' ? event.data.statusAfter : null,
    undoes: undoes(event) ? event.data.undoneEventId : null,
    undoneBy: undo?.id ?? null,
  };
}

type SessionFields = Extract<AppointmentEvent, { type: 'AppointmentBooked' | 'AppointmentRescheduled' }>['data'];

/** Its session's name, its place, and the quota that the visit counts in. */
function sessionWords({ session, visit }: SessionFields, { sessionOf }: StorySetting): (string | Phrase)[] {
  const { name, department, branch, room } = sessionOf(session) ?? {};
  const words = [name, department, branch, room].flatMap((word) => word ?? []);
  return visit === undefined ? words : [...words, phrase('visit', visit)];
}

function wordsOf(event: AppointmentEvent, { setting, start }: StoryContext): Phrase {
  switch (event.type) {
    case 'AppointmentBooked': {
      const { date, doctorName } = placeIn(setting, event.data.appointmentId);
      const { time, type } = event.data;
      const booked = phrase('bookedFor', date, time, doctorName, type, ...sessionWords(event.data, setting));
      return event.data.waitingId === undefined ? booked : phrase('fromWaitingList', booked);
    }
    case 'PlaceHeld':
      if (event.data.waitingId === undefined) return phrase('placeWasHeld');
      return withReason(phrase('placeWasOffered'), setting.offerReasons?.get(event.data.appointmentId) ?? null);
    case 'HoldReleased':
      return phrase('holdIsReleased');
    case 'HoldLapsed':
      return phrase('holdIsLapsed');
    case 'AppointmentMoveStarted': {
      const { to, toTime, reason, undoneEventId } = event.data;
      const { date, doctorName } = placeIn(setting, to);
      const code = undoneEventId === null ? 'moveStarted' : 'moveBackStarted';
      return withReason(withFeeChange(phrase(code, date, toTime, doctorName), event.data.feeChange), reason);
    }
    case 'AppointmentMovedIn': {
      const { date, doctorName } = placeIn(setting, event.data.from);
      return phrase('movedIn', date, doctorName, event.data.payment.status);
    }
    case 'AppointmentMoveAbandoned': {
      const { date, doctorName } = placeIn(setting, event.data.to);
      return phrase('moveAbandoned', date, doctorName, phrase('refusedBecause', event.data.code));
    }
    case 'AppointmentMovedAway': {
      const { date, doctorName } = placeIn(setting, event.data.to);
      return withReason(phrase('movedAway', date, doctorName, start?.toTime ?? null), start?.reason ?? null);
    }
    case 'AppointmentMoveUndone': {
      const { date, doctorName } = placeIn(setting, event.data.appointmentId);
      return phrase('moveUndone', date, event.data.time, doctorName);
    }
    case 'AppointmentPaymentRecorded':
      return phrase('paymentIs', event.data.payment, ...moneyPhrases(event.data));
    case 'AppointmentPaymentCorrected': {
      const { paymentAfter, undoneEventId, reason } = event.data;
      return undoneEventId === null
        ? withReason(
            phrase('paymentNow', paymentAfter, ...(paymentAfter === 'Paid' ? moneyPhrases(event.data) : [])),
            reason,
          )
        : phrase('paymentBack', paymentAfter);
    }
    case 'AppointmentConfirmedByPatient':
      return phrase('wasConfirmedByPatient');
    case 'AppointmentOverbooked':
      return withReason(phrase('wasOverbooked'), event.data.reason);
    case 'FeeDecided': {
      const { reason, repeated } = event.data;
      const parts = feeParts(event.data);
      if (reason !== null) return withReason(phrase('feeOther', ...parts), reason);
      return repeated ? phrase('feeRepeated', ...parts) : phrase('feeBy', ...parts);
    }
    case 'PatientContacted': {
      const { reached, note } = event.data;
      return withReason(phrase(reached ? 'wasReached' : 'wasNotReached'), note);
    }
    case 'PatientContactUndone':
      return phrase('contactBack');
    case 'PaymentRefunded':
      return phrase('wasRefunded', ...moneyPhrases(event.data));
    case 'PaymentRefundUndone':
      return phrase('refundBack');
    case 'AppointmentReassigned':
      return phrase('visitIsReassigned');
    case 'AppointmentRescheduled': {
      const { time, timeBefore, undoneEventId, feeChange, reason } = event.data;
      const session = sessionWords(event.data, setting);
      return undoneEventId === null
        ? withReason(withFeeChange(phrase('movedTo', time, timeBefore, ...session), feeChange), reason)
        : phrase('movedBack', time, ...session);
    }
    case 'PatientArrived':
      return phrase('arrivedWith', event.data.token, event.data.letter ?? null);
    case 'ArrivalWithdrawn':
      return phrase('arrivalIsWithdrawn');
    case 'PatientCalled':
      return phrase('wasCalled', event.data.room);
    case 'CallWithdrawn':
      return phrase('callIsWithdrawn', event.data.call?.room ?? null, event.data.call !== null);
    case 'AppointmentMarkedVisited':
    case 'AppointmentMarkedNotVisited':
      return phrase('markedAs', event.data.statusAfter);
    case 'AppointmentCancelled':
      return phrase('wasCancelled');
    case 'AppointmentMarkUndone':
    case 'AppointmentCancellationUndone':
      return phrase('statusBack', event.data.statusAfter);
    case 'AppointmentStatusCorrected':
      return withReason(phrase('correctedTo', event.data.statusAfter), event.data.reason);
    default:
      return unreachable(event);
  }
}

/** For an entry that a leave moved or cancelled; the undo of one says what it undoes. */
function withLeave(words: Phrase, event: AppointmentEvent, { setting: { leaves }, start }: StoryContext): Phrase {
  const leave = leaves?.get(event.metadata.batchId ?? '');
  const isCause =
    event.type === 'AppointmentCancelled' ||
    (event.type === 'AppointmentRescheduled' && event.data.undoneEventId === null) ||
    (event.type === 'AppointmentMovedAway' && start?.undoneEventId === null);
  return leave && isCause ? phrase('becauseOfLeave', words, leave.doctorName, leave.from, leave.to) : words;
}

/** A destination without an appointment is known only by its day. */
const placeIn = ({ appointments }: StorySetting, id: string) =>
  appointments.get(id) ?? { date: doctorDayOf(id).date, doctorName: '' };

const withReason = (sentence: Phrase, reason: string | null): Phrase =>
  reason === null ? sentence : phrase('withReason', sentence, reason);

function noteOf(event: AppointmentEvent, { idBefore, undo, isMovedIn }: StoryContext): Phrase | null {
  if (undo) return phrase('undoneAfter', instantOf(undo) - instantOf(event));
  if (undoes(event)) return phrase(event.data.undoneEventId === idBefore ? 'undoesAbove' : 'undoesEarlier');
  const { actor, channel = 'web' } = event.metadata;
  // On the pages an administrator can book only with the wizard, or by a move.
  if (event.type === 'AppointmentBooked' && !isMovedIn && actor.kind === 'admin' && channel === 'web')
    return phrase('byWizard');
  return null;
}

const instantOf = ({ metadata }: StoryEvent): number => Date.parse(metadata.recordedAt);
