import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { Header } from '@tanstack/react-table';
import { Fragment, type ReactNode } from 'react';
import { isRepeatable } from '../buttons/single-press.ts';
import { Icon } from '../icons/icon.tsx';
import { uiText as text } from '../text.ts';
import { ChoiceBox, ChooseAllBox } from './choice-box.tsx';
import { type Column, rowLook } from './columns.ts';
import type { Features } from './features.ts';
import { GroupHeading } from './group-heading.tsx';
import type { LayoutProps } from './table-props.ts';

/** Two lines fit into a row of 40 px. As wide as the text on one line, up to the column's limit. */
const twoLines = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  width: 'max-content',
  lineHeight: '1rem',
} as const;
/** Horizontal padding of a cell, left plus right, in px. */
const cellPadding = 12;

const ariaSort = { asc: 'ascending', desc: 'descending' } as const;

function HeadCell<Row extends object>({ column, head }: { column: Column<Row>; head: Header<Features, Row> }) {
  const order = head.column.getIsSorted();
  return (
    <TableCell
      scope="col"
      align={column.align ?? 'left'}
      aria-sort={order ? ariaSort[order] : undefined}
      // A long heading may wrap once, but never inside a word.
      sx={{ width: column.width ?? 'auto', whiteSpace: 'normal', overflowWrap: 'normal' }}
    >
      {head.column.getCanSort() ? (
        <ButtonBase
          {...isRepeatable}
          onClick={() => head.column.toggleSorting()}
          sx={{ gap: 0.5, minHeight: 24, textAlign: 'inherit', fontWeight: order ? 700 : 600 }}
        >
          {column.header}
          <Icon name={order === 'desc' ? 'sortDown' : order === 'asc' ? 'sortUp' : 'sort'} size={14} />
        </ButtonBase>
      ) : (
        column.header
      )}
    </TableCell>
  );
}

function BodyCell<Row>({ column, row, index }: { column: Column<Row>; row: Row; index: number }) {
  const content = column.cell(row, index);
  return (
    <TableCell
      align={column.align ?? 'left'}
      sx={{ fontWeight: column.strong ? 600 : 400, ...(column.nowrap ? { whiteSpace: 'nowrap' } : {}) }}
      {...(column.clip !== undefined && typeof content === 'string' ? { title: content } : {})}
    >
      {column.clip === undefined ? (
        content
      ) : (
        <Box sx={{ ...twoLines, maxWidth: column.clip - cellPadding }}>{content}</Box>
      )}
    </TableCell>
  );
}

function GroupRow({ span, children }: { span: number; children: ReactNode }) {
  return (
    <TableRow>
      <TableCell colSpan={span} sx={{ '&&': { p: 0, border: 0, height: 'auto' } }}>
        <GroupHeading>{children}</GroupHeading>
      </TableCell>
    </TableRow>
  );
}

/** A table's rows on a wide screen, in columns. */
export function WideTable<Row extends object>(props: LayoutProps<Row>) {
  const { table, drawn, columns, actions, focus, choosing } = props;
  const heads = table.getFlatHeaders();
  const span = columns.length + (actions ? 1 : 0) + (choosing ? 1 : 0);
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
          <TableRow>
            {choosing ? (
              <TableCell component="td" padding="none" sx={{ width: 34 }}>
                <ChooseAllBox table={table} label={choosing.allLabel} />
              </TableCell>
            ) : null}
            {heads.map((head, index) => {
              const column = columns[index];
              return column ? <HeadCell key={head.id} column={column} head={head} /> : null;
            })}
            {actions ? (
              <TableCell scope="col" align="right">
                {text.actions}
              </TableCell>
            ) : null}
          </TableRow>
        </TableHead>
        <TableBody>
          {drawn.map(({ row, focused, marked, flash, group }) => (
            <Fragment key={row.id}>
              {group ? <GroupRow span={span}>{group}</GroupRow> : null}
              <TableRow
                ref={focus?.rowRef(row.index)}
                tabIndex={-1}
                aria-current={marked || undefined}
                data-flash={flash}
                sx={rowLook(focused, row.getIsSelected())}
              >
                {choosing ? (
                  <TableCell padding="none">
                    <ChoiceBox choosing={choosing} row={row} />
                  </TableCell>
                ) : null}
                {columns.map((column) => (
                  <BodyCell key={column.id} column={column} row={row.original} index={row.index} />
                ))}
                {actions ? (
                  <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                    {actions(row.original, row.index)}
                  </TableCell>
                ) : null}
              </TableRow>
            </Fragment>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
