import { useTable } from '@tanstack/react-table';
import { useEffect, useMemo, useState } from 'react';
import { features } from './features.ts';

/**
 * Pages of rows that are all loaded. The page with the row whose key is `marked` is shown whenever its position
 * changes.
 */
export function usePagedRows<Row extends object>(
  rows: readonly Row[],
  { rowKey, pageSize, marked }: { rowKey(row: Row): string; pageSize: number; marked: string | null | undefined },
) {
  const [pageIndex, setPageIndex] = useState(0);
  // Cast is safe: the table's type wants mutable rows, but it doesn't change them.
  const data = useMemo(() => [...rows], [rows]);
  const pageCount = Math.max(1, Math.ceil(rows.length / pageSize));
  const page = Math.min(pageIndex, pageCount - 1);
  const table = useTable({
    ...{ features, columns: [], data, getRowId: rowKey },
    ...{ state: { pagination: { pageIndex: page, pageSize } }, autoResetPageIndex: false },
  });
  const index = marked == null ? -1 : rows.findIndex((row) => rowKey(row) === marked);
  useEffect(() => {
    if (index >= 0) setPageIndex(Math.floor(index / pageSize));
  }, [index, pageSize]);
  return {
    rows: table.getRowModel().rows.map(({ original }) => original),
    isMarkedShown: index >= 0 && Math.floor(index / pageSize) === page,
    showFirst: () => setPageIndex(0),
    /** For a pager; undefined if there is only one page. */
    pager:
      pageCount === 1 ? undefined : { page: page + 1, pages: pageCount, onPage: (to: number) => setPageIndex(to - 1) },
  };
}
