import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type SortingState, type TableState, useTable } from '@tanstack/react-table';
import { useMemo } from 'react';
import { CardList } from './card-list.tsx';
import type { Column, Sorting } from './columns.ts';
import { type Features, features } from './features.ts';
import type { DataTableProps, DrawnRow } from './table-props.ts';
import { WideTable } from './wide-table.tsx';

/** The server's order as the table's state. */
function sortingState<Row>(columns: readonly Column<Row>[], sorting: Sorting | undefined): SortingState {
  const column = columns.find(({ sort }) => sort !== undefined && sort === sorting?.by);
  return column && sorting ? [{ id: column.id, desc: sorting.order === 'desc' }] : [];
}

/** A table with rows of 40 px; below 900 px each row is two lines and a chip. The server sorts and pages. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { columns, rows, rowKey, focus, marked, flashing, groupBefore, choosing, sorting, onSort } = props;
  const narrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'));
  const definitions = useMemo(
    () =>
      columns.map(({ id, header, sort }) => ({
        ...{ id, header, accessorFn: (row: Row) => row },
        enableSorting: sort !== undefined,
      })),
    [columns],
  );
  // Cast is safe: the table's type wants mutable rows, but it doesn't change them.
  const data = useMemo(() => [...rows], [rows]);
  const state: Partial<TableState<Features>> = {
    sorting: sortingState(columns, sorting),
    rowSelection: choosing?.chosen ?? {},
  };
  const table = useTable({
    ...{ features, columns: definitions, data, getRowId: rowKey, state },
    ...{ manualPagination: true, manualSorting: true, enableSorting: onSort !== undefined },
    ...{ enableSortingRemoval: false, enableMultiSort: false, sortDescFirst: false },
    onSortingChange: (change) => {
      const [next] = typeof change === 'function' ? change(state.sorting ?? []) : change;
      const by = columns.find(({ id }) => id === next?.id)?.sort;
      if (next && by !== undefined) onSort?.({ by, order: next.desc ? 'desc' : 'asc' });
    },
    enableRowSelection: ({ original }) => choosing?.canChoose(original) ?? false,
    onRowSelectionChange: (change) => choosing?.onChange(change),
  });
  const drawnRows = table.getRowModel().rows.map(
    (row): DrawnRow<Row> => ({
      row,
      focused: focus?.index === row.index || row.id === marked,
      marked: row.id === marked,
      flash: flashing?.has(row.id) ?? false,
      group: groupBefore?.(row.original, row.index),
    }),
  );
  const Layout = narrow ? CardList : WideTable;
  return <Layout {...props} table={table} drawn={drawnRows} />;
}
