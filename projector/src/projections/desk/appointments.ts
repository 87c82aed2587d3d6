import { isStatusEvent } from '@dayline/contracts/events/doctor-day';
import type { RecordedDaylineEvent } from '@dayline/contracts/events/table';
import { doctorDayKey, placeOfAppointment, streamKey } from '@dayline/contracts/ids';
import type { AppointmentRow, PatientRow } from '@dayline/contracts/views';
import { mustExist, noRows, notFolded, type OtherRows, PoisonEvent, type View } from '../projection.ts';

type CopiedFields = Pick<
  AppointmentRow,
  'patientName' | 'patientPhone' | 'patientEmail' | 'patientLocation' | 'patientSearch'
>;
const searchOf = (name: string | null): string => name?.toLowerCase() ?? '';

const nobody: CopiedFields = {
  patientName: null,
  patientPhone: null,
  patientEmail: null,
  patientLocation: null,
  patientSearch: '',
};

function copyOf(patientId: string, others: OtherRows): CopiedFields {
  // Cast is safe: a view's name fixes the type of its rows.
  const patient = others.get('patients', patientId) as PatientRow | null;
  if (!patient) return nobody;
  return {
    patientName: patient.name,
    patientPhone: patient.phone,
    patientEmail: patient.email,
    patientLocation: patient.location,
    patientSearch: searchOf(patient.name),
  };
}

/** When, by whom and by which event the current status was set. */
const statusStamp = (event: RecordedDaylineEvent) => ({
  statusEventId: event.id,
  statusAt: event.metadata.recordedAt,
  statusBy: event.metadata.actor.name,
});

function place(event: RecordedDaylineEvent, appointmentId: string): { pocId: string; date: string } {
  const { pocId, date } = placeOfAppointment(appointmentId);
  if (doctorDayKey(pocId, date) === streamKey(event.stream)) return { pocId, date };
  throw new PoisonEvent(`${event.type} at ${event.position} names an appointment of another day than ${event.stream}`);
}

/** Every appointment with its patient's name and contact, by which lists search and sort. Key: the appointment's id. */
export const appointments: View<AppointmentRow> = {
  name: 'appointments',
  indexes: [
    { name: 'byClientStatus', fields: ['clientId', 'status', 'date', 'time', 'key', 'patientSearch'] },
    { name: 'byClientStatusName', fields: ['clientId', 'status', 'patientSearch', 'date', 'time', 'key'] },
    { name: 'byClientDay', fields: ['clientId', 'date', 'time', 'key', 'patientSearch'] },
    // A doctor has few enough rows for one index to serve status, type and payment totals.
    { name: 'byDoctorDay', fields: ['pocId', 'date', 'time', 'key', 'status', 'type', 'payment', 'patientSearch'] },
    // For searches by name, which find patients first and may filter by status.
    { name: 'byPatient', fields: ['patientId', 'date', 'time', 'key', 'status'], neededByFold: true },
  ],
  names(event) {
    if (isStatusEvent(event)) return [event.data.appointmentId];
    switch (event.type) {
      case 'AppointmentPaymentRecorded':
      case 'AppointmentPaymentCorrected':
        return [event.data.appointmentId];
      case 'PatientDetailsCorrected':
      case 'PatientErased':
        return { field: 'patientId', value: streamKey(event.stream) };
      default:
        return noRows;
    }
  },
  copiesFrom(event) {
    return event.type === 'AppointmentBooked' ? { view: 'patients', key: event.data.patientId } : null;
  },
  fold(row, event, key, others) {
    const at = event.position;
    if (event.type === 'AppointmentBooked') {
      const { patientId, time, minutes, type, statusAfter, branchId } = event.data;
      return {
        key,
        at,
        clientId: event.metadata.clientId,
        ...place(event, key),
        patientId,
        ...copyOf(patientId, others),
        time,
        minutes,
        type,
        status: statusAfter,
        payment: null,
        branchId,
        bookedAt: event.metadata.recordedAt,
        ...statusStamp(event),
      };
    }
    if (isStatusEvent(event)) {
      return { ...mustExist(row, event), at, status: event.data.statusAfter, ...statusStamp(event) };
    }
    switch (event.type) {
      case 'AppointmentPaymentRecorded':
        return { ...mustExist(row, event), at, payment: event.data.payment };
      case 'AppointmentPaymentCorrected':
        return { ...mustExist(row, event), at, payment: event.data.paymentAfter };
      case 'PatientDetailsCorrected': {
        const { name, email, location } = event.data;
        const copy = { patientName: name, patientEmail: email, patientLocation: location };
        return { ...mustExist(row, event), at, ...copy, patientSearch: searchOf(name) };
      }
      case 'PatientErased':
        return { ...mustExist(row, event), at, ...nobody };
      default:
        return notFolded(event);
    }
  },
};
