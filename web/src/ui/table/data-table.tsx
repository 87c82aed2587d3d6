import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { tableFeatures, useTable } from '@tanstack/react-table';
import { useMemo } from 'react';
import { CardList } from './card-list.tsx';
import type { DataTableProps, DrawnRow } from './table-props.ts';
import { WideTable } from './wide-table.tsx';

/** The server sorts, searches and pages; the table only needs its rows and columns. */
const features = tableFeatures({});

/** A table with rows of 40 px; below 900 px each row is two lines and a chip. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { columns, rows, rowKey, focus, marked, flashing, groupBefore } = props;
  const narrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'));
  const definitions = useMemo(
    () => columns.map(({ id, header }) => ({ id, header, accessorFn: (row: Row) => row })),
    [columns],
  );
  // Cast is safe: the table's type wants mutable rows, but it doesn't change them.
  const data = useMemo(() => [...rows], [rows]);
  const table = useTable({ features, columns: definitions, data, getRowId: rowKey });
  const drawn = table.getRowModel().rows.map(
    ({ id, original, index }): DrawnRow<Row> => ({
      key: id,
      row: original,
      index,
      focused: focus?.index === index || id === marked,
      marked: id === marked,
      flash: flashing?.has(id) ?? false,
      group: groupBefore?.(original, index),
    }),
  );
  return narrow ? <CardList {...props} drawn={drawn} /> : <WideTable {...props} drawn={drawn} />;
}
