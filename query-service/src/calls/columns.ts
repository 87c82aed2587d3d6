import { defaultZone } from '@dayline/contracts/clinic/clinic-time';
import type { CallReason, PersonToCall } from '@dayline/contracts/endpoints/appointments/calls';
import type { Snapshot } from '../desk/snapshot.ts';
import { type Columns, phoneCell } from '../lists/csv-file.ts';
import { clinicTime } from '../proof/clinic-time.ts';

const causes: Record<CallReason, string> = {
  blocked: 'Blocked',
  hospitalDay: 'Hospital closed',
  left: 'Doctor has left',
  hours: 'Outside the hours',
};

/** The columns of People to Call as a file. */
export function columnsOf({ directory, clientId }: Pick<Snapshot, 'directory' | 'clientId'>): Columns<PersonToCall> {
  const { zone = defaultZone } = directory.client(clientId) ?? {};
  return {
    date: { en: 'Date', hi: 'तारीख़', cell: (row) => row.AppointmentDate },
    time: { en: 'Time', hi: 'समय', cell: (row) => row.AppointmentTime },
    patient: { en: 'Patient', hi: 'मरीज़', cell: (row) => row.UserName },
    phone: { en: 'Phone', hi: 'फ़ोन', cell: (row) => phoneCell(row.UserContact) },
    doctor: { en: 'Doctor', hi: 'डॉक्टर', cell: (row) => row.POCName },
    cause: { en: 'Why', hi: 'क्यों', cell: ({ why }) => causes[why] },
    reason: { en: 'Reason', hi: 'कारण', cell: ({ reason }) => reason },
    reached: { en: 'Reached', hi: 'बात हुई', cell: ({ contact }) => contact && (contact.reached ? 'Yes' : 'No') },
    called: { en: 'Last call', hi: 'पिछला कॉल', cell: ({ contact }) => contact && clinicTime(contact.at, zone) },
    by: { en: 'Called by', hi: 'किसने कॉल किया', cell: ({ contact }) => contact?.by },
    note: { en: 'Note', hi: 'टिप्पणी', cell: ({ contact }) => contact?.note },
    appointment: { en: 'Appointment ID', hi: 'अपॉइंटमेंट ID', cell: (row) => row.AppointmentId },
  };
}
