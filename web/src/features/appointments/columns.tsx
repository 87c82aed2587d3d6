import type { AppointmentStatus } from '@dayline/contracts/appointments';
import type { AppointmentDetail } from '@dayline/contracts/endpoints/appointments';
import { clockTime, shortDateWithYear } from '../../shared/format/time.ts';
import { phoneText } from '../../shared/format/words.ts';
import type { Column } from '../../shared/ui/data-table.tsx';
import { PaymentChip, StatusChip } from '../../shared/ui/status-chip.tsx';
import { branchOrType, rowsPerPage } from './rules.ts';

type Col = Column<AppointmentDetail>;
const missing = '–';

interface Shown {
  /** From 1. */
  page: number;
  /** The list's own status: a row that has another by now says so. */
  status: AppointmentStatus | undefined;
}

const serial = ({ page }: Shown): Col => ({
  id: 'serial',
  header: 'S.No',
  width: 56,
  tableOnly: true,
  cell: (_, index) => (page - 1) * rowsPerPage + index + 1,
});

const person: Col[] = [
  { id: 'name', header: 'User Name', strong: true, clip: 160, cell: (row) => row.UserName ?? 'Erased patient' },
  {
    id: 'contact',
    header: 'Contact',
    nowrap: true,
    cell: (row) => (row.UserContact === null ? missing : phoneText(row.UserContact)),
  },
  { id: 'location', header: 'Location', clip: 110, cell: (row) => row.UserLocation ?? missing },
  { id: 'doctor', header: 'POC Name', clip: 124, cell: (row) => row.POCName },
  { id: 'specialization', header: 'Specialization', clip: 110, cell: (row) => row.Specialization },
];

const date = (header: string): Col => ({
  id: 'date',
  header,
  nowrap: true,
  cell: (row) => shortDateWithYear(row.AppointmentDate),
});
const time = (header: string): Col => ({
  id: 'time',
  header,
  nowrap: true,
  cell: (row) => clockTime(row.AppointmentTime),
});
const payment = (header: string): Col => ({
  id: 'payment',
  header,
  nowrap: true,
  cell: (row) => <PaymentChip payment={row.Payment_Status ?? 'Unpaid'} />,
});

/** Where a list holds appointments of every status, or a row has just left the list's own. */
const status = (rows: readonly AppointmentDetail[], { status: own }: Shown): Col[] =>
  own !== undefined && rows.every((row) => row.Status === own)
    ? []
    : [{ id: 'status', header: 'Status', nowrap: true, cell: (row) => <StatusChip status={row.Status} /> }];

/** "S.No, User Name, Contact, Location, POC Name, Specialization, Branch (in one mode) or Appointment Type, …" */
export const adminColumns = (rows: readonly AppointmentDetail[], branches: boolean, shown: Shown): Col[] => [
  serial(shown),
  ...person,
  { id: 'type', header: branches ? 'Branch' : 'Appointment Type', clip: 160, cell: branchOrType },
  date('Appointment Date'),
  time('Appointment Time'),
  payment('Payment Status'),
  ...status(rows, shown),
];

/** "Table S.No, User Name, Contact, Location, POC Name, Specialization, Type, Date, Time, Payment" */
export const doctorColumns = (rows: readonly AppointmentDetail[], shown: Shown): Col[] => [
  serial(shown),
  ...person,
  { id: 'type', header: 'Type', clip: 160, cell: (row) => row.AppointmentType },
  date('Date'),
  time('Time'),
  payment('Payment'),
  ...status(rows, shown),
];
