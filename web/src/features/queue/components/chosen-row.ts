import { useEffect, useRef } from 'react';
import { belongsToField } from '../../../shared/actions/actions.ts';

export const chosenLook = { bgcolor: 'teal.soft', boxShadow: 'inset 3px 0 0 var(--dl-palette-primary-main)' } as const;

/**
 * A row chosen by keys: it is scrolled to and focused, so that a screen reader announces it, unless somebody is typing.
 * It keeps the focus when it moves.
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
