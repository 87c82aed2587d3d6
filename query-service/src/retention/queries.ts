import { refuse } from '@dayline/contracts/errors';
import { visitedFrom } from '@dayline/contracts/patients/retention';
import type { PatientRow } from '@dayline/contracts/views/directory';
import type { ClientDesk } from '../desk/desk.ts';
import { pagesOf } from '../paging/pages-of.ts';
import type { Answer, Queries } from '../queries/answer.ts';
import { openTurns } from '../turns/turns.ts';

/** Patients whose visits are read together. */
const atOnce = 200;
/** A part of the list ends with so many due patients, or once so many patients, or visits, were read. */
const maxDue = 50;
const maxRead = 4_000;
const maxVisits = 20_000;

type Due = Answer<'listDuePatients'>['body']['patients'][number];

/** The patients who are due for erasure by the client's retention, by name, in parts. */
export const retentionQueries: Queries<'listDuePatients'> = {
  async listDuePatients({ clientId, cursor }, { desk, directory, clinicOf }, { signal }) {
    const client = directory.client(clientId);
    if (!client) return refuse('access.foreign');
    const { patientYears } = client;
    if (patientYears === null) return { body: { patientYears, visitedFrom: null, patients: [] } };
    const from = visitedFrom(clinicOf(clientId).date, patientYears);
    const due: Due[] = [];
    const turn = openTurns(signal);
    let next = cursor ?? null;
    let visits = 0;
    for (let readCount = 0; readCount < maxRead && visits < maxVisits && due.length < maxDue; readCount += atOnce) {
      const page = await desk.page({
        view: 'patients',
        where: { clientId, erased: false },
        order: [{ field: 'search' }],
        limit: atOnce,
        ...(next !== null && { after: next }),
      });
      const patients = page.rows.filter((row) => mayBeDue(row, from));
      const last = await lastVisitsOf(desk, patients, turn);
      visits += last.visits;
      due.push(...patients.flatMap((row) => dueIn(row, last.dates.get(row.key) ?? null, from)));
      next = page.next;
      if (next === null) break;
    }
    return { body: { patientYears, visitedFrom: from, patients: due }, next };
  },
};

/** Merged records are left to an operator, since a booking under way may name either record. */
const mayBeDue = ({ registeredAt, person }: PatientRow, from: string): boolean =>
  registeredAt < from && (person?.merged ?? []).length === 0;

/** The dates of the patients' last appointments or imported visits, and how many were read. */
async function lastVisitsOf(
  desk: Pick<ClientDesk, 'page'>,
  patients: readonly PatientRow[],
  turn: () => Promise<void>,
): Promise<{ readonly dates: ReadonlyMap<string, string>; readonly visits: number }> {
  const dates = new Map<string, string>();
  let visits = 0;
  if (patients.length === 0) return { dates, visits };
  const among = { field: 'patientId', values: patients.map(({ key }) => key) };
  const order = [{ field: 'patientId' }, { field: 'date' }];
  for (const view of ['appointments', 'pastVisits'] as const) {
    for await (const rows of pagesOf((part) => desk.page({ view, where: {}, among, order, ...part }))) {
      for (const { patientId, date } of rows) {
        if (date > (dates.get(patientId) ?? '')) dates.set(patientId, date);
      }
      visits += rows.length;
      await turn();
    }
  }
  return { dates, visits };
}

const dueIn = (
  { key, name, phone, uhid, registeredAt }: PatientRow,
  lastVisit: string | null,
  from: string,
): readonly Due[] =>
  lastVisit === null || lastVisit < from ? [{ userId: key, name, phone, uhid, registeredAt, lastVisit }] : [];
