import { statusWords } from '@dayline/contracts/appointments';
import { cellOf } from '@dayline/contracts/fields/csv-cell';
import { languageIn } from '@dayline/contracts/fields/language';
import { rupeesOf } from '@dayline/contracts/fields/money';
import { tokenText } from '@dayline/contracts/hall/tokens';
import type { AppointmentRow } from '@dayline/contracts/views';
import { unknownDoctor } from '../desk/cards.ts';
import type { Directory } from '../desk/directory.ts';
import { type Headings, headerRow } from '../proof/csv.ts';
import type { ProofDeps } from '../proof/queries.ts';
import type { Queries } from '../queries/answer.ts';
import { appointmentRows } from '../queries/appointment-details.ts';

/** `docs/exports.md` describes the columns. */
const columns = {
  date: { en: 'Date', hi: 'तारीख़' },
  time: { en: 'Time', hi: 'समय' },
  patient: { en: 'Patient', hi: 'मरीज़' },
  uhid: { en: 'Hospital number', hi: 'अस्पताल नंबर' },
  phone: { en: 'Phone', hi: 'फ़ोन' },
  location: { en: 'Location', hi: 'स्थान' },
  doctor: { en: 'Doctor', hi: 'डॉक्टर' },
  department: { en: 'Department', hi: 'विभाग' },
  branch: { en: 'Branch', hi: 'शाखा' },
  type: { en: 'Type', hi: 'प्रकार' },
  status: { en: 'Status', hi: 'स्थिति' },
  token: { en: 'Token', hi: 'टोकन' },
  arrived: { en: 'Arrived', hi: 'आने का समय' },
  payment: { en: 'Payment', hi: 'भुगतान' },
  due: { en: 'Amount (₹)', hi: 'रकम (₹)' },
  appointment: { en: 'Appointment ID', hi: 'अपॉइंटमेंट ID' },
} as const satisfies Record<string, Headings>;
type Column = keyof typeof columns;

function lineOf(row: AppointmentRow, directory: Directory): string {
  const doctor = directory.doctor(row.pocId) ?? unknownDoctor;
  const cells: Record<Column, string | null> = {
    date: row.date,
    time: row.time,
    patient: row.patientName,
    uhid: row.patientIdentity?.uhid ?? null,
    // With its plus, so that spreadsheets don't treat it as a number and round it.
    phone: row.patientPhone && `+${row.patientPhone}`,
    location: row.patientLocation,
    doctor: doctor.name,
    department: doctor.specialization,
    branch: directory.branch(row.branchId)?.name ?? null,
    type: row.type,
    status: statusWords[row.status],
    token: row.presence ? tokenText(row.presence) : null,
    arrived: row.presence?.arrivedAt ?? null,
    payment: row.payment,
    due: row.due === null ? null : rupeesOf(row.due),
    appointment: row.key,
  };
  // Cast is safe: the columns are this object's keys.
  return `${(Object.keys(columns) as Column[]).map((column) => cellOf(cells[column])).join(',')}\r\n`;
}

/** The appointments of a page's list as a file; its name has the position that they are as of. */
export const appointmentExport = ({ onExported }: Pick<ProofDeps, 'onExported'>): Queries<'exportAppointments'> => ({
  async exportAppointments({ pocId, ...filters }, snapshot, context) {
    const { directory, position } = snapshot;
    const own = context.caller.doctor ?? pocId;
    const { date } = snapshot.clinicOf(filters.clientId);
    const file = `dayline-appointments-${date}-at-${position}.csv`;
    async function* text() {
      let entries = 0;
      let complete = 'no';
      try {
        yield headerRow(columns, languageIn(context.cookie) ?? 'en');
        for await (const rows of appointmentRows(snapshot, { ...filters, pocId: own })) {
          entries += rows.length;
          yield rows.map((row) => lineOf(row, directory)).join('');
        }
        complete = 'yes';
      } finally {
        onExported(context, { format: 'csv', list: 'appointments', entries: String(entries), complete });
      }
    }
    return { body: {}, headers: { 'Content-Disposition': `attachment; filename="${file}"` }, text: text() };
  },
});
