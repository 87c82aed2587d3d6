import { type AppointmentStatus, undoManyWindowMs } from '@dayline/contracts/appointments';
import { isRefusal, refuse } from '@dayline/contracts/errors';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { DoctorDayEvent, StatusEvent } from '@dayline/contracts/events/doctor-day';
import { requestedAt } from '@dayline/contracts/events/metadata';
import type { Decision } from '../command-handler/decider.ts';
import { refundUndoneWith } from './money/refund.ts';
import { placeBefore, returnToOldPlace } from './old-place.ts';
import { type DoctorDayContext, plannedDay } from './places.ts';
import {
  type Appointment,
  appointmentHere,
  type DoctorDayState,
  type Lanes,
  statusChange,
  type UndoEvent,
} from './state.ts';

/** The events that `undo` appends. */
type StatusUndo = Exclude<UndoEvent['type'], 'AppointmentMoveUndone'>;

export interface UndoStatus {
  readonly kind: 'undo';
  readonly appointmentId: string;
  /** The status event to compensate. */
  readonly eventId: string;
  /** The status to restore. */
  readonly status: AppointmentStatus;
  readonly as: 'admin' | 'doctor';
  /** The request for many changes that the event must belong to. */
  readonly batchId?: string;
  /** All records of the person. */
  readonly records?: readonly string[] | undefined;
}

/** Until when an event can be undone, ms since the epoch, UTC; longer for one of many changes at once. */
export const undoableUntil = ({ metadata }: Recorded, undoWindowMs: number): number =>
  requestedAt(metadata) + (metadata.batchId === undefined ? undoWindowMs : Math.max(undoWindowMs, undoManyWindowMs));

/**
 * Undo names the event that it compensates. It is accepted for 15 s, and only while that event is the latest of its
 * lane. A second undo of the same event changes nothing and gets the first answer.
 * @returns the answer before the rules of the lane; null to continue with these
 */
export function undoneBefore<Event extends Lanes[keyof Lanes][number]>(
  { lane, undone }: { readonly lane: readonly Event[]; readonly undone: Event },
  { status }: Pick<Appointment, 'status'>,
  { clinic, undoWindowMs }: DoctorDayContext,
): Decision<DoctorDayEvent> | null {
  const earlier = lane.find(({ data }) => 'undoneEventId' in data && data.undoneEventId === undone.id);
  if (earlier) return { repeats: [earlier] };
  if (lane.at(-1) !== undone) return refuse('appointment.changed', { details: { status } });
  return clinic.instant > undoableUntil(undone, undoWindowMs) ? refuse('undo.expired') : null;
}

export function decideUndo(
  state: DoctorDayState,
  command: UndoStatus,
  context: DoctorDayContext,
): Decision<DoctorDayEvent> {
  const appointment = appointmentHere(state, command.appointmentId);
  if (isRefusal(appointment)) return appointment;
  const lane = appointment.lanes.status;
  const undone = lane.find((event) => event.id === command.eventId);
  const type = undone && undoOfType[undone.type];
  if (!type || undone.data.statusBefore !== command.status) return refuse('undo.unknown');
  if (command.batchId !== undefined && undone.metadata.batchId !== command.batchId) return refuse('undo.unknown');
  if (undone.type === 'AppointmentCancelled' && command.as === 'doctor') return refuse('cancel.admin-only');
  const before = undoneBefore({ lane, undone }, appointment, context);
  if (before) return before;
  const undo = { type, data: { ...statusChange(appointment, command.status), undoneEventId: undone.id } };
  if (type === 'AppointmentMarkUndone') return [undo];
  const freed = returnToOldPlace(state, placeBefore(appointment, command.records), context);
  if (isRefusal(freed)) return freed;
  return [...plannedDay(state.book, context), ...freed, undo, ...refundUndoneWith(appointment, undone)];
}

/** Status changes and cancellations can be undone; a correction is undone by another correction, with a reason. */
const undoOfType: Readonly<Record<StatusEvent['type'], StatusUndo | null>> = {
  AppointmentBooked: null,
  AppointmentMarkedVisited: 'AppointmentMarkUndone',
  AppointmentMarkedNotVisited: 'AppointmentMarkUndone',
  AppointmentCancelled: 'AppointmentCancellationUndone',
  AppointmentMarkUndone: null,
  AppointmentCancellationUndone: null,
  AppointmentStatusCorrected: null,
  // Moves have an undo of their own.
  AppointmentMovedAway: null,
  AppointmentMoveUndone: null,
};
