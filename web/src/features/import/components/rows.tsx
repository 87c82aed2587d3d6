import type { ImportRow } from '@dayline/contracts/endpoints/import';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useRowFocus } from '../../../shared/actions/row-focus.ts';
import { ToneChip } from '../../../ui/feedback/tone-chip.tsx';
import { Icon, type IconName } from '../../../ui/icons/icon.tsx';
import { Inline, lineBelow, Muted, PlainList, Span, VisuallyHidden } from '../../../ui/layout/boxes.tsx';
import { rowLook } from '../../../ui/table/columns.ts';
import type { ToneName } from '../../../ui/theme/tokens.ts';
import { cellOf, givenTo, type ShownColumn } from '../rules.ts';
import { importText as text } from '../text.ts';
import { Opened } from './opened.tsx';
import { firstOnPhone, type Rows, wholeOnPhone } from './shown-rows.ts';

const chips: Readonly<Record<ImportRow['finding'], { tone: ToneName; icon: IconName }>> = {
  new: { tone: 'visited', icon: 'plus' },
  known: { tone: 'confirmed', icon: 'check' },
  somebodyElse: { tone: 'blocked', icon: 'people' },
  asks: { tone: 'notVisited', icon: 'help' },
  refused: { tone: 'cancelled', icon: 'blocked' },
};

/** Whom a row is about: by name, and by the row of the file. */
export const otherText = ({ other }: ImportRow): string =>
  [other?.name ?? (other?.row == null ? text.somebody : ''), other?.row == null ? '' : text.rowOf(other.row)]
    .filter(Boolean)
    .join(', ');

function becomesText(row: ImportRow, answered: string | undefined): string {
  if (answered !== undefined) return answered;
  if (row.finding === 'asks' && row.other) return text.perhaps(otherText(row));
  if (row.problem) return row.problem.sentence;
  if (row.finding === 'known') {
    const fields = row.changes.map(({ field }) => text.fields[field]).join(', ');
    return [row.other ? otherText(row) : '', fields === '' ? text.asItIs : text.changes(fields)]
      .filter(Boolean)
      .join(', ');
  }
  return row.finding === 'somebodyElse' && row.other ? text.onPhoneOf(otherText(row)) : '';
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
  const { value, typed, isBad } = cellOf(row, column);
  return (
    <Box sx={{ minWidth: 0, overflowWrap: 'anywhere', ...(column.strong ? { ...firstOnPhone, fontWeight: 600 } : {}) }}>
      <VisuallyHidden>{column.heading}: </VisuallyHidden>
      {typed === null ? null : <Muted block>{`${typed} →`}</Muted>}
      {isBad ? (
        <Span sx={{ color: 'status.cancelled.main', fontWeight: 600, borderBottom: '2px solid' }}>
          {value || text.empty}
        </Span>
      ) : (
        value || (typed === null ? null : <Muted>{text.nothing}</Muted>)
      )}
    </Box>
  );
}

function Row({
  row,
  index,
  rows,
  focus,
}: {
  row: ImportRow;
  index: number;
  rows: Rows;
  focus: ReturnType<typeof useRowFocus>;
}) {
  const { columns, openRow, onOpen, answers } = rows;
  const isOpen = openRow === row.row;
  const answer = givenTo(row, answers);
  const asks = row.finding === 'asks' && !answer;
  const grid = gridOf(columns);
  const toggle = () => onOpen(isOpen ? null : row.row);
  // An opened question says itself.
  const becomes = isOpen && asks && !row.other ? '' : becomesText(row, answer?.said);
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
        ...(isOpen && asks
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
          <Muted sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>{becomes === '' ? undefined : becomes}</Muted>
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
      {isOpen ? <Opened row={row} rows={rows} grid={{ display: 'grid', ...grid }} /> : null}
    </Box>
  );
}

/** The rows of the file: what was typed, what it becomes, and what becomes of the row. */
export function RowList({ rows, turn }: { rows: Rows; turn(step: 1 | -1): boolean }) {
  const focus = useRowFocus(rows.rows.length, turn);
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
        <span>{text.becomesOf}</span>
      </Box>
      <PlainList aria-label={text.rowsOfFile}>
        {rows.rows.map((row, index) => (
          <Row key={row.row} {...{ row, index, rows, focus }} />
        ))}
      </PlainList>
    </>
  );
}
