import type { AppointmentDetail } from '@dayline/contracts/endpoints/appointments/appointments';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { useRowFocus } from '../../shared/actions/row-focus.ts';
import type { Page } from '../../shared/api/hooks.ts';
import { CountBadge } from '../../shared/list/count-badge.tsx';
import { useDebounced } from '../../shared/list/debounced.ts';
import { useListAddress } from '../../shared/list/list-address.ts';
import { SearchField } from '../../shared/list/search-field.tsx';
import { auditStoryPath } from '../../shared/paths.ts';
import { ListState } from '../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../ui/feedback/skeletons.tsx';
import { FilterFields } from '../../ui/fields/filter-fields.tsx';
import { NativeSelectField } from '../../ui/fields/native-select-field.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { pagesOf } from '../../ui/paging/page-window.ts';
import { WindowedPager } from '../../ui/paging/pager.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { rowsPerPage, useAppointments, useDoctors } from './api/queries.ts';
import { auditColumns } from './components/columns.tsx';
import { DayField } from './components/day-field.tsx';
import { useAuditFilters } from './components/use-audit-filters.ts';
import { auditText as text } from './text.ts';

function Rows(props: { data: Page<AppointmentDetail[]>; page: number; onPage(page: number): void }) {
  const { data, page, onPage } = props;
  const focus = useRowFocus(data.body.length);
  return (
    <Paper>
      <DataTable
        label={text.title}
        columns={auditColumns()}
        rows={data.body}
        rowKey={(row) => row.AppointmentId}
        focus={focus}
        actions={(row) => (
          <Button
            component={Link}
            to={auditStoryPath(row.AppointmentId)}
            variant="text"
            size="small"
            aria-label={text.openOf(row.UserName ?? text.erased)}
          >
            {text.open}
          </Button>
        )}
      />
      <WindowedPager page={page} pages={pagesOf(data.total, rowsPerPage)} onPage={onPage} label={text.title} />
    </Paper>
  );
}

/** Appointment history (/audit/appointments): the client's appointments, found by patient, doctor or day, each with its story. */
export function AuditPage() {
  const { search, page, setSearch, setPage } = useListAddress();
  const { doctor, day, setFilter, clear } = useAuditFilters();
  const asked = useDebounced(search.trim());
  const doctors = useDoctors();
  const query = useAppointments(
    {
      ...(doctor === undefined ? {} : { pocId: doctor }),
      ...(day === undefined ? {} : { date: day }),
      ...(asked === '' ? {} : { search: asked }),
    },
    page,
  );
  const pages = query.data === undefined ? undefined : pagesOf(query.data.total, rowsPerPage);
  // A shared address may name a page that the list no longer has.
  useEffect(() => {
    if (pages !== undefined && page > pages && !query.isPlaceholderData) setPage(pages);
  }, [page, pages, query.isPlaceholderData, setPage]);
  const isFiltered = search.trim() !== '' || doctor !== undefined || day !== undefined;

  return (
    <>
      <PageHeader
        title={text.title}
        afterTitle={<CountBadge count={query.data?.total} words={text.count} />}
        action={
          <FilterFields label={text.filters} columns="auto 200px 160px 312px" across="last">
            {isFiltered ? (
              <Button variant="text" onClick={clear} sx={{ gridColumn: { xs: '1 / -1', md: 'auto' } }}>
                {text.clear}
              </Button>
            ) : (
              <Box sx={{ display: { xs: 'none', md: 'block' } }} />
            )}
            <NativeSelectField
              label={text.doctor}
              labelHidden
              placeholder={text.allDoctors}
              value={doctor ?? ''}
              onChange={(id) => setFilter('doctor', id)}
              choices={(doctors.data ?? []).map((one) => ({ value: one.pocId, label: one.pocName }))}
              error={doctors.isError ? text.doctorsFailed : undefined}
            />
            <DayField day={day} onDay={(date) => setFilter('day', date)} />
            <SearchField label={text.search} value={search} onChange={setSearch} />
          </FilterFields>
        }
      />
      <ListState
        query={query}
        skeleton={
          <Paper>
            <RowsSkeleton rows={rowsPerPage} columns={6} />
          </Paper>
        }
        failed={{ title: text.failed }}
        count={(data) => data.total}
        filtered={isFiltered}
        empty={{ title: text.none, hint: text.noneHint, icon: 'history' }}
        noMatch={{ title: text.none, hint: text.noneMatch, action: { name: text.clear, perform: clear } }}
      >
        {(data) => <Rows data={data} page={page} onPage={setPage} />}
      </ListState>
    </>
  );
}
