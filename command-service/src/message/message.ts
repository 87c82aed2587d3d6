import { clinicNow } from '@dayline/contracts/clinic/clinic-time';
import { refuse } from '@dayline/contracts/errors';
import type { DropReason, MessageEvent } from '@dayline/contracts/events/contact/messages';
import type { Recorded } from '@dayline/contracts/events/definition';
import { doctorDayOf } from '@dayline/contracts/ids';
import {
  isNews,
  type MessageKind,
  type MessageSettings,
  reminderKinds,
  usualNextBefore,
} from '@dayline/contracts/patients/messages';
import { unreachable } from '@dayline/contracts/unreachable';
import { foldMessage, type PlannedMessage } from '@dayline/contracts/views/message-fold';
import type { Decider } from '../command-handler/decider.ts';
import { canBeAnswered, dueAt, graceMs, isLate, isPlannable, type VisitTime } from './message-times.ts';

/** A visit in its doctor's queue, as it is now. */
export interface QueueNow {
  readonly isCalled: boolean;
  /** How many waiting patients are called before it; null: it does not wait. */
  readonly before: number | null;
  /** As it is called out; empty before the first arrival. */
  readonly token: string;
  /** The last change of the day's queue: ms since the epoch, UTC. */
  readonly changedAt: number;
  readonly causedBy: string;
}

/**
 * A visit as it is now, wherever it was moved, or an offered place, which may become one. Instants are ms since the
 * epoch, UTC.
 */
export interface VisitNow extends VisitTime {
  /** Its first appointment. */
  readonly visitId: string;
  readonly appointmentId: string;
  readonly patientId: string;
  readonly minutes: number;
  /** 0: none. */
  readonly branchId: number;
  /** `Offered`: a place that is held until `offeredUntil`; `offerEnded`: no longer, and not booked. */
  readonly status: 'Confirmed' | 'Cancelled' | 'marked' | 'Offered' | 'offerEnded';
  readonly bookedAt: number;
  /** The last change of its time or status. */
  readonly changedAt: number;
  readonly causedBy: string;
  /** Whether that change gave it another time or doctor. */
  readonly isMove: boolean;
  /** The place that the patient itself has booked, who therefore knows of it; null: the desk, or an import, did. */
  readonly bookedByPatient: Pick<VisitNow, 'appointmentId' | 'startsAt'> | null;
  /** Null for an offered place. */
  readonly queue: QueueNow | null;
  readonly settings: MessageSettings;
  /** Why its patient gets no message; null if nothing is against it. */
  readonly refusal: DropReason | null;
}

interface Settle {
  readonly kind: 'settle';
  readonly visit: VisitNow;
  /** The number of events of the messages' stream, read before the visit. */
  readonly basedOn: number;
  readonly now: number;
  /** What has just changed, for which messages are planned; null: nothing. */
  readonly change: 'visit' | 'queue' | null;
  /** When an operator accepted that the log was set back; null: never. */
  readonly setBackAt: number | null;
}

export type MessageCommand =
  /** Drops planned messages that are no longer right, and plans those that a change calls for. */
  | Settle
  /** Appends nothing if another process has started it. */
  | { readonly kind: 'start'; readonly messageId: number }
  | { readonly kind: 'sent'; readonly messageId: number }
  /** By the process that has started it, before it sends it: drops it if it is no longer right. */
  | ({ readonly kind: 'check'; readonly messageId: number } & Pick<Settle, 'visit' | 'now'>)
  /** @property retryAt null: not tried again */
  /** By the desk, before its sending has started. */
  | { readonly kind: 'stop'; readonly messageId: number }
  | { readonly kind: 'failed'; readonly messageId: number; readonly reason: string; readonly retryAt: number | null };

/** The messages of a visit. */
export interface MessagesState {
  /** By their numbers, from 1. */
  readonly all: readonly PlannedMessage[];
  /** The number of events. */
  readonly events: number;
}

export const message: Decider<MessagesState, MessageCommand, MessageEvent> = {
  initial: { all: [], events: 0 },
  fold: ({ all, events: before }, events) => ({ all: events.reduce(foldOne, all), events: before + events.length }),
  decide({ all, events }, command) {
    if (command.kind === 'settle') {
      // The visit was read before others changed its messages: it may have changed since.
      if (command.basedOn !== events) return refuse('log.conflict');
      return [...dropped(all, command), ...planned(all, command)];
    }
    const found = all[command.messageId - 1];
    if (!found) return refuse('appointment.unknown');
    const about = aboutOf(found);
    switch (command.kind) {
      case 'start':
        if (found.state !== 'planned') return [];
        return [{ type: 'MessageSendStarted', data: { ...about, attempt: found.attempts + 1 } }];
      case 'sent':
        return found.state === 'started' ? [{ type: 'MessageSent', data: about }] : [];
      case 'check': {
        const because = found.state === 'started' ? dropReason(found, { ...command, setBackAt: null }) : null;
        return because === null ? [] : [drop(found, because)];
      }
      case 'stop':
        if (found.state === 'dropped') return [];
        return found.state === 'planned' ? [drop(found, 'stopped')] : refuse('message.sent');
      case 'failed': {
        if (found.state !== 'started') return [];
        const { reason, retryAt } = command;
        const retry = { willRetry: retryAt !== null, retryAt: retryAt === null ? null : iso(retryAt) };
        return [{ type: 'MessageFailed', data: { ...about, reason, ...retry } }];
      }
      default:
        return unreachable(command);
    }
  },
};

const iso = (instant: number): string => new Date(instant).toISOString();

function foldOne(all: Messages, event: Recorded<MessageEvent>): Messages {
  const at = event.data.messageId - 1;
  const after = foldMessage(all[at] ?? null, event);
  return after === null ? all : [...all.slice(0, at), after, ...all.slice(at + 1)];
}

type Messages = MessagesState['all'];

const aboutOf = ({ messageId, kind, appointmentId, patientId }: PlannedMessage) => ({
  ...{ messageId, kind, appointmentId, patientId },
});
const drop = (message: PlannedMessage, because: DropReason): MessageEvent => ({
  type: 'MessageDropped',
  data: { ...aboutOf(message), because },
});

const dropped = (all: Messages, settle: Settle): MessageEvent[] =>
  all.flatMap((message) => {
    const because = message.state === 'planned' ? dropReason(message, settle) : null;
    return because === null ? [] : [drop(message, because)];
  });

function dropReason(
  message: PlannedMessage,
  { visit, now, setBackAt }: Pick<Settle, 'visit' | 'now' | 'setBackAt'>,
): DropReason | null {
  const { kind } = message;
  const plannedFor = Date.parse(message.plannedFor);
  if (setBackAt !== null && plannedFor <= setBackAt) return 'restored';
  if (visit.refusal !== null) return visit.refusal;
  if (!visit.settings[kind]) return 'switchedOff';
  if (kind === 'offered' && !isOffered(message, visit, now)) return 'offerEnded';
  if (visit.status === 'marked') return 'marked';
  if (visit.status === 'Cancelled' && kind !== 'cancelled') return 'cancelled';
  if (visit.status === 'Confirmed' && kind === 'cancelled') return 'changed';
  if (kind === 'next') return turnReason(message, visit, now);
  if (!isOf(message, visit)) return 'changed';
  if (now >= visit.startsAt) return 'past';
  return isLate(kind, plannedFor, now, visit) ? 'late' : null;
}

/** Why a patient's turn in the queue is not announced; null if it is. */
function turnReason(message: PlannedMessage, visit: VisitNow, now: number): DropReason | null {
  if (!isOfAppointment(message, visit)) return 'changed';
  if (!isOnItsDay(visit, now)) return 'past';
  if (visit.queue?.isCalled) return 'called';
  if (!isSoon(visit)) return 'notNext';
  return isLate(message.kind, Date.parse(message.plannedFor), now, visit) ? 'late' : null;
}

const isOfAppointment = (message: PlannedMessage, { appointmentId, patientId }: VisitNow): boolean =>
  message.appointmentId === appointmentId && message.patientId === patientId;

const isOnItsDay = ({ appointmentId, zone }: VisitNow, now: number): boolean =>
  doctorDayOf(appointmentId).date === clinicNow(now, zone).date;

const isSoon = ({ queue, settings }: VisitNow): boolean =>
  queue !== null && queue.before !== null && queue.before <= (settings.nextBefore ?? usualNextBefore);

/** Whether it names the visit's present time, doctor and patient. */
const isOf = (message: PlannedMessage, visit: VisitNow): boolean =>
  isOfAppointment(message, visit) && Date.parse(message.startsAt) === visit.startsAt;

const isAt = (place: NonNullable<VisitNow['bookedByPatient']>, { appointmentId, startsAt }: VisitNow): boolean =>
  place.appointmentId === appointmentId && place.startsAt === startsAt;

/** Whether the place that it names is still offered, with time for an answer. */
const isOffered = (message: PlannedMessage, visit: VisitNow, now: number): boolean =>
  visit.status === 'Offered' && isOf(message, visit) && canBeAnswered(now, visit);

function planned(all: Messages, settle: Settle): MessageEvent[] {
  const { visit, now, change } = settle;
  if (change === null || visit.refusal !== null) return [];
  const { changedAt, causedBy } = change === 'queue' && visit.queue ? visit.queue : visit;
  return (change === 'queue' ? turnsOf(all, settle) : kindsToPlan(all, settle))
    .filter((kind) => visit.settings[kind])
    .map((kind) => ({ kind, due: dueAt(kind, changedAt, visit) }))
    .filter(({ kind, due }) => isPlannable(kind, due, changedAt, now, visit))
    .map(({ kind, due }, index) => {
      const { appointmentId, patientId, startsAt } = visit;
      const about = { messageId: all.length + index + 1, kind, appointmentId, patientId };
      const times = { dueAt: iso(due), startsAt: iso(startsAt) };
      return { type: 'MessagePlanned', data: { ...about, channel: 'email', ...times, causedBy } };
    });
}

function kindsToPlan(all: Messages, settle: Settle): MessageKind[] {
  const { visit } = settle;
  if (visit.status === 'offerEnded') return [];
  // An offer that has ended is not made again.
  if (visit.status === 'Offered') return all.some(({ kind }) => kind === 'offered') ? [] : ['offered'];
  const news = newsOf(all, visit);
  return [...(news && isNewsToPlan(all, visit) ? [news] : []), ...remindersOf(all, settle)];
}

/** The same change is news once, however often it is looked at. */
const isNewsToPlan = (all: Messages, { causedBy }: VisitNow): boolean =>
  !all.some((message) => isNews(message.kind) && message.causedBy === causedBy);

/** The news due: the difference between the last message that was, or may have been, sent and the visit as it is now. */
function newsOf(all: Messages, visit: VisitNow): MessageKind | null {
  const isCancelled = visit.status === 'Cancelled';
  if (visit.status === 'marked') return null;
  const lastMessage = all.findLast(
    (message) =>
      isNews(message.kind) &&
      message.patientId === visit.patientId &&
      (message.state === 'sent' || message.state === 'started'),
  );
  if (lastMessage) {
    if (isCancelled) return lastMessage.kind === 'cancelled' ? null : 'cancelled';
    if (lastMessage.kind === 'cancelled') return 'booked';
    return isOf(lastMessage, visit) ? null : 'moved';
  }
  const { bookedByPatient } = visit;
  if (bookedByPatient && isCancelled) return 'cancelled';
  if (bookedByPatient && visit.isMove && !isAt(bookedByPatient, visit)) return 'moved';
  // Booked before messages were turned on: the patient was notified in another way.
  const knows = visit.changedAt - visit.bookedAt > graceMs && !all.some(({ kind }) => isNews(kind));
  if (isCancelled) return knows ? 'cancelled' : null;
  if (!knows) return 'booked';
  return visit.isMove ? 'moved' : null;
}

/** One of a kind for each time of the visit; again if it was dropped by a change that was undone. */
function remindersOf(all: Messages, { visit }: Settle): MessageKind[] {
  if (visit.status !== 'Confirmed') return [];
  const isThere = (kind: MessageKind) =>
    all.some(
      (message) =>
        message.kind === kind && isOf(message, visit) && (message.state !== 'dropped' || message.because === 'stopped'),
    );
  return reminderKinds.filter((kind) => !isThere(kind));
}

/** Once for an appointment; again if the patient was no longer among the next before it was sent. */
function turnsOf(all: Messages, { visit, now }: Settle): MessageKind[] {
  if (visit.status !== 'Confirmed' || !isSoon(visit) || !isOnItsDay(visit, now)) return [];
  const isFinal = ({ state, because }: PlannedMessage) =>
    state !== 'dropped' || because === 'stopped' || because === 'late' || because === 'restored';
  const isThere = all.some((message) => message.kind === 'next' && isOfAppointment(message, visit) && isFinal(message));
  return isThere ? [] : ['next'];
}
