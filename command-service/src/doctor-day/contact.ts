import { isRefusal, refuse } from '@dayline/contracts/errors';
import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import { unreachable } from '@dayline/contracts/unreachable';
import type { Decision } from '../command-handler/decider.ts';
import type { DoctorDayContext } from './places.ts';
import { appointmentHere, type DoctorDayState, notConfirmed } from './state.ts';
import { undoableUntil } from './undo.ts';

/** A phone call to the patient, reached or not. */
export interface NoteContact {
  readonly kind: 'noteContact';
  readonly appointmentId: string;
  readonly reached: boolean;
  readonly note: string | null;
}

/** Takes the last call to the patient back. */
export interface UndoContact {
  readonly kind: 'undoContact';
  readonly appointmentId: string;
  readonly eventId: string;
}

/** The patient's own answer to a message. */
export interface ConfirmVisit {
  readonly kind: 'confirmVisit';
  readonly appointmentId: string;
  /** The time that the patient has seen. */
  readonly time: string;
}

export type ContactCommand = NoteContact | UndoContact | ConfirmVisit;

export function decideContactCommand(
  state: DoctorDayState,
  command: ContactCommand,
  context: DoctorDayContext,
): Decision<DoctorDayEvent> {
  switch (command.kind) {
    case 'noteContact':
      return decideContact(state, command);
    case 'undoContact':
      return decideUndoContact(state, command, context);
    case 'confirmVisit':
      return decideConfirmVisit(state, command);
    default:
      return unreachable(command);
  }
}

/** Each phone call is an event of its own: if two desks call at once, both have theirs. */
function decideContact(state: DoctorDayState, { appointmentId, reached, note }: NoteContact): Decision<DoctorDayEvent> {
  const appointment = appointmentHere(state, appointmentId);
  if (isRefusal(appointment)) return appointment;
  const { patientId } = appointment.booked.data;
  const contacted = { type: 'PatientContacted', data: { appointmentId, patientId, reached, note } } as const;
  return notConfirmed(appointment) ?? [contacted];
}

/** The call before it counts again. */
function decideUndoContact(
  state: DoctorDayState,
  { appointmentId, eventId }: UndoContact,
  { clinic, undoWindowMs }: DoctorDayContext,
): Decision<DoctorDayEvent> {
  const appointment = appointmentHere(state, appointmentId);
  if (isRefusal(appointment)) return appointment;
  const { contacts, status, booked } = appointment;
  const [before, last] = [contacts.at(-2), contacts.at(-1)];
  if (!contacts.some(({ id }) => id === eventId)) return refuse('undo.unknown');
  if (last?.id !== eventId) return refuse('appointment.changed', { details: { status } });
  if (clinic.instant > undoableUntil(last, undoWindowMs)) return refuse('undo.expired');
  const { patientId } = booked.data;
  const contact = before && {
    reached: before.data.reached,
    at: before.metadata.recordedAt,
    by: before.metadata.actor.name,
  };
  const data = { appointmentId, patientId, undoneEventId: eventId, contact: contact ?? null };
  return [{ type: 'PatientContactUndone', data: { ...data, note: before?.data.note ?? null } }];
}

/** Once for each time of the visit. */
function decideConfirmVisit(state: DoctorDayState, { appointmentId, time }: ConfirmVisit): Decision<DoctorDayEvent> {
  const appointment = appointmentHere(state, appointmentId);
  if (isRefusal(appointment)) return appointment;
  const { status, booked, confirmedAt } = appointment;
  if (appointment.time !== time) return refuse('appointment.changed', { details: { status } });
  const refused = notConfirmed(appointment);
  if (refused) return refused;
  const { patientId } = booked.data;
  return confirmedAt === time
    ? []
    : [{ type: 'AppointmentConfirmedByPatient', data: { appointmentId, patientId, time } }];
}
