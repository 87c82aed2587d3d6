import type { ImportRow } from '@dayline/contracts/endpoints/import';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Inline, Muted, Stack, smallText } from '../../../ui/layout/boxes.tsx';
import { type Cell, givenTo, isNotRead, valueText } from '../rules.ts';
import { importText as text } from '../text.ts';
import { Beside } from './beside.tsx';
import type { Rows } from './shown-rows.ts';

/** A cell as typed and as read; of a row that isn't read, as typed. */
function said(cell: Cell, row: ImportRow): string {
  const typed = cell.typed.trim() || text.empty;
  if (isNotRead(row) && cell.read === null) return typed;
  const read = valueText(cell) || (cell.typed.trim() === '' ? text.empty : text.nothing);
  return cell.isMended ? `${typed} → ${read}` : read;
}

/** An opened row: each cell as typed and as read, what would change, and what it asks. */
export function Opened({ row, rows, grid }: { row: ImportRow; rows: Rows; grid: object }) {
  const answer = givenTo(row, rows.answers);
  const asks = row.finding === 'asks' && !answer;
  // What a question compares is not said twice.
  const compared = asks ? rows.columns.flatMap(({ fields }) => fields) : [];
  const cells = row.cells.filter(({ field }) => !compared.includes(field));
  return (
    <Stack gap={1} sx={{ pb: 1, pt: 0.5 }}>
      {asks ? <Beside row={row} rows={rows} grid={grid} /> : null}
      {answer ? (
        <Inline gap={1} wrap>
          <Muted>{answer.said}</Muted>
          <Button variant="outlined" size="small" onClick={() => rows.onAnswer(row.row, undefined)}>
            {text.takeAnswerBack}
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
            <Box component="dd" sx={{ display: 'inline', m: 0, fontWeight: cell.isMended ? 600 : 400 }}>
              {said(cell, row)}
            </Box>
          </Box>
        ))}
      </Stack>
      {row.changes.map(({ field, before, after }) => (
        <Muted key={field} sx={{ ml: { md: '56px' } }}>
          {text.becomesOfKnown(
            text.fields[field],
            valueText({ field, read: before }) || text.empty,
            valueText({ field, read: after }) || text.nothing,
          )}
        </Muted>
      ))}
    </Stack>
  );
}
