import type { AppointmentStatus, AppointmentType, PaymentStatus } from '@dayline/contracts/appointments';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { appointmentId as appointmentIdOf, placeOfAppointment, streams } from '@dayline/contracts/ids';
import { derivedFrom } from '@dayline/platform/ids/derived';
import { KeyDestroyed } from '@dayline/platform/sealed-log/key-ring';
import type { CommandContext } from '../kernel/command-context.ts';
import type { RecordedFact } from '../kernel/decider.ts';
import type { Kernels } from '../kernels.ts';
import type { DoctorDayCommand } from '../slices/doctor-day/decide.ts';
import { isStatusEvent, type StatusEvent } from '../slices/doctor-day/state.ts';
import { withFollowingDays } from './free-times.ts';
import { type DayRules, dayGiven, doctorOf, patientOf } from './given.ts';

export interface BookAppointmentRequest {
  readonly patientId: string;
  readonly pocId: string;
  /** yyyy-mm-dd and HH:mm of the clinic. */
  readonly date: string;
  readonly time: string;
  readonly type: AppointmentType;
  readonly payment: PaymentStatus;
}

export interface StatusRequest {
  readonly appointmentId: string;
  readonly status: AppointmentStatus;
  readonly as: 'admin' | 'doctor';
}

export interface StatusChanged {
  readonly appointmentId: string;
  readonly status: AppointmentStatus;
  /** The status event that an undo names; null when nothing was appended. */
  readonly eventId: string | null;
  /** Until when it can be undone: ISO 8601, UTC; null where it can't. */
  readonly undoUntil: string | null;
  readonly position: string | null;
}

export type AppointmentCommands = ReturnType<typeof appointmentCommands>;

/** Booking, marks, cancellation, undo and correction: all decided by the doctor-day. */
export function appointmentCommands(kernels: Kernels, rules: DayRules) {
  async function onAppointment(appointmentId: string, command: DoctorDayCommand, by: CommandContext) {
    const { pocId, date } = placeOfAppointment(appointmentId);
    const doctor = await doctorOf(kernels, pocId, by.clientId);
    if (isRefusal(doctor)) return doctor;
    const given = await dayGiven(kernels, rules, { pocId, date, clientId: by.clientId, now: by.now });
    return kernels.days.execute({ stream: streams.doctorDay(pocId, date), command, given, by });
  }

  async function changeStatus(command: DoctorDayCommand & StatusRequest, by: CommandContext) {
    const outcome = await onAppointment(command.appointmentId, command, by);
    if (isRefusal(outcome)) return outcome;
    const event = outcome.events.filter(isStatusEvent).at(-1);
    return statusChanged(command, event, rules.undoWindowMs);
  }

  return {
    async bookAppointment(
      request: BookAppointmentRequest,
      by: CommandContext,
    ): Promise<{ appointmentId: string; position: string | null } | Refusal> {
      const { pocId, date, time, type, payment, patientId } = request;
      const [doctor, patient, given] = await Promise.all([
        doctorOf(kernels, pocId, by.clientId),
        patientOf(kernels, patientId, by.clientId),
        dayGiven(kernels, rules, { pocId, date, clientId: by.clientId, now: by.now }),
      ]);
      if (isRefusal(doctor)) return doctor;
      if (isRefusal(patient)) return patient;
      const appointmentId = appointmentIdOf(pocId, date, derivedFrom(by.commandId, 'appointment'));
      const { branchId } = doctor;
      const outcome = await kernels.days.execute({
        stream: streams.doctorDay(pocId, date),
        command: { kind: 'book', appointmentId, patientId, time, type, payment, branchId },
        given,
        by,
      });
      if (!isRefusal(outcome)) return { appointmentId, position: outcome.position };
      return outcome.refused === 'slot.full' ? withFollowingDays(kernels, outcome, time, given) : outcome;
    },

    /** Marks as visited or not visited, or cancels. */
    changeAppointmentStatus: (request: StatusRequest, by: CommandContext): Promise<StatusChanged | Refusal> =>
      changeStatus({ kind: 'changeStatus', ...request }, by),

    /** Compensates the status event `eventId`, so that `status` holds again. */
    undoAppointmentStatus: (
      request: StatusRequest & { readonly eventId: string },
      by: CommandContext,
    ): Promise<StatusChanged | Refusal> => changeStatus({ kind: 'undo', ...request }, by),

    async correctAppointmentStatus(
      request: { readonly appointmentId: string; readonly status: AppointmentStatus; readonly reason: string },
      by: CommandContext,
    ): Promise<StatusChanged | Refusal> {
      try {
        const corrected = await changeStatus({ kind: 'correct', as: 'admin', ...request }, by);
        return isRefusal(corrected) ? corrected : { ...corrected, undoUntil: null };
      } catch (error) {
        // The reason would be sealed with the patient's key.
        if (error instanceof KeyDestroyed) return refuse('patient.erased');
        throw error;
      }
    },
  };
}

/** From the event alone, so that a repeated command is answered as the first time. */
function statusChanged(
  asked: { readonly appointmentId: string; readonly status: AppointmentStatus },
  event: RecordedFact<StatusEvent> | undefined,
  undoWindowMs: number,
): StatusChanged {
  const { appointmentId, status } = asked;
  if (!event) return { appointmentId, status, eventId: null, undoUntil: null, position: null };
  const isUndo = 'undoneEventId' in event.data;
  const undoUntil = new Date(Date.parse(event.metadata.recordedAt) + undoWindowMs).toISOString();
  return {
    appointmentId,
    status: event.data.statusAfter,
    eventId: event.id,
    undoUntil: isUndo ? null : undoUntil,
    position: event.position,
  };
}
