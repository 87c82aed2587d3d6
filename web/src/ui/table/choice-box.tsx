import { useEffect, useRef } from 'react';
import type { Choosing } from './columns.ts';

const look = {
  width: 18,
  height: 18,
  margin: 0,
  verticalAlign: 'middle',
  accentColor: 'var(--dl-palette-primary-main)',
};

/** The box by which a row is chosen; with Shift, all up to there. */
export function ChoiceBox<Row>(props: { choosing: Choosing<Row>; row: Row; index: number }) {
  const { choosing, row, index } = props;
  if (!choosing.canChoose(row)) return null;
  return (
    <input
      type="checkbox"
      checked={choosing.isChosen(row)}
      aria-label={choosing.label(row)}
      // A click of the keyboard's Space has no Shift.
      onChange={({ nativeEvent }) =>
        choosing.toggle(row, index, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
      style={look}
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
  return (
    <input ref={box} type="checkbox" checked={all === true} aria-label={allLabel} onChange={toggleAll} style={look} />
  );
}
