import { AddAppointment } from '../../shared/appointments/add-appointment.tsx';
import { PhoneLink } from '../../shared/format/phone-link.tsx';
import { useIdentity } from '../../shared/session/session-store.ts';
import { rowsPerPage } from './api/queries.ts';
import { DirectoryList } from './components/directory-list.tsx';
import { MailLink } from './components/doctor-links.tsx';
import { usersText as text } from './text.ts';

/** Users (/users), section 2: the client's patients. */
export function UsersPage() {
  const { clientName } = useIdentity();
  return (
    <DirectoryList
      call="listUsers"
      title={text.title(clientName)}
      searchLabel={text.search}
      placeholder={text.placeholder}
      words={text.count}
      rowKey={(row) => row.User_ID}
      columns={(page) => [
        {
          id: 'number',
          header: text.number,
          width: 72,
          card: 'none',
          cell: (_, index) => (page - 1) * rowsPerPage + index + 1,
        },
        { id: 'name', header: text.name, strong: true, clip: 260, cell: (row) => row.User_Name },
        {
          id: 'phone',
          header: text.phone,
          nowrap: true,
          width: 160,
          cell: (row) => <PhoneLink phone={row.User_Contact} />,
        },
        {
          id: 'email',
          header: text.email,
          cell: (row) => <MailLink email={row.User_Email} />,
        },
        { id: 'location', header: text.location, clip: 220, cell: (row) => row.User_Location },
      ]}
      failed={text.failed}
      empty={{ title: text.none, hint: text.noneHint, icon: 'people' }}
      noMatch={text.noMatch}
      clear={text.clear}
      action={<AddAppointment />}
    />
  );
}
