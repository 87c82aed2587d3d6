import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { useRowFocus } from '../../shared/actions/row-focus.ts';
import type { Page } from '../../shared/api/hooks.ts';
import { loadLegend } from '../../shared/appointments/load-bars.tsx';
import { clockTime } from '../../shared/format/time.ts';
import { useClinicNow } from '../../shared/format/use-clinic-now.ts';
import { CountBadge } from '../../shared/list/count-badge.tsx';
import { useListAddress } from '../../shared/list/list-address.ts';
import { SearchField } from '../../shared/list/search-field.tsx';
import { paths } from '../../shared/paths.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { Legend } from '../../ui/charts/legend.tsx';
import { ListState } from '../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../ui/feedback/skeletons.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { CardLine } from '../../ui/layout/card.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { pagesOf } from '../../ui/paging/page-window.ts';
import { WindowedPager } from '../../ui/paging/pager.tsx';
import { doctorsPerPage, useDoctors } from './api/queries.ts';
import { DoctorsTable } from './components/doctors-table.tsx';
import type { Doctor } from './rules.ts';
import { doctorsText as text } from './text.ts';

/** Doctors (/doctors), section 2. */
export function DoctorsPage() {
  const { clientName } = useIdentity();
  const { search, page, setSearch, setPage } = useListAddress();
  const query = useDoctors(search, page);
  const pages = query.data && Math.max(1, pagesOf(query.data.total, doctorsPerPage));
  useEffect(() => {
    if (pages !== undefined && page > pages && !query.isPlaceholderData) setPage(pages);
  }, [page, pages, query.isPlaceholderData, setPage]);
  const title = text.title(clientName || text.unknownClient);
  return (
    <>
      <PageHeader
        title={title}
        afterTitle={<CountBadge count={query.data?.total} words={text.count} />}
        action={
          <>
            <SearchField label={text.search} value={search} onChange={setSearch} />
            <Button component={Link} to={paths.addPoc} startIcon={<Icon name="plus" />} sx={{ flexShrink: 0 }}>
              {text.add}
            </Button>
          </>
        }
      />
      <ListState
        query={query}
        skeleton={
          <Paper>
            <RowsSkeleton rows={10} height={44} columns={7} />
          </Paper>
        }
        failed={{ title: text.failed }}
        count={(data) => data.total}
        filtered={search.trim() !== ''}
        empty={{ title: text.none, hint: text.noneHint, icon: 'person' }}
        noMatch={{ title: text.noMatch, action: { name: text.clear, perform: () => setSearch('') } }}
      >
        {(data) => <Doctors title={title} data={data} page={page} onPage={setPage} />}
      </ListState>
    </>
  );
}

function Doctors(props: { title: string; data: Page<Doctor[]>; page: number; onPage(page: number): void }) {
  const { title, data, page, onPage } = props;
  const { zone } = useIdentity();
  const now = useClinicNow(zone);
  const focus = useRowFocus(data.body.length);
  const pages = pagesOf(data.total, doctorsPerPage);
  const sum = (of: 'booked' | 'capacity') => data.body.reduce((total, { today }) => total + today[of], 0);
  return (
    <Paper>
      <DoctorsTable label={title} rows={data.body} focus={focus} now={now} />
      <CardLine at="bottom">
        <Legend
          entries={[
            ...loadLegend(),
            {
              sign: <Box component="span" sx={{ height: 14, borderLeft: '2px dotted', borderColor: 'text.primary' }} />,
              label: text.now(clockTime(now.time)),
            },
          ]}
        />
        {/* A page's sum would pass for the total of all pages. */}
        {pages > 1 ? null : (
          <Box sx={{ ml: 'auto', fontSize: '0.8125rem', color: 'text.secondary' }}>
            <b style={{ fontWeight: 600 }}>{text.placesOf(sum('booked'), sum('capacity'))}</b> {text.bookedToday}
          </Box>
        )}
      </CardLine>
      {pages > 1 ? <WindowedPager page={page} pages={pages} onPage={onPage} label={title} /> : null}
    </Paper>
  );
}
