import type { AppointmentDetail } from '@dayline/contracts/endpoints/appointments';
import { clockTime, shortDateWithYear } from '../../shared/format/time.ts';
import type { Column } from '../../shared/ui/data-table.tsx';
import { StatusChip } from '../../shared/ui/status-chip.tsx';
import { auditText as text } from './text.ts';

/** What a row of the list says: whom, when, with whom, and how it stands. */
export const auditColumns: readonly Column<AppointmentDetail>[] = [
  { id: 'patient', header: 'Patient', strong: true, cell: (row) => row.UserName ?? text.erased },
  { id: 'date', header: 'Date', nowrap: true, width: 128, cell: (row) => shortDateWithYear(row.AppointmentDate) },
  { id: 'time', header: 'Time', nowrap: true, width: 96, cell: (row) => clockTime(row.AppointmentTime) },
  { id: 'doctor', header: 'Doctor', cell: (row) => row.POCName },
  { id: 'type', header: 'Type', nowrap: true, cell: (row) => row.AppointmentType },
  { id: 'status', header: 'Status', width: 136, cell: (row) => <StatusChip status={row.Status} /> },
];
