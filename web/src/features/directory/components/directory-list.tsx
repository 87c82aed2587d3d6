import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import Paper from '@mui/material/Paper';
import { type ComponentProps, type ReactNode, useEffect } from 'react';
import { useRowFocus } from '../../../shared/actions/row-focus.ts';
import type { Page } from '../../../shared/api/hooks.ts';
import { CountBadge } from '../../../shared/list/count-badge.tsx';
import { useListAddress } from '../../../shared/list/list-address.ts';
import { SearchField } from '../../../shared/list/search-field.tsx';
import { ListState } from '../../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../../ui/feedback/skeletons.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { pagesOf } from '../../../ui/paging/page-window.ts';
import { WindowedPager } from '../../../ui/paging/pager.tsx';
import type { Column } from '../../../ui/table/columns.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { type DirectoryName, rowsPerPage, useDirectory } from '../api/queries.ts';

type RowOf<Name extends DirectoryName> = ResponseOf<Name>[number];

interface DirectoryListProps<Name extends DirectoryName> {
  call: Name;
  title: string;
  searchLabel: string;
  /** If the label is too long for the field. */
  placeholder?: string;
  /** The badge's words: '1 User' or '2 Users'. */
  words(count: number): string;
  columns(page: number): readonly Column<RowOf<Name>>[];
  rowKey(row: RowOf<Name>): string;
  failed: string;
  empty: ComponentProps<typeof ListState>['empty'];
  noMatch: string;
  clear: string;
  /** The page's main action, after the search. */
  action?: ReactNode;
}

/** A directory of the client, searched and paged on the server: title, badge, search, table and pager. */
export function DirectoryList<Name extends DirectoryName>(props: DirectoryListProps<Name>) {
  const { call, title, searchLabel, placeholder = searchLabel, words, failed, empty, noMatch, clear, action } = props;
  const { search, page, setSearch, setPage } = useListAddress();
  const query = useDirectory(call, search, page);
  const pages = query.data === undefined ? undefined : pagesOf(query.data.total, rowsPerPage);
  // A shared address may name a page that the list no longer has.
  useEffect(() => {
    if (pages !== undefined && page > pages && !query.isPlaceholderData) setPage(pages);
  }, [page, pages, query.isPlaceholderData, setPage]);

  return (
    <>
      <PageHeader
        title={title}
        afterTitle={<CountBadge count={query.data?.total} words={words} />}
        action={
          <>
            <SearchField label={searchLabel} placeholder={placeholder} value={search} onChange={setSearch} />
            {action}
          </>
        }
      />
      <ListState
        query={query}
        skeleton={
          <Paper>
            <RowsSkeleton rows={rowsPerPage} columns={4} />
          </Paper>
        }
        failed={{ title: failed }}
        count={(data) => data.total}
        filtered={search.trim() !== ''}
        empty={empty}
        noMatch={{ title: noMatch, action: { name: clear, perform: () => setSearch('') } }}
      >
        {(data) => <Rows {...props} data={data} page={page} onPage={setPage} />}
      </ListState>
    </>
  );
}

function Rows<Name extends DirectoryName>({
  title,
  columns,
  rowKey,
  data,
  page,
  onPage,
}: DirectoryListProps<Name> & { data: Page<ResponseOf<Name>>; page: number; onPage(page: number): void }) {
  // Cast is safe: a reply of either call is a list of its rows.
  const rows = data.body as readonly RowOf<Name>[];
  const focus = useRowFocus(rows.length);
  return (
    <Paper>
      <DataTable label={title} columns={columns(page)} rows={rows} rowKey={rowKey} focus={focus} />
      <WindowedPager page={page} pages={pagesOf(data.total, rowsPerPage)} onPage={onPage} label={title} />
    </Paper>
  );
}
