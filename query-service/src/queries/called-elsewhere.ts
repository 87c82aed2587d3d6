import { calledNow, unknownDoctor } from '../desk/cards.ts';
import type { Queries } from './answer.ts';

/** Who waits for a doctor while another doctor calls them: a patient with two visits today. */
export const calledElsewhereQueries: Queries<'listCalledElsewhere'> = {
  async listCalledElsewhere({ pocId }, { desk, directory, clinicOf, clientId }) {
    const { date } = clinicOf(clientId);
    const own = await desk.page({ view: 'appointments', where: { pocId, date }, order: [{ field: 'time' }] });
    const waiting = own.rows.filter(({ status, presence }) => status === 'Confirmed' && presence?.call === null);
    if (waiting.length === 0) return { body: [] };
    const among = { field: 'patientId', values: waiting.map(({ patientId }) => patientId) };
    const { rows } = await desk.page({ view: 'appointments', where: { date }, among });
    const called = new Map(
      rows
        .filter((row) => row.pocId !== pocId && 'called' in calledNow(row))
        .map((row) => [row.patientId, row] as const),
    );
    const body = waiting.flatMap(({ key, patientId }) => {
      const other = called.get(patientId);
      if (!other) return [];
      const name = directory.doctor(other.pocId)?.name ?? unknownDoctor.name;
      return [{ AppointmentId: key, POC_Name: name, room: other.presence?.call?.room ?? null }];
    });
    return { body };
  },
};
