import { useCallback, useEffect, useRef, useState } from 'react';
import type { RowFocus } from '../../ui/table/columns.ts';
import { useActions } from './actions.ts';
import { actionsText as text } from './text.ts';

/**
 * J and K move the focus over the rows of a list. Rows need `tabIndex={-1}`. `turn` goes to the next or previous page,
 * and returns whether there is one.
 */
export function useRowFocus(count: number, turn: (step: 1 | -1) => boolean = () => false): RowFocus {
  const [index, setIndex] = useState<number>();
  const elements = useRef(new Map<number, HTMLElement>());
  const move = (step: 1 | -1) => {
    if (count === 0) return;
    const target = index === undefined ? 0 : index + step;
    if ((target < 0 || target >= count) && turn(step)) return;
    const next = Math.min(count - 1, Math.max(0, target));
    setIndex(next);
    elements.current.get(next)?.focus();
  };
  useActions([
    { shortcut: 'j', repeats: true, name: text.nextRow, perform: () => move(1), enabled: count > 0 },
    { shortcut: 'k', repeats: true, name: text.previousRow, perform: () => move(-1), enabled: count > 0 },
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
  const focusedElement = () => (index === undefined ? undefined : elements.current.get(index));
  return { index, rowRef, setIndex, focused: focusedElement };
}
