import { currentSlots } from '@dayline/contracts/clinic/day/plan';
import { byQueueOrder, type Presence, type QueueRule } from '@dayline/contracts/clinic/queue';
import { type PlanSlot, slotOfVisit } from '@dayline/contracts/clinic/schedule';
import type { VisitKind } from '@dayline/contracts/clinic/sessions';
import { foldPresence } from '@dayline/contracts/day-book';
import { isRefusal, refuse } from '@dayline/contracts/errors';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { DoctorDayEvent, PresenceEvent } from '@dayline/contracts/events/doctor-day';
import { unreachable } from '@dayline/contracts/unreachable';
import type { Decision } from '../command-handler/decider.ts';
import type { DoctorDayContext } from './places.ts';
import { type Appointment, appointmentHere, type DoctorDayState, notConfirmed } from './state.ts';
import { undoneBefore } from './undo.ts';

/** A patient who has arrived. */
type Present = Appointment & { readonly presence: Presence };

interface Withdraw {
  readonly appointmentId: string;
  /** The event to compensate, which must be the latest; absent: the last one, without a time limit. */
  readonly eventId?: string | undefined;
}

export type PresenceCommand =
  | { readonly kind: 'arrive'; readonly appointmentId: string; readonly letter?: string | undefined }
  | ({ readonly kind: 'withdrawArrival' } & Withdraw)
  | { readonly kind: 'call'; readonly appointmentId: string; readonly room: string | null }
  /** Refused if the token isn't the next one. */
  | { readonly kind: 'callNext'; readonly token: number; readonly rule: QueueRule; readonly room: string | null }
  | ({ readonly kind: 'withdrawCall' } & Withdraw);

/** How late the doctor is, in minutes; null: not. */
export interface SetLateness {
  readonly kind: 'setLateness';
  readonly minutes: number | null;
  /** As who sets it has read it. */
  readonly before: number | null;
}

/** On the clinic's current date. */
export function decideLateness(
  { book }: Pick<DoctorDayState, 'book'>,
  { minutes, before }: SetLateness,
  { date, clinic }: DoctorDayContext,
): Decision<DoctorDayEvent> {
  if (date !== clinic.date) return refuse('queue.not-today');
  const lateBy = book.lateBy ?? null;
  if (lateBy === minutes) return [];
  return lateBy !== before ? refuse('lateness.changed') : [{ type: 'DoctorLatenessSet', data: { lateBy: minutes } }];
}

/** Arrivals and calls, for Confirmed appointments on the clinic's current date. */
export function decidePresence(
  state: DoctorDayState,
  command: PresenceCommand,
  context: DoctorDayContext,
): Decision<DoctorDayEvent> {
  if (context.date !== context.clinic.date) return refuse('queue.not-today');
  if (command.kind === 'callNext') return callNext(state, command);
  const appointment = appointmentHere(state, command.appointmentId);
  if (isRefusal(appointment)) return appointment;
  switch (command.kind) {
    case 'arrive':
      return (
        notConfirmed(appointment) ??
        (appointment.presence ? [] : [arrived(state, appointment, command.letter, context)])
      );
    case 'withdrawArrival':
      return withdrawArrival(appointment, command, context);
    case 'call':
      return notConfirmed(appointment) ?? call(appointment, command.room);
    case 'withdrawCall':
      return withdrawCall(appointment, command, context);
    default:
      return unreachable(command);
  }
}

const about = ({ booked: { data } }: Pick<Appointment, 'booked'>) => ({
  appointmentId: data.appointmentId,
  patientId: data.patientId,
});

/** The arrival of a patient, who keeps an earlier token. */
function arrived(
  state: DoctorDayState,
  appointment: Appointment,
  letter: string | undefined,
  context: DoctorDayContext,
): DoctorDayEvent {
  const token = appointment.token ?? nextToken(state, appointment, context);
  return arrival({ ...about(appointment), token, letter }, context);
}

/** The event of an arrival; `letter`: of the doctor's tokens of the day. */
export function arrival(
  {
    letter,
    ...visit
  }: {
    readonly appointmentId: string;
    readonly patientId: string;
    readonly token: number;
    readonly letter: string | undefined;
  },
  { clinic }: DoctorDayContext,
): DoctorDayEvent {
  const data = { ...visit, ...(letter !== undefined && { letter }), arrivedAt: clinic.time };
  return { type: 'PatientArrived', data };
}

/**
 * "In order of arrival; a session with quotas numbers first visits from 1 and known ones from the number after its first
 * ones". No number is given twice on a day.
 */
export function nextToken(
  { appointments, book }: DoctorDayState,
  { visit, ...place }: Pick<PlanSlot, 'time' | 'minutes'> & { readonly visit: VisitKind | null | undefined },
  context: DoctorDayContext,
): number {
  const tokens = new Set([...appointments.values()].flatMap(({ token }) => token ?? []));
  const slot = slotOfVisit(currentSlots(book, context), place);
  const first = slot?.session?.quota?.first;
  if (first === undefined || !visit) return Math.max(0, ...tokens) + 1;
  let token = visit === 'first' ? 1 : first + 1;
  while (tokens.has(token)) token += 1;
  return token;
}

function call(appointment: Appointment, room: string | null): Decision<DoctorDayEvent> {
  if (!appointment.presence) return refuse('queue.not-arrived');
  return [{ type: 'PatientCalled', data: { ...about(appointment), room } }];
}

const isWaiting = (appointment: Appointment): appointment is Present =>
  appointment.status === 'Confirmed' && appointment.presence !== null && appointment.presence.call === null;

/** The waiting patients in the order in which they are called. */
export const waitingInOrder = ({ appointments }: Pick<DoctorDayState, 'appointments'>, rule: QueueRule): Present[] =>
  [...appointments.values()]
    .filter(isWaiting)
    .filter(({ isMoving }) => !isMoving)
    .sort(byQueueOrder(rule));

/** Earlier patients stay called when the next one is called. */
function callNext(
  state: DoctorDayState,
  { token, rule, room }: Extract<PresenceCommand, { kind: 'callNext' }>,
): Decision<DoctorDayEvent> {
  const [next] = waitingInOrder(state, rule);
  if (next?.presence.token === token) return call(next, room);
  return refuse('queue.changed', { details: { next: next ? tokenOf(next) : null } });
}

function tokenOf({ presence: { token, letter }, ...appointment }: Present) {
  const { appointmentId } = about(appointment);
  return { appointmentId, token, ...(letter !== undefined && { letter }) };
}

function withdrawArrival(
  appointment: Appointment,
  { eventId }: Withdraw,
  context: DoctorDayContext,
): Decision<DoctorDayEvent> {
  const undone = undoable(appointment, 'PatientArrived', eventId);
  const before = withdrawnBefore(appointment, { undone, eventId }, context);
  if (before) return before;
  if (!appointment.presence || !undone) return [];
  return [{ type: 'ArrivalWithdrawn', data: { ...about(appointment), undoneEventId: undone.id } }];
}

/** The previous call applies again. */
function withdrawCall(
  appointment: Appointment,
  { eventId }: Withdraw,
  context: DoctorDayContext,
): Decision<DoctorDayEvent> {
  const { presence } = appointment;
  const undone = undoable(appointment, 'PatientCalled', eventId);
  const before = withdrawnBefore(appointment, { undone, eventId }, context);
  if (before) return before;
  if (!presence) return refuse('queue.not-arrived');
  if (!presence.call || !undone) return [];
  const call = eventId === undefined ? null : callBefore(appointment.lanes.presence);
  return [{ type: 'CallWithdrawn', data: { ...about(appointment), call, undoneEventId: undone.id } }];
}

const undoable = ({ lanes }: Appointment, type: PresenceEvent['type'], eventId: string | undefined) =>
  lanes.presence.findLast((event) => event.type === type && (eventId === undefined || event.id === eventId));

/** The call before the last one; null if there was none. */
function callBefore(lane: Appointment['lanes']['presence']): Presence['call'] {
  let before: Presence | null = null;
  for (const event of lane.slice(0, -1)) before = foldPresence(before, event);
  return before?.call ?? null;
}

/** The answer of an undo before its own rules; null to continue with these. */
function withdrawnBefore(
  appointment: Appointment,
  { undone, eventId }: { readonly undone: Recorded<PresenceEvent> | undefined; readonly eventId: string | undefined },
  context: DoctorDayContext,
): Decision<DoctorDayEvent> | null {
  if (eventId === undefined) return notConfirmed(appointment);
  if (!undone) return refuse('undo.unknown');
  const before = undoneBefore({ lane: appointment.lanes.presence, undone }, appointment, context);
  if (before) return before;
  const { status } = appointment;
  return status === 'Confirmed' ? null : refuse('appointment.changed', { details: { status } });
}
