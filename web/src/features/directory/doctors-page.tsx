import Box from '@mui/material/Box';
import { loadLegend } from '../../shared/appointments/load-bars.tsx';
import { ExportCsvIcon } from '../../shared/exports/export-csv.tsx';
import { clockTime } from '../../shared/format/time.ts';
import { useClinicNow } from '../../shared/format/use-clinic-now.ts';
import { useListAddress } from '../../shared/list/list-address.ts';
import { ListPage } from '../../shared/list/list-page.tsx';
import { paths } from '../../shared/paths.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { Legend } from '../../ui/charts/legend.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Span } from '../../ui/layout/boxes.tsx';
import { CardLine } from '../../ui/layout/card.tsx';
import type { RowFocus } from '../../ui/table/columns.ts';
import { doctorsPerPage, useDoctors } from './api/queries.ts';
import { DoctorsTable } from './components/doctors-table.tsx';
import type { Doctor } from './rules.ts';
import { doctorsText as text } from './text.ts';

/** Doctors (/doctors), section 2; auditors read. */
export default function DoctorsPage() {
  const { clientId, clientName, role } = useIdentity();
  const address = useListAddress();
  const { debouncedSearch: found } = address;
  const query = useDoctors(address);
  const title = text.title(clientName || text.unknownClient);
  return (
    <ListPage
      query={query}
      address={address}
      pageSize={doctorsPerPage}
      pager="numbersIfMore"
      title={title}
      text={text}
      icon="person"
      header={(search) => (
        <>
          {search}
          <ExportCsvIcon name="exportDoctors" request={{ clientId, ...(found !== '' && { search: found }) }} />
          {role === 'admin' ? (
            <LinkButton
              to={paths.addPoc}
              startIcon={<Icon name="plus" />}
              // On a phone the search's placeholder needs the room.
              sx={{ flexShrink: 0, '& .MuiButton-startIcon': { display: { xs: 'none', md: 'inherit' } } }}
            >
              {text.add}
            </LinkButton>
          ) : null}
        </>
      )}
      skeleton={{ rows: 10, height: 44, columns: 7 }}
    >
      {(doctors, focus) => (
        // A page's sum would be mistaken for the total of all pages.
        <Doctors title={title} doctors={doctors} focus={focus} isWhole={query.data?.total === doctors.length} />
      )}
    </ListPage>
  );
}

function Doctors(props: { title: string; doctors: readonly Doctor[]; focus: RowFocus; isWhole: boolean }) {
  const { title, doctors, focus, isWhole } = props;
  const { zone } = useIdentity();
  const now = useClinicNow(zone);
  const sum = (of: 'booked' | 'capacity') => doctors.reduce((total, { today }) => total + today[of], 0);
  return (
    <>
      <DoctorsTable label={title} rows={doctors} focus={focus} now={now} />
      <CardLine at="bottom">
        <Legend
          entries={[
            ...loadLegend(),
            {
              sign: <Span sx={{ height: 14, borderLeft: '2px dotted', borderColor: 'text.primary' }} />,
              label: text.now(clockTime(now.time)),
            },
          ]}
        />
        {isWhole ? (
          <Box sx={{ ml: 'auto', fontSize: '0.8125rem', color: 'text.secondary' }}>
            <b style={{ fontWeight: 600 }}>{text.placesOf(sum('booked'), sum('capacity'))}</b> {text.bookedToday}
          </Box>
        ) : null}
      </CardLine>
    </>
  );
}
