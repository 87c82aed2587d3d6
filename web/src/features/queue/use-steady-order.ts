import { type FocusEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Column } from '../../shared/appointments/presence/column.ts';

const idOf = ({ doctor }: Column): string => doctor.pocId;

/** The columns in their order, which stays as it is while the pointer is over them or the focus is inside. */
export function useSteadyOrder(columns: readonly Column[]) {
  const order = useRef<readonly string[]>([]);
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isHeld = isHovered || isFocused;
  const indexOf = (column: Column): number => {
    const index = order.current.indexOf(idOf(column));
    return index < 0 ? order.current.length : index;
  };
  const steadyColumns = isHeld ? [...columns].sort((a, b) => indexOf(a) - indexOf(b)) : columns;
  useLayoutEffect(() => {
    order.current = steadyColumns.map(idOf);
  });
  return {
    ordered: steadyColumns,
    listProps: {
      onPointerEnter: () => setHovered(true),
      onPointerLeave: () => setHovered(false),
      onFocus: () => setFocused(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) setFocused(false);
      },
    },
  };
}
