import { type KeyboardEvent, useRef } from 'react';

const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * Roving tabindex: one tab stop for a group of choices; arrows move between the available ones, Home and End to the
 * ends. `focusable` are their indexes in order.
 */
export function useRovingChoice(focusable: readonly number[], current: number | undefined) {
  const elements = useRef(new Map<number, HTMLElement>());
  const entry = current !== undefined && focusable.includes(current) ? current : focusable[0];
  const onKeyDown = (index: number) => (event: KeyboardEvent) => {
    const at = focusable.indexOf(index);
    const step = steps[event.key];
    const target =
      event.key === 'Home'
        ? focusable[0]
        : event.key === 'End'
          ? focusable.at(-1)
          : step === undefined
            ? undefined
            : focusable[(at + step + focusable.length) % focusable.length];
    if (target === undefined) return;
    event.preventDefault();
    elements.current.get(target)?.focus();
  };
  const refOf = (index: number) => (element: HTMLElement | null) => {
    if (element) elements.current.set(index, element);
    else elements.current.delete(index);
  };
  return { tabIndexOf: (index: number): 0 | -1 => (index === entry ? 0 : -1), onKeyDown, refOf };
}
