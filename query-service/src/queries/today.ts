import type { TodaysAppointment } from '@dayline/contracts/endpoints/boards';
import type { AppointmentRow } from '@dayline/contracts/views';
import type { Directory } from '../desk/directory.ts';
import { wholeView } from '../paging/whole-view.ts';
import type { Queries } from './answer.ts';

/** "Missing names fall back to 'Unknown Client', 'Unknown POC', 'Unknown Specialization'." (specification, section 8) */
export const unknownDoctor = { name: 'Unknown POC', specialization: 'Unknown Specialization' } as const;

/** A card of today's board; the doctor's name is joined when reading. */
export function todaysCard(row: AppointmentRow, directory: Directory): TodaysAppointment {
  return {
    AppointmentId: row.key,
    AppointmentTime: row.time,
    Status: row.status,
    Is_Active: row.status === 'Confirmed' ? 1 : 0,
    PatientName: row.patientName,
    AppointmentType: row.type,
    POC_ID: row.pocId,
    POC_Name: directory.doctor(row.pocId)?.name ?? unknownDoctor.name,
    AppointmentDate: row.date,
    StatusAt: row.statusAt,
    StatusBy: row.statusBy,
    at: row.at,
  };
}

/** By time, then by id: the order of the boards. */
const byTime = [{ field: 'time' }] as const;

/** Today's boards of a client and of a doctor; today is the clinic's date. */
export const todayQueries: Queries<'listTodaysAppointmentsOfClient' | 'listTodaysAppointmentsOfDoctor'> = {
  async listTodaysAppointmentsOfClient({ clientId }, { desk, directory, clinicOf }) {
    const where = { clientId, date: clinicOf(clientId).date };
    return wholeView(desk, [{ view: 'appointments', where, order: byTime }], (row) => todaysCard(row, directory));
  },

  async listTodaysAppointmentsOfDoctor({ pocId }, { desk, directory, clinicOf }) {
    const where = { pocId, date: clinicOf(directory.doctor(pocId)?.clientId ?? '').date };
    const { rows } = await desk.page({ view: 'appointments', where, order: byTime });
    return { body: rows.map((row) => todaysCard(row, directory)) };
  },
};
