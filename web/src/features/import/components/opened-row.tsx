import type { ImportRow } from '@dayline/contracts/endpoints/import';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Inline, Muted, Stack, smallText } from '../../../ui/layout/boxes.tsx';
import { type Cell, isNotRead, optionChosen, valueText } from '../rules.ts';
import { importText as text } from '../text.ts';
import { DecisionPanel } from './decision.tsx';
import type { Rows } from './row-state.ts';

/** A cell as it stands in the file, and as imported; of a row that is not imported, as it stands in the file. */
function cellText(cell: Cell, row: ImportRow): string {
  const original = cell.original.trim() || text.empty;
  if (isNotRead(row) && cell.value === null) return original;
  const value = valueText(cell) || (cell.original.trim() === '' ? text.empty : text.nothing);
  return cell.isCorrected ? `${original} → ${value}` : value;
}

/** An opened row: each cell, what changes, and the decision that it needs. */
export function OpenedRow({ row, rows, grid }: { row: ImportRow; rows: Rows; grid: object }) {
  const decision = optionChosen(row, rows.decisions);
  const isUndecided = row.finding === 'needsDecision' && !decision;
  // The panel of the decision shows these cells.
  const comparedFields = isUndecided ? rows.columns.flatMap(({ fields }) => fields) : [];
  const cells = row.cells.filter(({ field }) => !comparedFields.includes(field));
  return (
    <Stack gap={1} sx={{ pb: 1, pt: 0.5 }}>
      {isUndecided ? <DecisionPanel row={row} rows={rows} grid={grid} /> : null}
      {decision ? (
        <Inline gap={1} wrap>
          <Muted>{decision.words}</Muted>
          <Button variant="outlined" size="small" onClick={() => rows.onDecide(row.row, undefined)}>
            {text.undoDecision}
          </Button>
        </Inline>
      ) : null}
      <Stack
        component="dl"
        sx={{
          m: 0,
          ml: { md: '56px' },
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(auto-fill, minmax(240px, 1fr))' },
          gap: '4px 16px',
          ...smallText,
        }}
      >
        {cells.map((cell) => (
          <Box key={cell.field} sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            <Box component="dt" sx={{ display: 'inline', color: 'text.secondary' }}>
              {text.fields[cell.field]}:{' '}
            </Box>
            <Box component="dd" sx={{ display: 'inline', m: 0, fontWeight: cell.isCorrected ? 600 : 400 }}>
              {cellText(cell, row)}
            </Box>
          </Box>
        ))}
      </Stack>
    </Stack>
  );
}
