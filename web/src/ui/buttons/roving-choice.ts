import { type KeyboardEvent, useRef } from 'react';

/**
 * Roving tabindex: one tab stop for a group of choices; arrows move between the available ones, Home and End to the
 * ends. `focusable` are their indexes in order.
 */
export function useRovingChoice(focusable: readonly number[], current: number | undefined) {
  const elements = useRef(new Map<number, HTMLElement>());
  const entry = current !== undefined && focusable.includes(current) ? current : focusable[0];
  const onKeyDown = (index: number) => (event: KeyboardEvent) => {
    const at = focusable.indexOf(index);
    const [next, before] = [at + 1, at - 1];
    const places = { ArrowRight: next, ArrowDown: next, ArrowLeft: before, ArrowUp: before, Home: 0, End: -1 };
    const place = places[event.key as keyof typeof places] as number | undefined;
    const target = place === undefined ? undefined : focusable.at(place % focusable.length);
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
