import type { AppointmentStatus } from '@dayline/contracts/appointments';
import type { AppointmentDetail } from '@dayline/contracts/endpoints/appointments/appointments';
import Box from '@mui/material/Box';
import { PaymentChip, StatusChip } from '../../../shared/appointments/status-chip.tsx';
import { appointmentText } from '../../../shared/appointments/text.ts';
import { PhoneLink } from '../../../shared/format/phone-link.tsx';
import { clockTime, shortDate } from '../../../shared/format/time.ts';
import { matchedParts } from '../../../shared/list/matched-parts.ts';
import type { Column } from '../../../ui/table/columns.ts';
import { branchOrType, rowsPerPage } from '../rules.ts';
import { detailsText as text } from '../text.ts';

type Col = Column<AppointmentDetail>;
const missing = '–';

interface Shown {
  /** Underlined in the name. */
  search: string;
  /** From 1. */
  page: number;
  /** The list's own status: a row with another status shows it. */
  status: AppointmentStatus | undefined;
}

const serial = ({ page }: Shown): Col => ({
  id: 'serial',
  header: text.columns.serial,
  width: 56,
  card: 'none',
  cell: (_, index) => (page - 1) * rowsPerPage + index + 1,
});

const person = ({ search }: Shown): Col[] => [
  {
    id: 'name',
    header: text.columns.name,
    strong: true,
    clip: 160,
    sort: 'name',
    cell: (row) => <Match name={row.UserName ?? appointmentText.erased} search={search} />,
  },
  {
    id: 'contact',
    header: text.columns.contact,
    nowrap: true,
    card: 'more',
    cell: (row) => <PhoneLink phone={row.UserContact} />,
  },
  {
    id: 'location',
    header: text.columns.location,
    clip: 110,
    card: 'more',
    cell: (row) => row.UserLocation ?? missing,
  },
  { id: 'doctor', header: text.columns.doctor, clip: 124, cell: (row) => row.POCName },
  {
    id: 'specialization',
    header: text.columns.specialization,
    clip: 110,
    card: 'more',
    cell: (row) => row.Specialization,
  },
];

const date = (header: string): Col => ({
  id: 'date',
  header,
  nowrap: true,
  cell: (row) => shortDate(row.AppointmentDate),
});
const time = (header: string): Col => ({
  id: 'time',
  header,
  sort: 'time',
  nowrap: true,
  cell: (row) => clockTime(row.AppointmentTime),
});
const payment = (header: string): Col => ({
  id: 'payment',
  header,
  nowrap: true,
  card: 'chip',
  cell: (row) => <PaymentChip payment={row.Payment_Status ?? 'Unpaid'} />,
});

/** A text with the matches underlined. */
function Match({ name, search }: { name: string; search: string }) {
  return matchedParts(name, search).map(({ at, part, matched }) =>
    matched ? (
      <Box key={at} component="mark" sx={{ bgcolor: 'transparent', color: 'inherit', borderBottom: '2px solid' }}>
        {part}
      </Box>
    ) : (
      part
    ),
  );
}

/** Only for lists of every status, and while a row has just left the list's own. */
const status = (rows: readonly AppointmentDetail[], { status: own }: Shown): Col[] =>
  own !== undefined && rows.every((row) => row.Status === own)
    ? []
    : [{ id: 'status', header: text.columns.status, nowrap: true, cell: (row) => <StatusChip status={row.Status} /> }];

/** "S.No, User Name, Contact, Location, POC Name, Specialization, Branch (in one mode) or Appointment Type, …" */
export const adminColumns = (rows: readonly AppointmentDetail[], branches: boolean, shown: Shown): Col[] => [
  serial(shown),
  ...person(shown),
  {
    id: 'type',
    header: branches ? text.columns.branch : text.adminColumns.type,
    clip: 160,
    card: 'more',
    cell: branchOrType,
  },
  date(text.adminColumns.date),
  time(text.adminColumns.time),
  payment(text.adminColumns.payment),
  ...status(rows, shown),
];

/** "Table S.No, User Name, Contact, Location, POC Name, Specialization, Type, Date, Time, Payment" */
export const doctorColumns = (rows: readonly AppointmentDetail[], shown: Shown): Col[] => [
  serial(shown),
  ...person(shown),
  {
    id: 'type',
    header: text.doctorColumns.type,
    clip: 160,
    card: 'more',
    cell: (row) => appointmentText.type[row.AppointmentType],
  },
  date(text.doctorColumns.date),
  time(text.doctorColumns.time),
  payment(text.doctorColumns.payment),
  ...status(rows, shown),
];
