import type { AppointmentDetail } from '@dayline/contracts/endpoints/appointments/appointments';
import { StatusChip } from '../../../shared/appointments/status-chip.tsx';
import { clockTime, shortDate } from '../../../shared/format/time.ts';
import type { Column } from '../../../ui/table/columns.ts';
import { auditText as text } from '../text.ts';

/** A row of the list: patient, time, doctor and status. */
export const auditColumns = (): readonly Column<AppointmentDetail>[] => [
  { id: 'patient', header: text.columns.patient, strong: true, cell: (row) => row.UserName ?? text.erased },
  { id: 'date', header: text.columns.date, nowrap: true, width: 128, cell: (row) => shortDate(row.AppointmentDate) },
  { id: 'time', header: text.columns.time, nowrap: true, width: 96, cell: (row) => clockTime(row.AppointmentTime) },
  { id: 'doctor', header: text.columns.doctor, cell: (row) => row.POCName },
  { id: 'type', header: text.columns.type, nowrap: true, cell: (row) => row.AppointmentType },
  {
    id: 'status',
    header: text.columns.status,
    width: 136,
    card: 'chip',
    cell: (row) => <StatusChip status={row.Status} />,
  },
];
