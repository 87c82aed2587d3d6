import { visitBeforeOf } from '@dayline/contracts/clinic/sessions';
import { maxVisits } from '@dayline/contracts/endpoints/patients';
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
export async function visitBefore(desk: Pick<ClientDesk, 'page' | 'row'>, pocId: string, patientId: string) {
  const [visitor, past] = await Promise.all([
    desk.row('visitors', `${pocId}_${patientId}`),
    desk.page({ view: 'pastVisits', where: { patientId, pocId } }),
  ]);
  return visitBeforeOf(visitor?.dates ?? [], past.rows);
}
