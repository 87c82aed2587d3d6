import type { MovedAppointment } from '@dayline/contracts/endpoints/appointments/moves';
import { doctorDayOf } from '@dayline/contracts/ids';
import type { DeskViews } from '@dayline/contracts/views';
import { unknownDoctor } from '../desk/cards.ts';
import type { ClientDesk } from '../desk/desk.ts';
import type { Directory } from '../desk/directory.ts';
import { countOf, pageOfView, readersOf } from '../paging/page-of-view.ts';
import { isPaged } from '../paging/request.ts';
import { wholeView } from '../paging/whole-view.ts';
import type { Queries } from '../queries/answer.ts';

/** Without undone moves, whose appointments are at their old place. */
export const movedAppointmentsQueries: Queries<'listMovedAppointments'> = {
  async listMovedAppointments({ clientId, pocId, ...request }, { desk, directory }) {
    const where = { ...(pocId === undefined ? { clientId } : { pocId }), isUndo: false };
    const list = [{ view: 'movedAppointments', where, order: [{ field: 'movedAt', descending: true }] }] as const;
    const itemsOf = (rows: readonly DeskViews['movedAppointments'][]) => movedItems(rows, { desk, directory });
    if (!isPaged(request)) {
      return { ...(await wholeView(readersOf(desk, list), itemsOf)), total: await countOf(desk, list) };
    }
    const page = await pageOfView(desk, list, request, null);
    return 'refused' in page ? page : { body: await itemsOf(page.rows), total: page.total, next: page.next };
  },
};

async function movedItems(
  rows: readonly DeskViews['movedAppointments'][],
  { desk, directory }: { readonly desk: ClientDesk; readonly directory: Directory },
): Promise<MovedAppointment[]> {
  const destinations = rows.map(({ to }) => to);
  const [people, moved, current] = await Promise.all([
    desk.rows('patients', [...new Set(rows.map(({ patientId }) => patientId))]),
    desk.rows('movedAppointments', destinations),
    desk.rows('appointments', destinations),
  ]);
  return rows.map((row) => ({
    ...placeOf(row.key, row.time, directory),
    User_ID: row.patientId,
    UserName: people.get(row.patientId)?.name ?? null,
    AppointmentType: row.type,
    to: placeOf(row.to, (current.get(row.to) ?? moved.get(row.to))?.time ?? '', directory),
    movedAt: row.movedAt,
    movedBy: row.movedBy,
    at: row.at,
  }));
}

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
