import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { doctorDayOf } from '@dayline/contracts/ids';
import type { CommandContext } from '../command-handler/command-context.ts';
import { doctorOf } from '../doctor/doctor-commands.ts';
import { patientOf } from '../patient/patient-commands.ts';
import { onDayOf, refusedAsErased, undoableUntil } from './appointment-commands.ts';
import type { DayDeps } from './day-commands.ts';
import { visitAsked } from './places.ts';
import type { Reschedule, UndoReschedule } from './reschedule.ts';

export interface Moved {
  readonly appointmentId: string;
  readonly time: string;
  /** The event to name in an undo; null if nothing was appended. */
  readonly eventId: string | null;
  /** Until when it can be undone (ISO 8601, UTC); null if it can't. */
  readonly undoUntil: string | null;
  readonly position: string | null;
}

export type MoveCommands = ReturnType<typeof moveCommands>;

/** Other times of appointments. */
export function moveCommands(deps: DayDeps) {
  const { aggregates, rules } = deps;

  async function changeTime(command: Reschedule | UndoReschedule, by: CommandContext): Promise<Moved | Refusal> {
    try {
      const outcome = await onDayOf(deps, command.appointmentId, command, by);
      if (isRefusal(outcome)) return outcome;
      const { appointmentId } = command;
      const time = outcome.state.appointments.get(appointmentId)?.time ?? '';
      const event = outcome.events.find(({ type }) => type === 'AppointmentRescheduled');
      const undoUntil = event && command.kind === 'reschedule' ? undoableUntil(event, rules.undoWindowMs) : null;
      return { appointmentId, time, eventId: event?.id ?? null, undoUntil, position: outcome.position };
    } catch (error) {
      return refusedAsErased(error);
    }
  }

  return {
    /** Gives an appointment another time of its day. */
    async moveAppointment(
      {
        appointmentId,
        ...move
      }: { readonly appointmentId: string; readonly time: string; readonly reason: string | null },
      by: CommandContext,
    ): Promise<Moved | Refusal> {
      const { pocId, date } = doctorDayOf(appointmentId);
      const doctor = await doctorOf(aggregates, pocId, by.clientId);
      if (isRefusal(doctor)) return doctor;
      const { state } = await aggregates.days.load(streams.doctorDay(pocId, date));
      const moved = state.appointments.get(appointmentId);
      const patient = moved && (await patientOf(aggregates, moved.booked.data.patientId, by.clientId));
      if (patient && isRefusal(patient)) return patient;
      const command = { kind: 'reschedule', appointmentId, branchId: doctor.branchId, ...move } as const;
      const first = await changeTime(command, by);
      if (first !== visitAsked || !moved) return first;
      const visit = (await deps.visitBefore?.(pocId, moved.booked.data.patientId)) ?? null;
      return changeTime({ ...command, visit }, by);
    },

    /** Compensates the move's event `eventId`, restoring the time before. */
    undoMove: (request: { readonly appointmentId: string; readonly eventId: string }, by: CommandContext) =>
      changeTime({ kind: 'undoReschedule', ...request }, by),
  };
}
