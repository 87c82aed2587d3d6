import { hash } from 'node:crypto';
import { defaultZone } from '@dayline/contracts/clinic/clinic-time';
import type { PartnerAppointment } from '@dayline/contracts/endpoints/partner/partner';
import { maxVisits } from '@dayline/contracts/endpoints/patients';
import { refuse } from '@dayline/contracts/errors';
import type { AppointmentRow } from '@dayline/contracts/views';
import type { OnHistoryRead } from '../activity/history-read.ts';
import { unknownDoctor } from '../desk/cards.ts';
import type { Directory } from '../desk/directory.ts';
import type { Queries } from '../queries/answer.ts';
import { familyOnPhone } from '../queries/booking.ts';
import { freeSlots } from './slots.ts';

type PartnerQueries = Queries<
  'listPartnerSlots' | 'lookUpPatients' | 'getPartnerAppointment' | 'listPartnerAppointments'
>;

/** The calls of partners' systems. What they learn of a person is recorded in the key's trail. */
export const partnerQueries = ({ onHistoryRead }: { readonly onHistoryRead: OnHistoryRead }): PartnerQueries => ({
  async listPartnerSlots(request, snapshot) {
    const body = await freeSlots(snapshot, request);
    // With it, Express answers 304 if the partner has the same times.
    return { body, headers: { ETag: `"${hash('sha256', JSON.stringify(body), 'base64url')}"` } };
  },

  async lookUpPatients({ phone }, { desk, clientId }, context) {
    const people = await familyOnPhone(desk, { clientId, phone });
    for (const { key } of people) onHistoryRead(context, { list: 'phone', patientId: key });
    if (people.length === 0) onHistoryRead(context, { list: 'phone' });
    return {
      body: { patients: people.map(({ key, name }) => ({ patientId: key, firstName: name?.split(' ')[0] ?? '' })) },
    };
  },

  async getPartnerAppointment({ appointmentId }, { desk, directory }, context) {
    const row = await desk.row('appointments', appointmentId);
    if (!row) return refuse('appointment.unknown');
    onHistoryRead(context, { list: 'appointments', patientId: row.patientId });
    return { body: asPartnersSee(row, directory) };
  },

  async listPartnerAppointments({ patientId, from }, { desk, directory, clinicOf, clientId }, context) {
    const patient = await desk.row('patients', patientId);
    if (!patient) return refuse('patient.unknown');
    onHistoryRead(context, { list: 'appointments', patientId });
    const zone = directory.client(clientId)?.zone ?? defaultZone;
    // An erased person's visits are not shown.
    if (patient.erased) return { body: { zone, appointments: [] } };
    const { rows } = await desk.page({
      view: 'appointments',
      where: { patientId: patient.key },
      range: { field: 'date', from: from ?? clinicOf(clientId).date },
      order: [{ field: 'date' }, { field: 'time' }],
      limit: maxVisits,
    });
    return { body: { zone, appointments: rows.map((row) => asPartnersSee(row, directory)) } };
  },
});

function asPartnersSee(row: AppointmentRow, directory: Directory): PartnerAppointment {
  const { key: appointmentId, patientId, pocId, type, status, date, time, minutes, session, due } = row;
  const doctor = directory.doctor(pocId);
  const pocName = doctor?.name ?? unknownDoctor.name;
  const departmentId = session?.departmentId ?? doctor?.departmentId ?? null;
  const room = type === 'Tele Consultation' ? null : (session?.room ?? doctor?.room ?? null);
  const visit = { appointmentId, patientId, pocId, pocName, departmentId, type, status };
  return { ...visit, date, time, minutes, room, fee: due };
}
