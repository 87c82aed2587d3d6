import type { AppointmentStatus } from '@dayline/contracts/appointments';
import { refuse } from '@dayline/contracts/errors';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { DoctorDayEvent, StatusEvent } from '@dayline/contracts/events/doctor-day';
import type { Decision } from '../command-handler/decider.ts';
import { type DoctorDayContext, newPlan, whyNoPlaceBack } from './places.ts';
import { type Appointment, type DoctorDayState, spanOfVisit, statusChange, type UndoEvent } from './state.ts';

export interface UndoStatus {
  readonly kind: 'undo';
  readonly appointmentId: string;
  /** The status event to compensate. */
  readonly eventId: string;
  /** The status to restore. */
  readonly status: AppointmentStatus;
  readonly as: 'admin' | 'doctor';
}

/**
 * "Undo compensates the appointment's latest status event and names it; it is accepted for 15 s and only while that
 * event is still the appointment's latest. A second undo of the same event changes nothing and answers as the first
 * did."
 */
export function decideUndo(
  state: DoctorDayState,
  command: UndoStatus,
  context: DoctorDayContext,
): Decision<DoctorDayEvent> {
  const appointment = state.appointments.get(command.appointmentId);
  if (!appointment) return refuse('appointment.unknown');
  const undone = appointment.history.find((event) => event.id === command.eventId);
  const type = undone && undoOfType[undone.type];
  if (!type || undone.data.statusBefore !== command.status) return refuse('undo.unknown');
  if (undone.type === 'AppointmentCancelled' && command.as === 'doctor') return refuse('cancel.admin-only');
  const earlier = undoOf(appointment, command.eventId);
  if (earlier) return { repeats: [earlier] };
  if (appointment.history.at(-1) !== undone) {
    return refuse('appointment.changed', { details: { status: appointment.status } });
  }
  if (context.now > Date.parse(undone.metadata.recordedAt) + context.undoWindowMs) return refuse('undo.expired');
  const undo = { type, data: { ...statusChange(appointment, command.status), undoneEventId: undone.id } };
  if (type === 'AppointmentMarkUndone') return [undo];
  return whyNoPlaceBack(state.book, spanOfVisit(appointment), context) ?? [...newPlan(state.book, context), undo];
}

/** Marks and cancellations can be undone; a correction is undone by another correction, with a reason. */
const undoOfType: Readonly<Record<StatusEvent['type'], UndoEvent['type'] | null>> = {
  AppointmentBooked: null,
  AppointmentMarkedVisited: 'AppointmentMarkUndone',
  AppointmentMarkedNotVisited: 'AppointmentMarkUndone',
  AppointmentCancelled: 'AppointmentCancellationUndone',
  AppointmentMarkUndone: null,
  AppointmentCancellationUndone: null,
  AppointmentStatusCorrected: null,
};

const isUndo = (event: Recorded<StatusEvent>): event is Recorded<UndoEvent> => 'undoneEventId' in event.data;

const undoOf = (appointment: Appointment, eventId: string): Recorded<UndoEvent> | undefined =>
  appointment.history.filter(isUndo).find((event) => event.data.undoneEventId === eventId);
