import { useEffect, useRef } from 'react';
import { belongsToField } from '../../../shared/actions/actions.ts';

export const chosenLook = { bgcolor: 'teal.soft', boxShadow: 'inset 3px 0 0 var(--dl-palette-primary-main)' } as const;

/**
 * A row that keys choose: it is scrolled to and focused, so that a screen reader says it, unless somebody types. It keeps
 * the focus in its next place.
 */
export function useChosenRow<Row extends HTMLElement>(isChosen: boolean) {
  const ref = useRef<Row>(null);
  useEffect(() => {
    const row = ref.current;
    if (!isChosen || !row) return;
    row.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
    const { activeElement } = document;
    if (!row.contains(activeElement) && !belongsToField(activeElement)) row.focus({ preventScroll: true });
  }, [isChosen]);
  return { ref, tabIndex: -1, 'aria-current': isChosen || undefined } as const;
}
