import { useCallback, useEffect, useRef, useState } from 'react';
import { useShortcuts } from './shortcuts.ts';

export interface RowFocus {
  /** The row that J and K have moved to; undefined before they were used. */
  index: number | undefined;
  /** Give each row its ref, so that it is scrolled to and takes the focus. */
  rowRef(index: number): (element: HTMLElement | null) => void;
  setIndex(index: number | undefined): void;
}

/** J and K over the rows of a list. Rows need `tabIndex={-1}`. */
export function useRowFocus(count: number): RowFocus {
  const [index, setIndex] = useState<number>();
  const elements = useRef(new Map<number, HTMLElement>());
  const move = (step: 1 | -1) => {
    if (count === 0) return;
    const next = index === undefined ? 0 : Math.min(count - 1, Math.max(0, index + step));
    setIndex(next);
    elements.current.get(next)?.focus();
  };
  useShortcuts([
    { key: 'j', label: 'Next row', perform: () => move(1), enabled: count > 0 },
    { key: 'k', label: 'Previous row', perform: () => move(-1), enabled: count > 0 },
  ]);
  useEffect(() => {
    if (index !== undefined && index >= count) setIndex(count > 0 ? count - 1 : undefined);
  }, [count, index]);
  const rowRef = useCallback(
    (row: number) => (element: HTMLElement | null) => {
      if (element) elements.current.set(row, element);
      else elements.current.delete(row);
    },
    [],
  );
  return { index, rowRef, setIndex };
}
