import { addDays } from '@dayline/contracts/clinic/clinic-time';
import type { WaitingPatient } from '@dayline/contracts/endpoints/appointments/waiting';
import { doctorDayOf } from '@dayline/contracts/ids';
import type { PatientRow } from '@dayline/contracts/views/directory';
import type { Offer, OfferEmail, WaitingRow } from '@dayline/contracts/views/waiting-fold';
import { unknownDoctor } from '../desk/cards.ts';
import type { Directory } from '../desk/directory.ts';
import type { Snapshot } from '../desk/snapshot.ts';
import type { Queries } from '../queries/answer.ts';

const doctorName = (directory: Directory, pocId: string): string => directory.doctor(pocId)?.name ?? unknownDoctor.name;

function offerIn(
  { appointmentId, time, until, reason }: Offer,
  email: OfferEmail | undefined,
  directory: Directory,
): WaitingPatient['offer'] {
  const { pocId, date } = doctorDayOf(appointmentId);
  const offer = { appointmentId, pocId, pocName: doctorName(directory, pocId), date, time, until, reason };
  // Of an earlier offer, or not sent.
  if (email?.appointmentId !== appointmentId || email.state === 'dropped') return offer;
  const { state, dueAt, changedAt } = email;
  return { ...offer, email: { state, at: state === 'planned' ? dueAt : changedAt } };
}

function shown(row: WaitingRow, patient: PatientRow | undefined, directory: Directory): WaitingPatient {
  const { key: waitingId, patientId, pocId, departmentId, from, to, times, note, joinedAt, by, offer } = row;
  return {
    ...{ waitingId, userId: patient?.key ?? patientId, pocId, departmentId, from, to, times, note, joinedAt, by },
    ...{ patientName: patient?.name ?? null, patientPhone: patient?.phone ?? null },
    target: pocId === null ? (directory.department(departmentId ?? '')?.name ?? '') : doctorName(directory, pocId),
    offer: offer && offerIn(offer, row.email, directory),
  };
}

/** The patients who wait for a place on a day that has not passed. */
export async function waitingPatients({ clientId, desk, directory, clinicOf }: Snapshot): Promise<WaitingPatient[]> {
  const order = [{ field: 'joined' }, { field: 'key' }];
  const today = clinicOf(clientId).date;
  // An offer lasts into the next morning.
  const range = { field: 'to', from: addDays(today, -1) };
  const { rows } = await desk.page({ view: 'waiting', where: { clientId, state: 'waiting' }, range, order });
  const current = rows.filter(({ to, offer }) => to >= today || offer !== null);
  const patients = await desk.rows('patients', [...new Set(current.map(({ patientId }) => patientId))]);
  return current.map((row) => shown(row, patients.get(row.patientId), directory));
}

export const waitingQueries: Queries<'listWaiting'> = {
  listWaiting: async (_request, snapshot) => ({ body: await waitingPatients(snapshot) }),
};
