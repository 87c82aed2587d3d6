import type { AppointmentDetail } from '@dayline/contracts/endpoints/appointments/appointments';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useEffect, useMemo } from 'react';
import { useRowFocus } from '../../../shared/actions/row-focus.ts';
import type { Page } from '../../../shared/api/hooks.ts';
import { usePendingChanges } from '../../../shared/appointments/marking/pending-changes.ts';
import { withPending } from '../../../shared/appointments/marking/rules.ts';
import { appointmentText } from '../../../shared/appointments/text.ts';
import { clockTime, shortDate } from '../../../shared/format/time.ts';
import { RowMenu, type RowMenuItem } from '../../../ui/buttons/row-menu.tsx';
import { ListState } from '../../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../../ui/feedback/skeletons.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { countText } from '../../../ui/locale/words.ts';
import { pagesOf } from '../../../ui/paging/page-window.ts';
import { PrevNextPager } from '../../../ui/paging/pager.tsx';
import type { Column, Sorting } from '../../../ui/table/columns.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { beginsUnresolved, rowsPerPage } from '../rules.ts';
import { detailsText } from '../text.ts';

type States = Pick<ComponentProps<typeof ListState>, 'filtered' | 'empty' | 'noMatch'>;

interface DetailsListProps extends States {
  query: UseQueryResult<Page<AppointmentDetail[]>>;
  /** From 1. */
  page: number;
  onPage(page: number): void;
  columns(rows: readonly AppointmentDetail[]): readonly Column<AppointmentDetail>[];
  menu(row: AppointmentDetail): readonly RowMenuItem[];
  /** Chips and fields above the rows. */
  filters: ReactNode;
  sorting: Sorting | undefined;
  onSort?: (sorting: Sorting) => void;
  /** The Confirmed list in its default order: appointments before today come under a heading. */
  today: string | undefined;
  /** Their number, on all pages. */
  unresolved: number | undefined;
}

/** The person of a row's menu. */
const aboutRow = (row: AppointmentDetail): ReactNode => (
  <>
    <Box component="span" sx={{ fontWeight: 600, color: 'text.primary' }}>
      {row.UserName ?? appointmentText.erased}
    </Box>
    , {shortDate(row.AppointmentDate)}, {clockTime(row.AppointmentTime)}
  </>
);

const unresolvedHeading = (count: number | undefined) => (
  <>
    <Icon name="warning" size={14} />
    <Box component="span" sx={{ fontWeight: 600 }}>
      {detailsText.unresolved} {count === undefined ? null : countText(count)}
    </Box>
    <Box component="span" sx={{ color: 'text.secondary', display: { xs: 'none', md: 'inline' } }}>
      · {detailsText.unresolvedHint}
    </Box>
  </>
);

function Rows({
  data,
  page,
  onPage,
  columns,
  menu,
  sorting,
  onSort,
  today,
  unresolved,
}: Omit<DetailsListProps, 'query' | 'filters' | keyof States> & { data: Page<AppointmentDetail[]> }) {
  const pending = usePendingChanges((state) => state.changes);
  const rows = useMemo(() => withPending(data.body, pending), [data.body, pending]);
  const focus = useRowFocus(rows.length);
  return (
    <>
      <DataTable
        label={detailsText.title}
        columns={columns(rows)}
        rows={rows}
        rowKey={(row) => row.AppointmentId}
        focus={focus}
        {...(sorting ? { sorting } : {})}
        {...(onSort ? { onSort } : {})}
        groupBefore={(_, index) =>
          today !== undefined && beginsUnresolved(rows, index, today) ? unresolvedHeading(unresolved) : undefined
        }
        actions={(row) => (
          <RowMenu
            label={detailsText.more(row.UserName ?? appointmentText.anErased)}
            about={aboutRow(row)}
            items={menu(row)}
          />
        )}
      />
      <Box sx={{ position: { md: 'sticky' }, bottom: 0, zIndex: 1, bgcolor: 'background.paper', borderRadius: 1 }}>
        <PrevNextPager page={page} pages={pagesOf(data.total, rowsPerPage)} onPage={onPage} label={detailsText.title} />
      </Box>
    </>
  );
}

/** A page of appointments in each of its states, "10 per page, Previous/Next, 'Page x of y'" (section 2). */
export function DetailsList(props: DetailsListProps) {
  const { query, page, onPage, columns, menu, filters, sorting, onSort, today, unresolved, ...states } = props;
  const total = query.data?.total;
  const pages = total === undefined ? undefined : pagesOf(total, rowsPerPage);
  // A list may now be shorter than the stored page number.
  useEffect(() => {
    if (pages !== undefined && page > pages && !query.isPlaceholderData) onPage(pages);
  }, [page, pages, query.isPlaceholderData, onPage]);
  return (
    <Paper>
      {filters}
      <ListState
        {...states}
        query={query}
        skeleton={<RowsSkeleton rows={rowsPerPage} columns={8} />}
        failed={{ title: detailsText.failed }}
        count={(data) => data.total}
      >
        {(data) => (
          <Rows
            data={data}
            page={page}
            onPage={onPage}
            columns={columns}
            menu={menu}
            sorting={sorting}
            {...(onSort ? { onSort } : {})}
            today={today}
            unresolved={unresolved}
          />
        )}
      </ListState>
    </Paper>
  );
}
