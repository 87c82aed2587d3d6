import type { AppointmentDetail } from '@dayline/contracts/endpoints/appointments';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ComponentProps, useEffect, useMemo } from 'react';
import { useRowFocus } from '../../shared/actions/row-focus.ts';
import type { Page } from '../../shared/api/hooks.ts';
import { pagesOf } from '../../shared/list/page-window.ts';
import { usePendingMarks } from '../../shared/marking/pending-marks.ts';
import { withPending } from '../../shared/marking/rules.ts';
import { type Column, DataTable } from '../../shared/ui/data-table.tsx';
import { ListState } from '../../shared/ui/list-state.tsx';
import { PrevNextPager } from '../../shared/ui/pager.tsx';
import { RowMenu, type RowMenuItem } from '../../shared/ui/row-menu.tsx';
import { RowsSkeleton } from '../../shared/ui/skeletons.tsx';
import { rowsPerPage } from './rules.ts';
import { detailsText } from './text.ts';

type States = Pick<ComponentProps<typeof ListState>, 'filtered' | 'empty' | 'noMatch'>;

interface DetailsListProps extends States {
  query: UseQueryResult<Page<AppointmentDetail[]>>;
  /** From 1. */
  page: number;
  onPage(page: number): void;
  columns(rows: readonly AppointmentDetail[]): readonly Column<AppointmentDetail>[];
  menu(row: AppointmentDetail): readonly RowMenuItem[];
}

function Rows({
  data,
  page,
  onPage,
  columns,
  menu,
}: Omit<DetailsListProps, 'query' | keyof States> & { data: Page<AppointmentDetail[]> }) {
  const pending = usePendingMarks((state) => state.marks);
  const rows = useMemo(() => withPending(data.body, pending), [data.body, pending]);
  const focus = useRowFocus(rows.length);
  return (
    <Paper>
      <DataTable
        label={detailsText.title}
        columns={columns(rows)}
        rows={rows}
        rowKey={(row) => row.AppointmentId}
        focus={focus}
        actions={(row) => <RowMenu label={detailsText.more(row.UserName ?? 'erased patient')} items={menu(row)} />}
      />
      <PrevNextPager page={page} pages={pagesOf(data.total, rowsPerPage)} onPage={onPage} label={detailsText.title} />
    </Paper>
  );
}

/** A page of appointments in each of its states, "10 per page, Previous/Next, 'Page x of y'" (section 2). */
export function DetailsList({ query, page, onPage, columns, menu, ...states }: DetailsListProps) {
  const total = query.data?.total;
  const pages = total === undefined ? undefined : pagesOf(total, rowsPerPage);
  // A list may have become shorter than the page that was kept.
  useEffect(() => {
    if (pages !== undefined && page > pages && !query.isPlaceholderData) onPage(pages);
  }, [page, pages, query.isPlaceholderData, onPage]);
  return (
    <ListState
      {...states}
      query={query}
      skeleton={
        <Paper>
          <RowsSkeleton rows={rowsPerPage} columns={8} />
        </Paper>
      }
      failed={{ title: detailsText.failed }}
      count={(data) => data.total}
    >
      {(data) => (
        <Box>
          <Rows data={data} page={page} onPage={onPage} columns={columns} menu={menu} />
        </Box>
      )}
    </ListState>
  );
}
