import { statusWords } from '@dayline/contracts/appointments';
import { rupeesOf } from '@dayline/contracts/fields/money';
import { tokenText } from '@dayline/contracts/hall/tokens';
import type { AppointmentRow } from '@dayline/contracts/views';
import { unknownDoctor } from '../desk/cards.ts';
import type { Directory } from '../desk/directory.ts';
import type { ProofDeps } from '../proof/queries.ts';
import type { Queries } from '../queries/answer.ts';
import { appointmentRows } from '../queries/appointment-details.ts';
import { type Columns, csvReply, phoneCell } from './csv-file.ts';

function columnsOf(directory: Directory): Columns<AppointmentRow> {
  const doctorOf = ({ pocId }: AppointmentRow) => directory.doctor(pocId) ?? unknownDoctor;
  return {
    date: { en: 'Date', hi: 'तारीख़', cell: ({ date }) => date },
    time: { en: 'Time', hi: 'समय', cell: ({ time }) => time },
    patient: { en: 'Patient', hi: 'मरीज़', cell: ({ patientName }) => patientName },
    uhid: { en: 'Hospital number', hi: 'अस्पताल नंबर', cell: ({ patientIdentity }) => patientIdentity?.uhid ?? null },
    phone: { en: 'Phone', hi: 'फ़ोन', cell: ({ patientPhone }) => phoneCell(patientPhone) },
    location: { en: 'Location', hi: 'स्थान', cell: ({ patientLocation }) => patientLocation },
    doctor: { en: 'Doctor', hi: 'डॉक्टर', cell: (row) => doctorOf(row).name },
    department: { en: 'Department', hi: 'विभाग', cell: (row) => doctorOf(row).specialization },
    branch: { en: 'Branch', hi: 'शाखा', cell: ({ branchId }) => directory.branch(branchId)?.name ?? null },
    type: { en: 'Type', hi: 'प्रकार', cell: ({ type }) => type },
    status: { en: 'Status', hi: 'स्थिति', cell: ({ status }) => statusWords[status] },
    token: { en: 'Token', hi: 'टोकन', cell: ({ presence }) => (presence ? tokenText(presence) : null) },
    arrived: { en: 'Arrived', hi: 'आने का समय', cell: ({ presence }) => presence?.arrivedAt ?? null },
    payment: { en: 'Payment', hi: 'भुगतान', cell: ({ payment }) => payment },
    due: { en: 'Amount (₹)', hi: 'रकम (₹)', cell: ({ due }) => (due === null ? null : rupeesOf(due)) },
    appointment: { en: 'Appointment ID', hi: 'अपॉइंटमेंट ID', cell: ({ key }) => key },
  };
}

/** The appointments of a page's list. */
export const appointmentExport = ({ onExported }: Pick<ProofDeps, 'onExported'>): Queries<'exportAppointments'> => ({
  async exportAppointments(filters, snapshot, context) {
    const request = { ...filters, pocId: context.caller.doctor ?? filters.pocId };
    const [pages, columns] = [appointmentRows(snapshot, request), columnsOf(snapshot.directory)];
    return csvReply({ list: 'appointments', columns, pages, request }, snapshot, { context, onExported });
  },
});
