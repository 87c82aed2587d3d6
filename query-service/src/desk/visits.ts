import { visitBeforeOf } from '@dayline/contracts/clinic/sessions';
import { maxVisits } from '@dayline/contracts/endpoints/patients';
import { recordsOf } from '@dayline/contracts/patients/person';
import type { AppointmentRow } from '@dayline/contracts/views';
import type { ClientDesk } from './desk.ts';

/** A patient's appointments with all doctors, newest first, at most `maxVisits`. */
export async function visitsOf(
  desk: Pick<ClientDesk, 'page'>,
  patientId: string,
  limit = maxVisits,
): Promise<readonly AppointmentRow[]> {
  const order = [
    { field: 'date', descending: true },
    { field: 'time', descending: true },
  ];
  return (await desk.page({ view: 'appointments', where: { patientId }, order, limit })).rows;
}

/** The kind of a patient's next visit with a doctor; imported past visits count too. */
export async function visitBefore(desk: Pick<ClientDesk, 'page' | 'row' | 'rows'>, pocId: string, patientId: string) {
  const patient = await desk.row('patients', patientId);
  const records = recordsOf(patient?.key ?? patientId, patient?.person);
  const [visitors, past] = await Promise.all([
    desk.rows(
      'visitors',
      records.map((record) => `${pocId}_${record}`),
    ),
    desk.page({ view: 'pastVisits', where: { patientId: patient?.key ?? patientId, pocId } }),
  ]);
  const dates = [...visitors.values()].flatMap((visitor) => visitor.dates);
  return visitBeforeOf(dates.toSorted().toReversed(), past.rows);
}
