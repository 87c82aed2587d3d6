import type { Table } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import type { Choosing, Column, RowFocus, Sorting } from './columns.ts';
import type { Features, TableRow } from './features.ts';

export interface DataTableProps<Row> {
  /** The table's accessible name. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey(row: Row): string;
  /** The last column: a row's buttons. */
  actions?: (row: Row, index: number) => ReactNode;
  /** The row focused by J and K. */
  focus?: RowFocus;
  /** The key of the row that the page was opened for. */
  marked?: string | undefined;
  /** Rows just changed by another desk: each flashes once. */
  flashing?: ReadonlySet<string>;
  /** A heading above this row, across the table, where a group begins. */
  groupBefore?: (row: Row, index: number) => ReactNode;
  choosing?: Choosing<Row> | undefined;
  sorting?: Sorting | undefined;
  onSort?: ((sorting: Sorting) => void) | undefined;
}

/** A row, as both layouts render it. */
export interface DrawnRow<Row extends object> {
  row: TableRow<Row>;
  focused: boolean;
  marked: boolean;
  flash: boolean;
  group: ReactNode;
}

/** The props of both layouts. */
export interface LayoutProps<Row extends object>
  extends Pick<DataTableProps<Row>, 'label' | 'columns' | 'actions' | 'focus' | 'choosing'> {
  table: Table<Features, Row>;
  drawn: readonly DrawnRow<Row>[];
}
