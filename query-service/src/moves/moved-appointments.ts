import type { MovedAppointment } from '@dayline/contracts/endpoints/appointments/moves';
import { doctorDayOf } from '@dayline/contracts/ids';
import { unknownDoctor } from '../desk/cards.ts';
import type { Directory } from '../desk/directory.ts';
import { pageOfView } from '../paging/page-of-view.ts';
import type { Queries } from '../queries/answer.ts';

/** Moves that were undone are left out: their appointments are where they were. */
export const movedAppointmentsQueries: Queries<'listMovedAppointments'> = {
  async listMovedAppointments({ clientId, pocId, ...request }, { desk, directory }) {
    const where = { ...(pocId === undefined ? { clientId } : { pocId }), isUndo: false };
    const list = [{ view: 'movedAppointments', where, order: [{ field: 'movedAt', descending: true }] }] as const;
    const page = await pageOfView(desk, list, request, null);
    if ('refused' in page) return page;
    const destinations = page.rows.map(({ to }) => to);
    const [people, moved, current] = await Promise.all([
      desk.rows('patients', [...new Set(page.rows.map(({ patientId }) => patientId))]),
      desk.rows('movedAppointments', destinations),
      desk.rows('appointments', destinations),
    ]);
    return {
      body: page.rows.map(
        (row): MovedAppointment => ({
          ...placeOf(row.key, row.time, directory),
          User_ID: row.patientId,
          UserName: people.get(row.patientId)?.name ?? null,
          AppointmentType: row.type,
          to: placeOf(row.to, (current.get(row.to) ?? moved.get(row.to))?.time ?? '', directory),
          movedAt: row.movedAt,
          movedBy: row.movedBy,
          at: row.at,
        }),
      ),
      total: page.total,
      next: page.next,
    };
  },
};

function placeOf(id: string, time: string, directory: Directory) {
  const { pocId, date } = doctorDayOf(id);
  return {
    AppointmentId: id,
    POC_ID: pocId,
    POCName: (directory.doctor(pocId) ?? unknownDoctor).name,
    AppointmentDate: date,
    AppointmentTime: time,
  };
}
