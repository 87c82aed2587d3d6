import { defaultZone } from '@dayline/contracts/clinic/clinic-time';
import type { MovedAppointment } from '@dayline/contracts/endpoints/appointments/moves';
import type { RequestOf } from '@dayline/contracts/endpoints/table';
import { doctorDayOf } from '@dayline/contracts/ids';
import type { DeskViews } from '@dayline/contracts/views';
import { unknownDoctor } from '../desk/cards.ts';
import type { ClientDesk } from '../desk/desk.ts';
import type { Directory } from '../desk/directory.ts';
import type { Snapshot } from '../desk/snapshot.ts';
import { type Columns, csvReply } from '../lists/csv-file.ts';
import { countOf, pageOfView, readersOf } from '../paging/page-of-view.ts';
import { pagesOf } from '../paging/pages-of.ts';
import { isPaged } from '../paging/request.ts';
import { wholeView } from '../paging/whole-view.ts';
import { clinicTime } from '../proof/clinic-time.ts';
import type { ProofDeps } from '../proof/queries.ts';
import type { Queries } from '../queries/answer.ts';

/** Without undone moves, whose appointments are at their old place. */
export const movedAppointmentsQueries = ({
  onExported,
}: Pick<ProofDeps, 'onExported'>): Queries<'listMovedAppointments' | 'exportMovedAppointments'> => ({
  async listMovedAppointments({ clientId, pocId, ...request }, { desk, directory }) {
    const list = queryOfMoves({ clientId, pocId });
    const itemsOf = (rows: readonly DeskViews['movedAppointments'][]) => movedItems(rows, { desk, directory });
    if (!isPaged(request)) {
      return { ...(await wholeView(readersOf(desk, list), itemsOf)), total: await countOf(desk, list) };
    }
    const page = await pageOfView(desk, list, request, null);
    return 'refused' in page ? page : { body: await itemsOf(page.rows), total: page.total, next: page.next };
  },

  async exportMovedAppointments(request, snapshot, context) {
    const { desk, directory } = snapshot;
    async function* pages() {
      for (const readPage of readersOf(desk, queryOfMoves(request))) {
        for await (const rows of pagesOf(readPage)) yield movedItems(rows, { desk, directory });
      }
    }
    const list = { list: 'moved-appointments', columns: columnsOf(snapshot), pages: pages(), request };
    return csvReply(list, snapshot, { context, onExported });
  },
});

const queryOfMoves = ({ clientId, pocId }: RequestOf<'exportMovedAppointments'>) => {
  const where = { ...(pocId === undefined ? { clientId } : { pocId }), isUndo: false };
  return [{ view: 'movedAppointments', where, order: [{ field: 'movedAt', descending: true }] }] as const;
};

function columnsOf({ directory, clientId }: Pick<Snapshot, 'directory' | 'clientId'>): Columns<MovedAppointment> {
  const { zone = defaultZone } = directory.client(clientId) ?? {};
  return {
    patient: { en: 'Patient', hi: 'मरीज़', cell: (row) => row.UserName },
    type: { en: 'Type', hi: 'प्रकार', cell: (row) => row.AppointmentType },
    fromDate: { en: 'From date', hi: 'पहले की तारीख़', cell: (row) => row.AppointmentDate },
    fromTime: { en: 'From time', hi: 'पहले का समय', cell: (row) => row.AppointmentTime },
    fromDoctor: { en: 'From doctor', hi: 'पहले के डॉक्टर', cell: (row) => row.POCName },
    toDate: { en: 'To date', hi: 'नई तारीख़', cell: ({ to }) => to.AppointmentDate },
    toTime: { en: 'To time', hi: 'नया समय', cell: ({ to }) => to.AppointmentTime },
    toDoctor: { en: 'To doctor', hi: 'नए डॉक्टर', cell: ({ to }) => to.POCName },
    movedAt: { en: 'Moved', hi: 'बदलाव का समय', cell: ({ movedAt }) => clinicTime(movedAt, zone) },
    movedBy: { en: 'Moved by', hi: 'किसने बदला', cell: ({ movedBy }) => movedBy },
    appointment: { en: 'Appointment ID', hi: 'अपॉइंटमेंट ID', cell: ({ to }) => to.AppointmentId },
  };
}

async function movedItems(
  rows: readonly DeskViews['movedAppointments'][],
  { desk, directory }: { readonly desk: ClientDesk; readonly directory: Directory },
): Promise<MovedAppointment[]> {
  const destinations = rows.map(({ to }) => to);
  const [people, movedRows, current] = await Promise.all([
    desk.rows('patients', [...new Set(rows.map(({ patientId }) => patientId))]),
    desk.rows('movedAppointments', destinations),
    desk.rows('appointments', destinations),
  ]);
  return rows.map((row) => ({
    ...placeOf(row.key, row.time, directory),
    User_ID: row.patientId,
    UserName: people.get(row.patientId)?.name ?? null,
    AppointmentType: row.type,
    to: placeOf(row.to, (current.get(row.to) ?? movedRows.get(row.to))?.time ?? '', directory),
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
