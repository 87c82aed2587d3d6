import type { AppointmentDetail } from '@dayline/contracts/endpoints/appointments';
import { useCallback } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { usePagedCall } from '../../shared/api/hooks.ts';
import { clockTime, shortDate } from '../../shared/format/time.ts';
import { useDebounced } from '../../shared/list/debounced.ts';
import { useListAddress } from '../../shared/list/list-address.ts';
import { markingText } from '../../shared/marking/text.ts';
import { useMarking } from '../../shared/marking/use-marking.ts';
import { auditStoryPath } from '../../shared/paths.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { confirm } from '../../shared/ui/confirm.ts';
import { CountBadge } from '../../shared/ui/count-badge.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import type { RowMenuItem } from '../../shared/ui/row-menu.tsx';
import { SearchField } from '../../shared/ui/search-field.tsx';
import { StatusChip } from '../../shared/ui/status-chip.tsx';
import { adminColumns } from './columns.tsx';
import { DetailsList } from './details-list.tsx';
import { readFilter, rowsPerPage, showsBranches } from './rules.ts';
import { detailsText } from './text.ts';

/**
 * "the admin's details keep theirs under names of their own": session-storage keys. Each status is a list of its own, so
 * that a card of the dashboard doesn't open one on the page or with the search of another.
 */
const storageOf = (status = 'All') => ({
  search: `appointmentDetailsSearchTerm:${status}`,
  page: `appointmentDetailsCurrentPage:${status}`,
});

/** Section 2, Admin appointment details. */
export function AppointmentDetailsAdminPage() {
  const { clientId } = useIdentity();
  const location = useLocation();
  const [params] = useSearchParams();
  const { status } = readFilter(params, location.state);
  const { search, page, setSearch, setPage } = useListAddress(storageOf(status));
  const asked = useDebounced(search.trim());
  const query = usePagedCall(
    'listAppointmentDetailsOfClient',
    { clientId, ...(status ? { status } : {}), ...(asked === '' ? {} : { search: asked }) },
    { page, pageSize: rowsPerPage },
    // While somebody types, what is shown stays.
    { enabled: search.trim() === asked },
  );
  const mark = useMarking('admin');

  const cancel = async (row: AppointmentDetail) => {
    const when = `${shortDate(row.AppointmentDate)}, ${clockTime(row.AppointmentTime)}`;
    const agreed = await confirm({
      title: markingText.cancelQuestion,
      message: `${when}, ${row.UserName ?? 'erased patient'}, ${row.POCName}. ${markingText.cancelHint}`,
      actionLabel: markingText.cancel,
      cancelLabel: markingText.keep,
      destructive: true,
    });
    if (agreed) await mark(row, 'Cancelled');
  };
  const menu = (row: AppointmentDetail): RowMenuItem[] => [
    { label: markingText.history, icon: 'history', to: auditStoryPath(row.AppointmentId) },
    ...(row.Status === 'Confirmed'
      ? [{ label: markingText.cancel, icon: 'cross', perform: () => void cancel(row) } as const]
      : []),
  ];
  const columns = useCallback(
    (rows: readonly AppointmentDetail[]) => adminColumns(rows, showsBranches(rows), { page, status }),
    [page, status],
  );

  return (
    <>
      <PageHeader
        title={detailsText.title}
        beside={
          <>
            {status ? <StatusChip status={status} /> : null}
            {query.data ? <CountBadge count={query.data.total} one="Appointment" /> : null}
          </>
        }
        action={<SearchField label={detailsText.search} value={search} onChange={setSearch} />}
      />
      <DetailsList
        query={query}
        page={page}
        onPage={setPage}
        columns={columns}
        menu={menu}
        filtered={search.trim() !== ''}
        empty={{
          title: detailsText.none,
          action: { label: detailsText.refresh, perform: () => void query.refetch() },
        }}
        noMatch={{
          title: detailsText.none,
          hint: detailsText.noneMatch(search.trim()),
          action: { label: detailsText.clear, perform: () => setSearch('') },
        }}
      />
    </>
  );
}
