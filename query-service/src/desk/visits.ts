import { mostVisits } from '@dayline/contracts/endpoints/patients';
import type { AppointmentRow } from '@dayline/contracts/views';
import type { ClientDesk } from './desk.ts';

/** A patient's appointments with all doctors, newest first, `mostVisits` at most. */
export async function visitsOf(
  desk: Pick<ClientDesk, 'page'>,
  patientId: string,
  limit = mostVisits,
): Promise<readonly AppointmentRow[]> {
  const order = [
    { field: 'date', descending: true },
    { field: 'time', descending: true },
  ];
  return (await desk.page({ view: 'appointments', where: { patientId }, order, limit })).rows;
}
