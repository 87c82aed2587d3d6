import { isRefusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { doctorDayOf } from '@dayline/contracts/ids';
import type { VisitRowCommand } from '@dayline/lists/row-commands';
import { derivedFrom } from '@dayline/runtime/ids/derived';
import { type AppointmentCommands, cancelledWithRefund } from '../../doctor-day/appointment-commands.ts';
import type { DayAggregate } from '../../doctor-day/day-commands.ts';
import type { PatientCommands } from '../../patient/patient-commands.ts';
import type { KindImporter } from './list-kind.ts';

export interface VisitImporterDeps {
  readonly aggregates: DayAggregate;
  readonly commands: Pick<PatientCommands, 'notePastVisit' | 'withdrawPastVisit'> &
    Pick<AppointmentCommands, 'bookAppointment' | 'changeAppointmentStatus'>;
}

/** Of a list that names neither. */
const booking = { type: 'Direct Consultation', payment: 'Pay_later' } as const;

export function visitImporter({ aggregates, commands }: VisitImporterDeps): KindImporter<VisitRowCommand> {
  return {
    async importRow(command, by) {
      if (command.kind === 'book') {
        const { kind: _, ...visit } = command;
        const result = await commands.bookAppointment({ ...visit, ...booking }, by);
        if (isRefusal(result)) return result;
        return result.position === null ? [] : [{ id: result.appointmentId, isNew: true }];
      }
      const { patientId, visit } = command;
      const reply = await commands.notePastVisit(patientId, visit, by);
      if (isRefusal(reply)) return reply;
      if (reply.position === null) return [];
      return [{ id: `${patientId}_${derivedFrom(by.commandId, 'visit')}`, isNew: true }];
    },

    async undoRow({ id }, by) {
      const parts = id.split('_');
      if (parts.length > 2) return undoBooking(id, by);
      const [patientId = '', visitId = ''] = parts;
      const result = await commands.withdrawPastVisit(patientId, visitId, by);
      return isRefusal(result) ? 'kept.changed' : null;
    },
  };

  /** A booking that is still as it was imported is cancelled. */
  async function undoBooking(appointmentId: string, by: Parameters<AppointmentCommands['bookAppointment']>[1]) {
    const { pocId, date } = doctorDayOf(appointmentId);
    const { state } = await aggregates.days.load(streams.doctorDay(pocId, date), 0);
    const appointment = state.appointments.get(appointmentId);
    if (!appointment || appointment.status === 'Cancelled') return null;
    const { status, money, presence, time, booked } = appointment;
    // Money that the desk has taken since can't be given back by a list.
    const isPaid = money.payments.length > 0;
    if (status !== 'Confirmed' || isPaid || presence || time !== booked.data.time) return 'kept.changed';
    const cancellation = await commands.changeAppointmentStatus({ appointmentId, ...cancelledWithRefund }, by);
    return isRefusal(cancellation) ? 'kept.changed' : null;
  }
}
