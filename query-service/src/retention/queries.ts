import { refuse } from '@dayline/contracts/errors';
import { visitedFrom } from '@dayline/contracts/patients/retention';
import type { PatientRow } from '@dayline/contracts/views';
import type { ClientDesk } from '../desk/desk.ts';
import type { Answer, Queries } from '../queries/answer.ts';

/** Patients whose visits are read together. */
const atOnce = 200;
/** A part of the list ends with so many due patients, or once so many patients were read. */
const maxDue = 50;
const maxRead = 4_000;

type Due = Answer<'listDuePatients'>['body']['patients'][number];

/** The patients who are due for erasure by the client's retention, by name, in parts. */
export const retentionQueries: Queries<'listDuePatients'> = {
  async listDuePatients({ clientId, cursor }, { desk, directory, clinicOf }) {
    const client = directory.client(clientId);
    if (!client) return refuse('access.foreign');
    const { patientYears } = client;
    if (patientYears === null) return { body: { patientYears, visitedFrom: null, patients: [] } };
    const from = visitedFrom(clinicOf(clientId).date, patientYears);
    const due: Due[] = [];
    let next = cursor ?? null;
    for (let read = 0; read < maxRead && due.length < maxDue; read += atOnce) {
      const page = await desk.page({
        view: 'patients',
        where: { clientId, erased: false },
        order: [{ field: 'search' }],
        limit: atOnce,
        ...(next !== null && { after: next }),
      });
      due.push(
        ...(await dueOf(
          desk,
          page.rows.filter((row) => mayBeDue(row, from)),
          from,
        )),
      );
      next = page.next;
      if (next === null) break;
    }
    return { body: { patientYears, visitedFrom: from, patients: due }, next };
  },
};

/** Merged records are left to an operator, since a booking under way may name either record. */
const mayBeDue = ({ registeredAt, person }: PatientRow, from: string): boolean =>
  registeredAt < from && (person?.merged ?? []).length === 0;

async function dueOf(desk: Pick<ClientDesk, 'page'>, patients: readonly PatientRow[], from: string): Promise<Due[]> {
  if (patients.length === 0) return [];
  const among = { field: 'patientId', values: patients.map(({ key }) => key) };
  const last = new Map<string, string>();
  for (const view of ['appointments', 'pastVisits'] as const) {
    const { rows } = await desk.page({ view, where: {}, among });
    for (const { patientId, date } of rows) {
      if (date > (last.get(patientId) ?? '')) last.set(patientId, date);
    }
  }
  return patients.flatMap(({ key, name, phone, uhid, registeredAt }) => {
    const lastVisit = last.get(key) ?? null;
    return lastVisit === null || lastVisit < from ? [{ userId: key, name, phone, uhid, registeredAt, lastVisit }] : [];
  });
}
