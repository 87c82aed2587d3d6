import type { ImportRow } from '@dayline/contracts/endpoints/import';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import type { Table } from '@tanstack/react-table';
import { useRowFocus } from '../../../shared/actions/row-focus.ts';
import { ToneChip } from '../../../ui/feedback/tone-chip.tsx';
import { Icon, type IconName } from '../../../ui/icons/icon.tsx';
import { Inline, lineBelow, Muted, PlainList, Span, VisuallyHidden } from '../../../ui/layout/boxes.tsx';
import { type RowFocus, rowLook } from '../../../ui/table/columns.ts';
import type { Features, TableRow } from '../../../ui/table/features.ts';
import type { ToneName } from '../../../ui/theme/tokens.ts';
import { cellOf, optionChosen, type ShownColumn, valueText } from '../rules.ts';
import { importText as text } from '../text.ts';
import { OpenedRow } from './opened-row.tsx';
import { firstOnPhone, type Rows, wholeOnPhone } from './row-state.ts';

const chips: Readonly<Record<ImportRow['finding'], { tone: ToneName; icon: IconName }>> = {
  new: { tone: 'visited', icon: 'plus' },
  existing: { tone: 'confirmed', icon: 'check' },
  differentPerson: { tone: 'blocked', icon: 'people' },
  needsDecision: { tone: 'notVisited', icon: 'help' },
  refused: { tone: 'cancelled', icon: 'blocked' },
};

/** The record that a row matches: its name, and its row of the file. */
export const matchText = ({ match }: ImportRow): string =>
  [match?.name ?? (match?.row == null ? text.someone : ''), match?.row == null ? '' : text.rowOf(match.row)]
    .filter(Boolean)
    .join(', ');

/** The old and the new value of a field. */
const changeText = ({ field, before, after }: ImportRow['changes'][number]): string =>
  text.fieldChanges(
    text.fields[field],
    valueText({ field, value: before }) || text.empty,
    valueText({ field, value: after }) || text.nothing,
  );

function resultText(row: ImportRow, decisionText: string | undefined): string {
  if (decisionText !== undefined) return decisionText;
  if (row.finding === 'needsDecision' && row.match) return text.possibly(matchText(row));
  if (row.problem) return row.problem.sentence;
  if (row.finding === 'existing') {
    const changes = row.changes.map(changeText).join('; ');
    return [row.match ? matchText(row) : '', changes || text.noChanges].filter(Boolean).join(', ');
  }
  return row.finding === 'differentPerson' && row.match ? text.onPhoneOf(matchText(row)) : '';
}

export const gridOf = (columns: readonly ShownColumn[]) =>
  ({
    gridTemplateColumns: {
      xs: 'repeat(2, minmax(0, 1fr))',
      md: `44px ${columns.map(({ strong }) => (strong ? 'minmax(0, 1.5fr)' : 'minmax(0, 1fr)')).join(' ')} minmax(0, 2.4fr)`,
    },
    columnGap: 1.5,
    alignItems: 'center',
  }) as const;

function Cell({ row, column }: { row: ImportRow; column: ShownColumn }) {
  const { value, original, isBad } = cellOf(row, column);
  return (
    <Box sx={{ minWidth: 0, overflowWrap: 'anywhere', ...(column.strong ? { ...firstOnPhone, fontWeight: 600 } : {}) }}>
      <VisuallyHidden>{column.heading}: </VisuallyHidden>
      {original === null ? null : <Muted block>{`${original} →`}</Muted>}
      {isBad ? (
        <Span sx={{ color: 'status.cancelled.main', fontWeight: 600, borderBottom: '2px solid' }}>
          {value || text.empty}
        </Span>
      ) : (
        value || (original === null ? null : <Muted>{text.nothing}</Muted>)
      )}
    </Box>
  );
}

function Row(props: { tableRow: TableRow<ImportRow>; rows: Rows; focus: RowFocus }) {
  const { tableRow, rows, focus } = props;
  const { original: row, index } = tableRow;
  const { columns, decisions } = rows;
  const isOpen = tableRow.getIsExpanded();
  const decision = optionChosen(row, decisions);
  const isUndecided = row.finding === 'needsDecision' && !decision;
  const grid = gridOf(columns);
  const toggle = () => tableRow.toggleExpanded();
  // The opened row shows the decision.
  const result = isOpen && isUndecided && !row.match ? '' : resultText(row, decision?.words);
  return (
    <Box
      component="li"
      ref={focus.rowRef(index)}
      tabIndex={-1}
      onFocus={() => focus.setIndex(index)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
        event.preventDefault();
        toggle();
      }}
      sx={{
        ...{ position: 'relative', pl: 2, pr: { xs: 7, md: 6 }, py: 0.5, ...lineBelow },
        ...rowLook(focus.index === index),
        ...(isOpen && isUndecided
          ? { bgcolor: 'status.notVisited.soft', boxShadow: 'inset 3px 0 0 var(--dl-palette-status-notVisited-main)' }
          : {}),
      }}
    >
      <Box sx={{ display: 'grid', ...grid, minHeight: 38 }}>
        <Muted sx={{ display: { xs: 'none', md: 'block' }, textAlign: 'right', pr: 1 }}>
          <VisuallyHidden>{text.row} </VisuallyHidden>
          {row.row}
        </Muted>
        {columns.map((column) => (
          <Cell key={column.heading} row={row} column={column} />
        ))}
        <Inline gap={1} sx={{ ...wholeOnPhone, minWidth: 0, py: { xs: 0.5, md: 0 } }}>
          <Span sx={{ flexShrink: 0 }}>
            <ToneChip {...chips[row.finding]}>{text.chips[row.finding]}</ToneChip>
          </Span>
          <Muted sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>{result === '' ? undefined : result}</Muted>
        </Inline>
      </Box>
      <IconButton
        aria-label={(isOpen ? text.close : text.open)(row.row)}
        aria-expanded={isOpen}
        onClick={toggle}
        sx={{ position: 'absolute', right: 4, top: 4, width: { xs: 44, md: 36 }, height: { xs: 44, md: 36 } }}
      >
        <Icon name={isOpen ? 'up' : 'down'} size={18} />
      </IconButton>
      {isOpen ? <OpenedRow row={row} rows={rows} grid={{ display: 'grid', ...grid }} /> : null}
    </Box>
  );
}

/** The rows of the file: each cell as it stands there and as imported, and the result of the row. */
export function RowList({ rows, table }: { rows: Rows; table: Table<Features, ImportRow> }) {
  const { rows: tableRows } = table.getRowModel();
  const focus = useRowFocus(tableRows.length, (step) => {
    const isThere = step > 0 ? table.getCanNextPage() : table.getCanPreviousPage();
    if (isThere) table.setPageIndex((index) => index + step);
    return isThere;
  });
  const { columns } = rows;
  return (
    <>
      <Box
        aria-hidden="true"
        sx={{
          ...{ display: { xs: 'none', md: 'grid' }, ...gridOf(columns), pl: 2, pr: 6, py: 1, ...lineBelow },
          ...{ bgcolor: 'background.default', fontSize: '0.8125rem', fontWeight: 600, color: 'text.secondary' },
        }}
      >
        <Box sx={{ textAlign: 'right', pr: 1 }}>{text.row}</Box>
        {columns.map(({ heading }) => (
          <span key={heading}>{heading}</span>
        ))}
        <span>{text.result}</span>
      </Box>
      <PlainList aria-label={text.rowsOfFile}>
        {tableRows.map((tableRow) => (
          <Row key={tableRow.id} {...{ tableRow, rows, focus }} />
        ))}
      </PlainList>
    </>
  );
}
