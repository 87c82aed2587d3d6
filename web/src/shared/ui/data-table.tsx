import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import useMediaQuery from '@mui/material/useMediaQuery';
import { tableFeatures, useTable } from '@tanstack/react-table';
import { type ReactNode, useMemo } from 'react';
import type { RowFocus } from '../actions/row-focus.ts';

/** Sorting, searching and paging are the server's; the table only needs its rows and columns. */
const features = tableFeatures({});

export interface Column<Row> {
  id: string;
  header: string;
  cell(row: Row, index: number): ReactNode;
  align?: 'left' | 'right';
  /** In px or %; the rest shares what is left. */
  width?: number | string;
  /** The strongest words of the row: the card's title on a phone. */
  strong?: boolean;
  /** Not wrapped: times, dates, chips. */
  nowrap?: boolean;
  /** So many px wide at most with its padding, and two lines high; what is cut off beyond stands in the title. For plain text. */
  clip?: number;
  /** Left out of the card on a phone, such as S.No. */
  tableOnly?: boolean;
}

interface DataTableProps<Row> {
  /** The table's name for readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey(row: Row): string;
  /** The last column: a row's buttons. */
  actions?: (row: Row, index: number) => ReactNode;
  /** The row that J and K have moved to. */
  focus?: RowFocus;
  /** Rows that another desk has just changed: each flashes once. */
  flashing?: ReadonlySet<string>;
}

const rowLook = (focused: boolean) => ({
  '&:hover': { bgcolor: 'surface.raised' },
  '&:focus-visible': { outlineOffset: '-2px' },
  ...(focused ? { bgcolor: 'surface.raised', boxShadow: 'inset 3px 0 0 var(--dl-palette-primary-main)' } : {}),
  '&[data-flash="true"]': { animation: 'dl-flash 1.6s ease-out 1' },
});

const cardList = {
  m: 0,
  display: 'grid',
  gridTemplateColumns: 'minmax(124px, 40%) 1fr',
  columnGap: 1,
  rowGap: 0.5,
  alignItems: 'baseline',
};

/** Two lines fit a row of 40 px. As wide as its words are on one line, up to the column's limit. */
const twoLines = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  width: 'max-content',
  lineHeight: '1rem',
} as const;
/** Of a cell, left and right together, in px. */
const cellPadding = 14;

/** A table with rows of 40 px; below 900 px each row is a card. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { columns, actions } = props;
  const narrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'));
  const definitions = useMemo(
    () =>
      columns.map((column) => ({
        id: column.id,
        header: column.header,
        accessorFn: (row: Row) => row,
        cell: (context: { row: { original: Row; index: number } }) =>
          column.cell(context.row.original, context.row.index),
      })),
    [columns],
  );
  // The table takes no rows that it may not change; it doesn't.
  const data = useMemo(() => [...props.rows], [props.rows]);
  const table = useTable({ features, columns: definitions, data, getRowId: props.rowKey });
  const rows = table.getRowModel().rows;
  const columnOf = (id: string) => columns.find((column) => column.id === id);

  if (narrow) {
    return (
      <Box component="ul" aria-label={props.label} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {rows.map((row) => {
          const cells = row.getAllCells().flatMap((cell) => {
            const column = columnOf(cell.column.id);
            return column && !column.tableOnly ? [{ cell, column }] : [];
          });
          const title = cells.find(({ column }) => column.strong);
          return (
            <Box
              component="li"
              key={row.id}
              ref={props.focus?.rowRef(row.index)}
              tabIndex={-1}
              data-flash={props.flashing?.has(row.id) ?? false}
              sx={{
                px: 2,
                py: 1.5,
                borderBottom: '1px solid',
                borderColor: 'divider',
                '&:last-of-type': { borderBottom: 0 },
                ...rowLook(props.focus?.index === row.index),
              }}
            >
              {title ? (
                <Box sx={{ fontWeight: 600, fontSize: '1rem', mb: 0.75 }}>
                  <table.FlexRender cell={title.cell} />
                </Box>
              ) : null}
              <Box component="dl" sx={cardList}>
                {cells.map(({ cell, column }) =>
                  column === title?.column ? null : (
                    <Box key={cell.id} sx={{ display: 'contents' }}>
                      <Box component="dt" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
                        {column.header}
                      </Box>
                      <Box component="dd" sx={{ m: 0, minWidth: 0 }}>
                        <table.FlexRender cell={cell} />
                      </Box>
                    </Box>
                  ),
                )}
              </Box>
              {actions ? (
                // Words and signs of buttons without a border stand under the words above.
                <Box sx={{ mt: 1, ml: -1.5, display: 'flex', flexWrap: 'wrap', gap: 1 }}>
                  {actions(row.original, row.index)}
                </Box>
              ) : null}
            </Box>
          );
        })}
      </Box>
    );
  }

  return (
    <TableContainer>
      <Table
        aria-label={props.label}
        size="small"
        sx={{
          '& th, & td': { px: `${cellPadding / 2}px` },
          '& :is(th, td):first-of-type': { pl: 2 },
          '& :is(th, td):last-of-type': { pr: 2 },
        }}
      >
        <TableHead>
          {table.getHeaderGroups().map((group) => (
            <TableRow key={group.id}>
              {group.headers.map((header) => {
                const column = columnOf(header.column.id);
                return (
                  <TableCell
                    key={header.id}
                    scope="col"
                    align={column?.align ?? 'left'}
                    // A long heading may take two lines where room is short, but never break inside a word.
                    sx={{ width: column?.width ?? 'auto', whiteSpace: 'normal', overflowWrap: 'normal' }}
                  >
                    <table.FlexRender header={header} />
                  </TableCell>
                );
              })}
              {actions ? (
                <TableCell scope="col" align="right">
                  Actions
                </TableCell>
              ) : null}
            </TableRow>
          ))}
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow
              key={row.id}
              ref={props.focus?.rowRef(row.index)}
              tabIndex={-1}
              data-flash={props.flashing?.has(row.id) ?? false}
              sx={rowLook(props.focus?.index === row.index)}
            >
              {row.getAllCells().map((cell) => {
                const column = columnOf(cell.column.id);
                return (
                  <TableCell
                    key={cell.id}
                    align={column?.align ?? 'left'}
                    sx={{
                      fontWeight: column?.strong ? 600 : 400,
                      ...(column?.nowrap ? { whiteSpace: 'nowrap' } : {}),
                    }}
                    {...(column?.clip === undefined ? {} : { title: String(column.cell(row.original, row.index)) })}
                  >
                    {column?.clip === undefined ? (
                      <table.FlexRender cell={cell} />
                    ) : (
                      <Box sx={{ ...twoLines, maxWidth: column.clip - cellPadding }}>
                        <table.FlexRender cell={cell} />
                      </Box>
                    )}
                  </TableCell>
                );
              })}
              {actions ? (
                <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                  {actions(row.original, row.index)}
                </TableCell>
              ) : null}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
