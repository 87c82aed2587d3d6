import Box from '@mui/material/Box';
import { Fragment, type ReactNode } from 'react';
import { Inline, lineBelow, PlainList, quietText, VisuallyHidden } from '../layout/boxes.tsx';
import { ChoiceBox } from './choice-box.tsx';
import { type Column, rowLook } from './columns.ts';
import { GroupHeading } from './group-heading.tsx';
import type { DrawnRow, LayoutProps } from './table-props.ts';

/** Space for a dot before a value, in px. */
const gap = 14;

/**
 * A line below the title: each column's value, separated by dots; screen readers get its heading before it. A value at
 * the start of a line has no dot: the dot is left of the list, where it is clipped.
 */
function Line<Row>({ columns, row, index }: { columns: readonly Column<Row>[]; row: Row; index: number }) {
  return (
    <Box
      sx={{
        ...quietText,
        lineHeight: '1.25rem',
        // Keeps focus rings whole.
        clipPath: 'inset(-6px -6px -6px -5px)',
      }}
    >
      <Inline component="dl" wrap sx={{ m: 0, ml: `-${gap}px` }}>
        {columns.map((column) => {
          const content = column.onCard ? column.onCard(row) : column.cell(row, index);
          if (content === '') return null;
          return (
            <Fragment key={column.id}>
              <VisuallyHidden component="dt">{column.header}</VisuallyHidden>
              <Box
                component="dd"
                sx={{
                  m: 0,
                  pl: `${gap}px`,
                  minWidth: 0,
                  overflowWrap: 'anywhere',
                  position: 'relative',
                  '&::before': { content: '"·" / ""', position: 'absolute', left: '5px' },
                }}
              >
                {content}
              </Box>
            </Fragment>
          );
        })}
      </Inline>
    </Box>
  );
}

function Card<Row extends object>(props: {
  columns: readonly Column<Row>[];
  drawn: DrawnRow<Row>;
  actions: ReactNode;
}) {
  const { columns, drawn, actions } = props;
  const { original: row, index } = drawn.row;
  const title = columns.find((column) => column.strong);
  const chip = columns.find((column) => column.card === 'chip');
  const rest = columns.filter((column) => column !== title && column.card === undefined);
  const more = columns.filter(({ card }) => card === 'more');
  return (
    <>
      <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
        <Inline gap={1}>
          <Box sx={{ flex: 1, minWidth: 0, fontWeight: 600, fontSize: '1rem' }}>{title?.cell(row, index)}</Box>
          {chip?.cell(row, index)}
        </Inline>
        <Line columns={rest} row={row} index={index} />
        {more.length === 0 ? null : <Line columns={more} row={row} index={index} />}
      </Box>
      {actions === undefined ? null : <Box sx={{ display: 'flex', flexShrink: 0, maxWidth: '100%' }}>{actions}</Box>}
    </>
  );
}

/** A table's rows on a narrow screen. */
export function CardList<Row extends object>(props: LayoutProps<Row>) {
  const { drawn, columns, actions, focus, choosing } = props;
  return (
    <PlainList aria-label={props.label}>
      {drawn.map((card) => (
        <Fragment key={card.row.id}>
          {card.group ? (
            <Box component="li" role="presentation">
              <GroupHeading>{card.group}</GroupHeading>
            </Box>
          ) : null}
          <Box
            component="li"
            ref={focus?.rowRef(card.row.index)}
            tabIndex={-1}
            aria-current={card.marked || undefined}
            data-flash={card.flash}
            sx={{
              display: 'flex',
              // A wide action wraps below a text that would become too narrow.
              flexWrap: 'wrap',
              alignItems: 'center',
              gap: 1,
              pl: 1.5,
              pr: actions ? 0.5 : 1.5,
              py: 1,
              minHeight: 64,
              ...lineBelow,
              '&:last-of-type': { borderBottom: 0 },
              ...rowLook(card.focused, card.row.getIsSelected()),
            }}
          >
            {choosing ? <ChoiceBox choosing={choosing} row={card.row} /> : null}
            <Card columns={columns} drawn={card} actions={actions?.(card.row.original, card.row.index)} />
          </Box>
        </Fragment>
      ))}
    </PlainList>
  );
}
