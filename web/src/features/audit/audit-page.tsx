import type { AppointmentDetail } from '@dayline/contracts/endpoints/appointments/appointments';
import { dateSchema, idSchema } from '@dayline/contracts/ids';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { DoctorFilter } from '../../shared/appointments/doctors/doctor-fields.tsx';
import { StatusChip } from '../../shared/appointments/status-chip.tsx';
import { appointmentText } from '../../shared/appointments/text.ts';
import { PatientLink } from '../../shared/format/patient-link.tsx';
import { clockTime, shortDate } from '../../shared/format/time.ts';
import { useAddressParams } from '../../shared/list/address-params.ts';
import { useListAddress } from '../../shared/list/list-address.ts';
import { ListPage } from '../../shared/list/list-page.tsx';
import { auditStoryPath } from '../../shared/paths.ts';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { FilterFields } from '../../ui/fields/filter-fields.tsx';
import { MomentField } from '../../ui/fields/moment-field.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { rowsPerPage, useAppointments } from './api/queries.ts';
import { auditText as text } from './text.ts';

/** A row of the list: patient, time, doctor and status. */
const auditColumns = (): readonly Column<AppointmentDetail>[] => [
  {
    id: 'patient',
    header: text.columns.patient,
    strong: true,
    cell: (row) => (
      <PatientLink userId={row.User_ID} name={row.UserName} identity={row.identity}>
        {row.UserName ?? text.erased}
      </PatientLink>
    ),
  },
  { id: 'date', header: text.columns.date, nowrap: true, width: 128, cell: (row) => shortDate(row.AppointmentDate) },
  { id: 'time', header: text.columns.time, nowrap: true, width: 96, cell: (row) => clockTime(row.AppointmentTime) },
  { id: 'doctor', header: text.columns.doctor, cell: (row) => row.POCName },
  { id: 'type', header: text.columns.type, nowrap: true, cell: (row) => appointmentText.type[row.AppointmentType] },
  {
    id: 'status',
    header: text.columns.status,
    width: 136,
    card: 'chip',
    cell: (row) => <StatusChip status={row.Status} />,
  },
];

/**
 * The filters are in the address, so that a result can be shared as a link; anything but a valid id or date is ignored.
 */
function useAuditFilters() {
  const { params, set, clear } = useAddressParams();
  return {
    doctor: idSchema.safeParse(params.get('doctor')).data,
    day: dateSchema.safeParse(params.get('day')).data,
    /** Goes to page 1. */
    setFilter: (name: 'doctor' | 'day', value: string) => set({ [name]: value, page: undefined }),
    clear,
  };
}

/**
 * Appointment history (/audit/appointments): the client's appointments, found by patient, doctor or day, each with its
 * history.
 */
export default function AuditPage() {
  const address = useListAddress();
  const { search, debouncedSearch, page } = address;
  const { doctor, day, setFilter, clear } = useAuditFilters();
  const query = useAppointments(
    {
      ...(doctor === undefined ? {} : { pocId: doctor }),
      ...(day === undefined ? {} : { date: day }),
      ...(debouncedSearch === '' ? {} : { search: debouncedSearch }),
    },
    page,
  );
  const isFiltered = search.trim() !== '' || doctor !== undefined || day !== undefined;

  return (
    <ListPage
      query={query}
      address={address}
      pageSize={rowsPerPage}
      title={text.title}
      text={text}
      icon="history"
      header={(field) => (
        <FilterFields label={text.filters} columns="auto 200px 160px 312px" across="last">
          {isFiltered ? (
            <Button variant="text" onClick={clear} sx={{ gridColumn: { xs: '1 / -1', md: 'auto' } }}>
              {text.clear}
            </Button>
          ) : (
            <Box sx={{ display: { xs: 'none', md: 'block' } }} />
          )}
          <DoctorFilter
            label={text.doctor}
            placeholder={text.allDoctors}
            value={doctor ?? ''}
            onChange={(id) => setFilter('doctor', id)}
            failed={text.doctorsFailed}
          />
          <MomentField label={text.day} type="date" value={day ?? ''} onValue={(date) => setFilter('day', date)} />
          {field}
        </FilterFields>
      )}
      skeleton={{ rows: rowsPerPage, columns: 6 }}
      isFiltered={isFiltered}
      noMatch={{ title: text.none, hint: text.noneMatch, action: { name: text.clear, perform: clear } }}
    >
      {(rows, focus) => (
        <DataTable
          label={text.title}
          columns={auditColumns()}
          rows={rows}
          rowKey={(row) => row.AppointmentId}
          focus={focus}
          actions={(row) => (
            <LinkButton
              to={auditStoryPath(row.AppointmentId)}
              variant="text"
              size="small"
              aria-label={text.openOf(row.UserName ?? text.erased)}
            >
              {text.open}
            </LinkButton>
          )}
        />
      )}
    </ListPage>
  );
}
