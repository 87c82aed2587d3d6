import { streamKey } from '@dayline/contracts/events/categories';
import type { Recorded } from '@dayline/contracts/events/definition';
import { type StatusEvent, statusTypes } from '@dayline/contracts/events/doctor-day';
import type { RecordedDaylineEvent } from '@dayline/contracts/events/table';
import { searched } from '@dayline/contracts/fold';
import { type DoctorDay, doctorDayKey, doctorDayOf } from '@dayline/contracts/ids';
import type { AppointmentRow, PatientRow } from '@dayline/contracts/views';
import {
  type Change,
  changed,
  forTypes,
  ignored,
  mustExist,
  type OtherRows,
  PoisonEvent,
  type View,
} from '../projection.ts';

type CopiedFields = Pick<
  AppointmentRow,
  'patientName' | 'patientPhone' | 'patientEmail' | 'patientLocation' | 'patientSearch'
>;

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
    patientSearch: patient.patientSearch,
  };
}

/** When, by whom and by which event the current status was set. */
const statusStamp = (event: RecordedDaylineEvent) => ({
  statusEventId: event.id,
  statusAt: event.metadata.recordedAt,
  statusBy: event.metadata.actor.name,
});

function doctorDayIn(event: RecordedDaylineEvent, appointmentId: string): DoctorDay {
  const { pocId, date } = doctorDayOf(appointmentId);
  if (doctorDayKey(pocId, date) === streamKey(event.stream)) return { pocId, date };
  throw new PoisonEvent(`${event.type} at ${event.position} names an appointment of another day than ${event.stream}`);
}

const named = ({ data }: { readonly data: { readonly appointmentId: string } }) => [data.appointmentId];
const ofPatient = ({ stream }: RecordedDaylineEvent) => [{ field: 'patientId', value: streamKey(stream) }];

const statusChanged: Change<AppointmentRow, Recorded<StatusEvent>> = {
  rows: named,
  fold: (row, event) => changed(row, event, { status: event.data.statusAfter, ...statusStamp(event) }),
};

/** Every appointment with its patient's name and contact, by which lists search and sort. Key: the appointment's id. */
export const appointments: View<AppointmentRow, 'doctorDay' | 'patient'> = {
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
  changes: {
    ...forTypes(statusTypes, statusChanged),
    AppointmentBooked: {
      rows: named,
      copiesFrom: ({ data }) => ({ view: 'patients', key: data.patientId }),
      fold(_, event, key, others) {
        const { patientId, time, minutes, type, statusAfter, branchId } = event.data;
        return {
          key,
          at: event.position,
          clientId: event.metadata.clientId,
          ...doctorDayIn(event, key),
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
      },
    },
    AppointmentPaymentRecorded: {
      rows: named,
      fold: (row, event) => changed(row, event, { payment: event.data.payment }),
    },
    AppointmentPaymentCorrected: {
      rows: named,
      fold: (row, event) => changed(row, event, { payment: event.data.paymentAfter }),
    },
    PatientDetailsCorrected: {
      rows: ofPatient,
      fold(row, event) {
        const { name, email, location } = event.data;
        const patientSearch = searched(name, mustExist(row, event).patientPhone);
        return changed(row, event, {
          patientName: name,
          patientEmail: email,
          patientLocation: location,
          patientSearch,
        });
      },
    },
    PatientErased: { rows: ofPatient, fold: (row, event) => changed(row, event, nobody) },
    ...ignored(
      'SlotsPlanned',
      'DayHoursSet',
      'DayHoursCleared',
      'DayBlocked',
      'SlotsBlocked',
      'DayUnblocked',
      'SlotsUnblocked',
    ),
    PatientRegistered: null,
  },
};
