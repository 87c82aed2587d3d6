import Box from '@mui/material/Box';
import type { Table } from '@tanstack/react-table';
import { type ComponentProps, useEffect, useRef } from 'react';
import type { Choosing } from './columns.ts';
import type { Features, TableRow } from './features.ts';

/** A box in a place that a finger hits. */
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

/** The box by which a row is chosen; with Shift, all up to there. */
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

/** Chooses all of the page, or none. */
export function ChooseAllBox<Row extends object>({ table, label }: { table: Table<Features, Row>; label: string }) {
  const box = useRef<HTMLInputElement>(null);
  const isAll = table.getIsAllPageRowsSelected();
  const isSome = !isAll && table.getIsSomePageRowsSelected();
  useEffect(() => {
    if (box.current) box.current.indeterminate = isSome;
  }, [isSome]);
  return <Tick ref={box} checked={isAll} aria-label={label} onChange={table.getToggleAllPageRowsSelectedHandler()} />;
}
