import Paper from '@mui/material/Paper';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useEffect } from 'react';
import { ListState } from '../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../ui/feedback/skeletons.tsx';
import type { IconName } from '../../ui/icons/icon.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { pagesOf } from '../../ui/paging/page-window.ts';
import { WindowedPager } from '../../ui/paging/pager.tsx';
import type { RowFocus } from '../../ui/table/columns.ts';
import { useRowFocus } from '../actions/row-focus.ts';
import type { Page } from '../api/hooks.ts';
import { CountBadge } from './count-badge.tsx';
import type { ListAddress } from './list-address.ts';
import { SearchField } from './search-field.tsx';

/** Goes to a list's last page if the address, shared or kept, names one that it no longer has. */
export function useLastPage(
  { data, isPlaceholderData }: Pick<UseQueryResult<Page<unknown>>, 'data' | 'isPlaceholderData'>,
  pageSize: number,
  { page, setPage }: Pick<ListAddress, 'page' | 'setPage'>,
): void {
  const pages = data && pagesOf(data.total, pageSize);
  useEffect(() => {
    if (pages !== undefined && page > pages && !isPlaceholderData) setPage(pages);
  }, [page, pages, isPlaceholderData, setPage]);
}

interface ListPageProps<Row> {
  query: UseQueryResult<Page<readonly Row[]>>;
  address: ListAddress;
  pageSize: number;
  title: string;
  text: {
    /** The badge's words: '1 User' or '2 Users'. */
    count(count: number): string;
    search: string;
    /** If the search's label is too long for the field. */
    placeholder?: string;
    failed: string;
    none: string;
    noneHint: string;
    noMatch?: string;
    clear: string;
  };
  /** Of the empty list. */
  icon: IconName;
  /** At the right of the title, around the search. */
  header?(search: ReactNode): ReactNode;
  skeleton: ComponentProps<typeof RowsSkeleton>;
  /** Whether a search or filter is set; a search by default. */
  isFiltered?: boolean;
  /** Of a list with filters beside the search. */
  noMatch?: ComponentProps<typeof ListState>['noMatch'];
  /** A list of mostly one page has a pager only if it has more. */
  isMostlyShort?: boolean;
  /** The rows of the page. */
  children(rows: readonly Row[], focus: RowFocus): ReactNode;
}

/** A list that is searched and paged on the server: title, badge, search, rows and pager. */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const { query, address, pageSize, title, text, icon, header, skeleton } = props;
  const { isFiltered = address.search.trim() !== '', noMatch } = props;
  useLastPage(query, pageSize, address);
  const search = (
    <SearchField
      label={text.search}
      placeholder={text.placeholder ?? text.search}
      value={address.search}
      onChange={address.setSearch}
    />
  );
  return (
    <>
      <PageHeader
        title={title}
        afterTitle={<CountBadge count={query.data?.total} words={text.count} />}
        action={header ? header(search) : search}
      />
      <ListState
        query={query}
        skeleton={
          <Paper>
            <RowsSkeleton {...skeleton} />
          </Paper>
        }
        failed={{ title: text.failed }}
        count={(data) => data.total}
        filtered={isFiltered}
        empty={{ title: text.none, hint: text.noneHint, icon }}
        noMatch={
          noMatch ?? {
            title: text.noMatch ?? text.none,
            action: { name: text.clear, perform: () => address.setSearch('') },
          }
        }
      >
        {(data) => <Rows {...props} data={data} />}
      </ListState>
    </>
  );
}

function Rows<Row>(props: ListPageProps<Row> & { data: Page<readonly Row[]> }) {
  const { data, title, address, pageSize, isMostlyShort = false, children } = props;
  const focus = useRowFocus(data.body.length);
  const pages = pagesOf(data.total, pageSize);
  return (
    <Paper>
      {children(data.body, focus)}
      {isMostlyShort && pages === 1 ? null : (
        <WindowedPager page={address.page} pages={pages} onPage={address.setPage} label={title} />
      )}
    </Paper>
  );
}
