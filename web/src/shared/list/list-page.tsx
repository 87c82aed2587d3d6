import Paper from '@mui/material/Paper';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useEffect } from 'react';
import { type ListQuery, ListState } from '../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../ui/feedback/skeletons.tsx';
import type { IconName } from '../../ui/icons/icon.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { pagesOf } from '../../ui/paging/page-window.ts';
import { PrevNextPager, WindowedPager } from '../../ui/paging/pager.tsx';
import type { RowFocus } from '../../ui/table/columns.ts';
import { useRowFocus } from '../actions/row-focus.ts';
import type { Page } from '../api/hooks.ts';
import { CountBadge } from './count-badge.tsx';
import type { ListAddress } from './list-address.ts';
import { SearchField } from './search-field.tsx';

/** Goes to a list's last page if the shared or stored page number no longer exists. */
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

interface ListRowsProps<Row> {
  query: ListQuery<Page<readonly Row[]>> & { isPlaceholderData: boolean };
  address: Pick<ListAddress, 'page' | 'setPage'>;
  pageSize: number;
  title: string;
  skeleton: ComponentProps<typeof RowsSkeleton>;
  failed: string;
  isFiltered: boolean;
  empty: ComponentProps<typeof ListState>['empty'];
  noMatch: ComponentProps<typeof ListState>['noMatch'];
  /** Above the rows, in their card. */
  filters?: ReactNode;
  /** Page numbers by default; `numbersIfMore`: a list that rarely exceeds one page has a pager only if it does. */
  pager?: 'numbers' | 'numbersIfMore' | 'previousNext';
  /** The rows of the page. */
  children(rows: readonly Row[], focus: RowFocus): ReactNode;
}

/** A list's rows in their card, with filters above and a pager below, in each of its states. */
export function ListRows<Row>(props: ListRowsProps<Row>) {
  const { query, address, pageSize, skeleton, failed, isFiltered, empty, noMatch, filters } = props;
  useLastPage(query, pageSize, address);
  const withFrame = (content: ReactNode) => (filters ? content : <Paper>{content}</Paper>);
  const list = (
    <ListState
      query={query}
      skeleton={withFrame(<RowsSkeleton {...skeleton} />)}
      failed={{ title: failed }}
      count={(data) => data.total}
      filtered={isFiltered}
      empty={empty}
      noMatch={noMatch}
    >
      {(data) => withFrame(<PagedRows {...props} data={data} />)}
    </ListState>
  );
  if (!filters) return list;
  return (
    <Paper>
      {filters}
      {list}
    </Paper>
  );
}

function PagedRows<Row>(props: ListRowsProps<Row> & { data: Page<readonly Row[]> }) {
  const { data, title, address, pageSize, pager = 'numbers', children } = props;
  const focus = useRowFocus(data.body.length);
  const pages = pagesOf(data.total, pageSize);
  const Pager = pager === 'previousNext' ? PrevNextPager : WindowedPager;
  return (
    <>
      {children(data.body, focus)}
      {pager === 'numbersIfMore' && pages === 1 ? null : (
        <Pager page={address.page} pages={pages} onPage={address.setPage} label={title} />
      )}
    </>
  );
}

interface ListPageProps<Row>
  extends Pick<ListRowsProps<Row>, 'query' | 'pageSize' | 'title' | 'skeleton' | 'pager' | 'children'> {
  address: ListAddress;
  text: {
    /** The badge's text: '1 User' or '2 Users'. */
    count(count: number): string;
    search: string;
    /** Used if the search's label is too long for the field. */
    placeholder?: string;
    failed: string;
    none: string;
    noneHint: string;
    noMatch?: string;
    clear: string;
  };
  /** Shown in the empty list. */
  icon: IconName;
  /** At the right of the title, around the search. */
  header?(search: ReactNode): ReactNode;
  /** Whether a search or filter is set; by default, whether a search is. */
  isFiltered?: boolean;
  /** For a list with filters beside the search. */
  noMatch?: ListRowsProps<Row>['noMatch'];
}

/** A list that is searched and paged on the server: title, badge, search, rows and pager. */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const { query, address, title, text, icon, header, isFiltered = address.search.trim() !== '' } = props;
  const search = (
    <SearchField
      label={text.search}
      placeholder={text.placeholder ?? text.search}
      value={address.search}
      onChange={address.setSearch}
    />
  );
  const clear = { name: text.clear, perform: () => address.setSearch('') };
  return (
    <>
      <PageHeader
        title={title}
        afterTitle={<CountBadge count={query.data?.total} words={text.count} />}
        action={header ? header(search) : search}
      />
      <ListRows
        {...props}
        failed={text.failed}
        isFiltered={isFiltered}
        empty={{ title: text.none, hint: text.noneHint, icon }}
        noMatch={props.noMatch ?? { title: text.noMatch ?? text.none, action: clear }}
      />
    </>
  );
}
