import Checkbox from '@mui/material/Checkbox';
import type { Choosing } from './columns.ts';

const look = { p: '5px', m: '-5px' } as const;

/** The box by which a row is chosen; with Shift, all up to there. */
export function ChoiceBox<Row>(props: { choosing: Choosing<Row>; row: Row; index: number }) {
  const { choosing, row, index } = props;
  if (!choosing.canChoose(row)) return null;
  return (
    <Checkbox
      size="small"
      checked={choosing.isChosen(row)}
      slotProps={{ input: { 'aria-label': choosing.label(row) } }}
      // A click of the keyboard's Space has no Shift.
      onChange={({ nativeEvent }) =>
        choosing.toggle(row, index, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
      sx={look}
    />
  );
}

/** Chooses all of the page, or none. */
export function ChooseAllBox<Row>({ choosing }: { choosing: Choosing<Row> }) {
  const { all, allLabel, toggleAll } = choosing;
  return (
    <Checkbox
      size="small"
      checked={all === true}
      indeterminate={all === 'some'}
      slotProps={{ input: { 'aria-label': allLabel } }}
      onChange={toggleAll}
      sx={look}
    />
  );
}
