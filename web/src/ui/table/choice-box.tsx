import Box from '@mui/material/Box';
import type { Table } from '@tanstack/react-table';
import { type ComponentProps, useEffect, useRef } from 'react';
import type { Choosing } from './columns.ts';
import type { Features, TableRow } from './features.ts';

/** A checkbox in an area large enough to tap. */
function Tick(props: ComponentProps<'input'>) {
  const place = { xs: 44, md: 32 };
  const size = { xs: 24, md: 18 };
  return (
    <Box
      component="label"
      sx={{
        ...{ display: 'inline-flex', alignItems: 'center', justifyContent: 'center', verticalAlign: 'middle' },
        ...{ width: place, height: place, m: { xs: -1, md: -0.875 }, cursor: 'pointer' },
      }}
    >
      <Box
        component="input"
        {...props}
        type="checkbox"
        sx={{ width: size, height: size, m: 0, accentColor: 'var(--dl-palette-primary-main)' }}
      />
    </Box>
  );
}

/** The checkbox that chooses a row; with Shift, all rows up to there. */
export function ChoiceBox<Row extends object>({ choosing, row }: { choosing: Choosing<Row>; row: TableRow<Row> }) {
  if (!row.getCanSelect()) return null;
  return (
    <Tick
      checked={row.getIsSelected()}
      aria-label={choosing.label(row.original)}
      onChange={row.getToggleSelectedHandler()}
    />
  );
}

/** Chooses all rows of the page, or none. */
export function ChooseAllBox<Row extends object>({ table, label }: { table: Table<Features, Row>; label: string }) {
  const box = useRef<HTMLInputElement>(null);
  const isAll = table.getIsAllPageRowsSelected();
  const isPartlySelected = !isAll && table.getIsSomePageRowsSelected();
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPartlySelected;
  }, [isPartlySelected]);
  return <Tick ref={box} checked={isAll} aria-label={label} onChange={table.getToggleAllPageRowsSelectedHandler()} />;
}
