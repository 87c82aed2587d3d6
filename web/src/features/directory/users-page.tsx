import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { usePagedCall } from '../../shared/api/hooks.ts';
import { AddAppointment } from '../../shared/appointments/add-appointment.tsx';
import { ExportCsvIcon } from '../../shared/exports/export-csv.tsx';
import { PatientLink } from '../../shared/format/patient-link.tsx';
import { PhoneLink } from '../../shared/format/phone-link.tsx';
import { useListAddress } from '../../shared/list/list-address.ts';
import { ListPage } from '../../shared/list/list-page.tsx';
import { paths } from '../../shared/paths.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { Span } from '../../ui/layout/boxes.tsx';
import { numberColumn } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { rowsPerPage, useUsers } from './api/queries.ts';
import { MailLink } from './components/doctor-links.tsx';
import { usersText as text } from './text.ts';

/** Registers a patient without booking; on a phone the icon only. */
function NewPatient() {
  return (
    <Button
      component={Link}
      to={paths.newPatient}
      variant="outlined"
      aria-label={text.newPatient}
      startIcon={<Icon name="addPerson" />}
      sx={{ flexShrink: 0, minWidth: 44, px: { xs: 1, md: 2 } }}
    >
      <Span sx={{ display: { xs: 'none', md: 'inline' } }}>{text.newPatient}</Span>
    </Button>
  );
}

/** A link to the possible duplicates, below the list, which doesn't move when it appears; none without any. */
function PossibleDuplicates() {
  const { clientId } = useIdentity();
  const { data } = usePagedCall('listDuplicates', { clientId }, { page: 1, pageSize: 1 });
  if (!data?.total) return null;
  return (
    <Button component={Link} to={paths.duplicates} variant="outlined" sx={{ mt: 1.5 }}>
      {text.duplicates(data.total)}
    </Button>
  );
}

/** Users (/users), section 2: the client's patients. */
export default function UsersPage() {
  const { clientId, clientName } = useIdentity();
  const address = useListAddress();
  const { debouncedSearch: found } = address;
  const query = useUsers(address);
  const title = text.title(clientName);
  const list = (
    <ListPage
      query={query}
      address={address}
      pageSize={rowsPerPage}
      skeleton={{ rows: rowsPerPage, columns: 4 }}
      title={title}
      text={text}
      icon="people"
      header={(search) => (
        <>
          {search}
          <ExportCsvIcon name="exportPatients" request={{ clientId, ...(found !== '' && { search: found }) }} />
          <NewPatient />
          <AddAppointment />
        </>
      )}
    >
      {(rows, focus) => (
        <DataTable
          label={title}
          columns={[
            numberColumn(text.number, address.page, rowsPerPage),
            {
              id: 'name',
              header: text.name,
              strong: true,
              clip: 260,
              cell: (row) => (
                <PatientLink userId={row.User_ID} name={row.User_Name} identity={row.identity}>
                  {row.User_Name}
                </PatientLink>
              ),
            },
            {
              id: 'phone',
              header: text.phone,
              nowrap: true,
              width: 160,
              cell: (row) => <PhoneLink phone={row.User_Contact} />,
            },
            { id: 'email', header: text.email, cell: (row) => <MailLink email={row.User_Email} /> },
            { id: 'location', header: text.location, clip: 220, cell: (row) => row.User_Location },
          ]}
          rows={rows}
          rowKey={(row) => row.User_ID}
          focus={focus}
        />
      )}
    </ListPage>
  );
  return (
    <>
      {list}
      <PossibleDuplicates />
    </>
  );
}
