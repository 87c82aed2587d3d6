import Box from '@mui/material/Box';
import { type ComponentProps, useEffect, useRef } from 'react';
import type { Choosing } from './columns.ts';

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
export function ChoiceBox<Row>(props: { choosing: Choosing<Row>; row: Row; index: number }) {
  const { choosing, row, index } = props;
  if (!choosing.canChoose(row)) return null;
  return (
    <Tick
      checked={choosing.isChosen(row)}
      aria-label={choosing.label(row)}
      // A click of the keyboard's Space has no Shift.
      onChange={({ nativeEvent }) =>
        choosing.toggle(row, index, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
    />
  );
}

/** Chooses all of the page, or none. */
export function ChooseAllBox<Row>({ choosing }: { choosing: Choosing<Row> }) {
  const { all, allLabel, toggleAll } = choosing;
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = all === 'some';
  }, [all]);
  return <Tick ref={box} checked={all === true} aria-label={allLabel} onChange={toggleAll} />;
}
