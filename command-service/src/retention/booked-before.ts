import { streams } from '@dayline/contracts/events/categories';
import { doctorDayOf, type Position } from '@dayline/contracts/ids';
import { type CommandContext, partOf } from '../command-handler/command-context.ts';
import { type AppointmentCommands, cancelledWithRefund } from '../doctor-day/appointment-commands.ts';
import type { DayAggregate } from '../doctor-day/day-commands.ts';
import type { Appointment } from '../doctor-day/state.ts';
import type { Views } from '../views/views.ts';

interface BookedBeforeDeps {
  readonly aggregates: DayAggregate;
  readonly commands: Pick<AppointmentCommands, 'changeAppointmentStatus'>;
  readonly views: Pick<Views, 'appointmentsOf'>;
}

interface Booked {
  readonly date: string;
  /** Undefined if the views know it and the day doesn't, which keeps the patient too. */
  readonly appointment: Appointment | undefined;
}

/**
 * The appointments of a patient that were booked before the start of the removal. A later booking is refused; it is
 * cancelled here too, since its own process may have been killed.
 * @throws ViewStoreUnavailable
 */
export async function bookedBefore(
  { aggregates, commands, views }: BookedBeforeDeps,
  { patientId, since }: { readonly patientId: string; readonly since: Position },
  by: CommandContext,
): Promise<readonly Booked[]> {
  const before: Booked[] = [];
  for (const appointmentId of await views.appointmentsOf(patientId, since)) {
    const { pocId, date } = doctorDayOf(appointmentId);
    const { state } = await aggregates.days.load(streams.doctorDay(pocId, date), 0);
    const appointment = state.appointments.get(appointmentId);
    if (!appointment || appointment.booked.position < since) before.push({ date, appointment });
    else await commands.changeAppointmentStatus({ appointmentId, ...cancelledWithRefund }, partOf(by, appointmentId));
  }
  return before;
}
