import { streams } from '@dayline/contracts/events/categories';
import { doctorDayOf, type Position } from '@dayline/contracts/ids';
import { type CommandContext, partOf } from '../command-handler/command-context.ts';
import { type AppointmentCommands, cancelledWithRefund } from '../doctor-day/appointment-commands.ts';
import type { DayAggregate } from '../doctor-day/day-commands.ts';
import type { Appointment } from '../doctor-day/state.ts';
import { visitsOfSplits } from '../patient/merging.ts';
import type { PatientAggregate } from '../patient/patient-commands.ts';
import type { Views } from '../views/views.ts';

interface BookedBeforeDeps {
  readonly aggregates: DayAggregate & PatientAggregate;
  readonly commands: Pick<AppointmentCommands, 'changeAppointmentStatus'>;
  readonly views: Pick<Views, 'appointmentsOf'>;
}

interface LaterBooking {
  readonly date: string;
  /** Undefined if the views know it and the day doesn't, which keeps the patient too. */
  readonly appointment: Appointment | undefined;
}

async function appointmentOf({ days }: DayAggregate, appointmentId: string): Promise<Appointment | undefined> {
  const { pocId, date } = doctorDayOf(appointmentId);
  const { state } = await days.load(streams.doctorDay(pocId, date), 0);
  return state.appointments.get(appointmentId);
}

/**
 * Whether the visit was booked before a position: a move books it again, at another place, and its first booking counts.
 */
async function isVisitBefore(aggregates: DayAggregate, appointment: Appointment, since: Position): Promise<boolean> {
  for (let place: Appointment | undefined = appointment; place; ) {
    if (place.booked.position < since) return true;
    const from: string | undefined = place.movedIn?.data.from;
    place = from === undefined ? undefined : await appointmentOf(aggregates, from);
  }
  return false;
}

/**
 * The appointments of a patient whose visits were booked before the start of the removal, including those that a split
 * has promised to the record and may not have given yet. A later booking is refused; it is cancelled here too, since its
 * own process may have been killed.
 * @throws ViewStoreUnavailable
 */
export async function bookedBefore(
  { aggregates, commands, views }: BookedBeforeDeps,
  { patientId, since }: { readonly patientId: string; readonly since: Position },
  by: CommandContext,
): Promise<readonly LaterBooking[]> {
  const before: LaterBooking[] = [];
  const { state: patient } = await aggregates.patients.load(streams.patient(patientId), 0);
  const splitVisits = patient ? visitsOfSplits(patient, patientId) : [];
  for (const appointmentId of new Set([...(await views.appointmentsOf(patientId, since)), ...splitVisits])) {
    const { date } = doctorDayOf(appointmentId);
    const appointment = await appointmentOf(aggregates, appointmentId);
    if (!appointment || (await isVisitBefore(aggregates, appointment, since))) before.push({ date, appointment });
    else await commands.changeAppointmentStatus({ appointmentId, ...cancelledWithRefund }, partOf(by, appointmentId));
  }
  return before;
}
