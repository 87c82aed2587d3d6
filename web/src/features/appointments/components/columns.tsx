import type { AppointmentStatus } from '@dayline/contracts/appointments';
import type { AppointmentDetail } from '@dayline/contracts/endpoints/appointments/appointments';
import Box from '@mui/material/Box';
import { PaymentOf, StatusChip } from '../../../shared/appointments/status-chip.tsx';
import { appointmentText } from '../../../shared/appointments/text.ts';
import { PatientLink } from '../../../shared/format/patient-link.tsx';
import { PhoneLink } from '../../../shared/format/phone-link.tsx';
import { sessionText } from '../../../shared/format/session.ts';
import { clockTime, shortDate } from '../../../shared/format/time.ts';
import { matchedParts } from '../../../shared/list/matched-parts.ts';
import { Muted } from '../../../ui/layout/boxes.tsx';
import { type Column, numberColumn } from '../../../ui/table/columns.ts';
import { branchOrType, rowsPerPage } from '../rules.ts';
import { detailsText as text } from '../text.ts';
import { LinkOf } from './visit-type.tsx';

const missing = '–';

interface ShownColumns {
  /** Matches are underlined in the name. */
  search: string;
  /** From 1. */
  page: number;
  /** The list's own status; the status column is hidden while all rows have it. */
  status: AppointmentStatus | undefined;
  /** A doctor's list has shorter headings and types, and never branches. */
  isOfDoctor: boolean;
  /** Whether the client has branches. */
  branches: boolean;
}

/** The status, whether the patient has confirmed, and whether somebody is moving it to another day or doctor. */
const StatusCell = ({ row }: { row: AppointmentDetail }) => (
  <>
    <StatusChip status={row.Status} />
    {row.patientConfirmed ? <Muted block>{appointmentText.patientConfirmed}</Muted> : null}
    {row.movingTo ? <Muted block>{appointmentText.moving}</Muted> : null}
  </>
);

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

/** Type or branch, with further details of the session besides the branch shown. */
function typeOf(row: AppointmentDetail, isOfDoctor: boolean): string {
  const type = isOfDoctor ? appointmentText.type[row.AppointmentType] : branchOrType(row);
  const { branch, ...rest } = row.session ?? {};
  const session = branch === undefined || branch === type ? rest : { ...rest, branch };
  return [type, sessionText(session), row.overbooked && appointmentText.overbooked].filter(Boolean).join(' · ');
}

/** "S.No, User Name, Contact, Location, POC Name, Specialization, Branch (in one mode) or Appointment Type, …" */
export function columnsOf(rows: readonly AppointmentDetail[], columnChoice: ShownColumns): Column<AppointmentDetail>[] {
  const { columns } = text;
  const own = columnChoice.isOfDoctor ? text.doctorColumns : text.adminColumns;
  const more = { clip: 110, card: 'more' } as const;
  const all: Column<AppointmentDetail>[] = [
    numberColumn(columns.serial, columnChoice.page, rowsPerPage),
    {
      id: 'name',
      header: columns.name,
      strong: true,
      clip: 140,
      sort: 'name',
      cell: (row) => (
        <PatientLink userId={row.User_ID} name={row.UserName} identity={row.identity}>
          <Match name={row.UserName ?? appointmentText.erased} search={columnChoice.search} />
        </PatientLink>
      ),
    },
    {
      id: 'contact',
      header: columns.contact,
      nowrap: true,
      card: 'more',
      cell: (row) => <PhoneLink phone={row.UserContact} />,
    },
    { id: 'location', header: columns.location, ...more, clip: 86, cell: (row) => row.UserLocation ?? missing },
    { id: 'doctor', header: columns.doctor, clip: 112, cell: (row) => row.POCName },
    { id: 'specialization', header: columns.specialization, ...more, cell: (row) => row.Specialization },
    {
      id: 'type',
      header: columnChoice.branches ? columns.branch : own.type,
      ...more,
      clip: 132,
      cell: (row) => (
        <>
          {typeOf(row, columnChoice.isOfDoctor)}
          <LinkOf row={row} />
        </>
      ),
    },
    { id: 'date', header: own.date, sort: 'time', nowrap: true, cell: (row) => shortDate(row.AppointmentDate) },
    { id: 'time', header: own.time, nowrap: true, cell: (row) => clockTime(row.AppointmentTime) },
    {
      id: 'payment',
      header: own.payment,
      nowrap: true,
      card: 'chip',
      cell: (row) => <PaymentOf visit={row} />,
    },
    { id: 'status', header: columns.status, nowrap: true, cell: (row) => <StatusCell row={row} /> },
  ];
  // The status only in lists of every status, and while a row has just left the list's own.
  const isOwn =
    columnChoice.status !== undefined &&
    rows.every((row) => row.Status === columnChoice.status && !row.movingTo && !row.patientConfirmed);
  return isOwn ? all.slice(0, -1) : all;
}
