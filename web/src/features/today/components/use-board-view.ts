import { type FocusEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useToastState } from '../../../shared/actions/toast.ts';
import { isChanging, usePendingChanges } from '../../../shared/appointments/marking/pending-changes.ts';
import { type BoardInputs, boardView, emptyView } from '../board-view.ts';

/** Whether the target is in a menu or dialog over the page: while that is open, the rows below it stay. */
const isOverPage = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('.MuiModal-root') !== null;

/** The rows under the pointer and the focus. */
function usePointer() {
  const [hoveredId, setHoveredId] = useState<string>();
  const [isFocusInside, setFocusInside] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const isHovering = hoveredId !== undefined;
  // A button that disappears under the pointer fires no pointerleave: the next pointerover is used instead.
  useEffect(() => {
    if (!isHovering) return;
    const onOver = ({ target }: PointerEvent) => {
      if (!(target instanceof Node && list.current?.contains(target)) && !isOverPage(target)) setHoveredId(undefined);
    };
    document.addEventListener('pointerover', onOver);
    return () => document.removeEventListener('pointerover', onOver);
  }, [isHovering]);
  return {
    hovered: hoveredId,
    isFocusInside,
    /** To be set on each row. */
    onPointerEnter: setHoveredId,
    /** To be set on the list around them. */
    listProps: {
      ref: list,
      onPointerLeave: () => setHoveredId(undefined),
      onFocus: () => setFocusInside(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget) && !isOverPage(relatedTarget)) setFocusInside(false);
      },
    },
  };
}

/** The board's view, and the props its list needs to hold rows in place. */
export function useBoardView(inputs: Omit<BoardInputs, 'clock' | 'held' | 'inUse'>) {
  const toasts = useToastState((state) => state.toasts);
  const changes = usePendingChanges((state) => state.changes);
  const [focusedId, setFocusedId] = useState<string>();
  const { hovered, isFocusInside, ...pointer } = usePointer();
  const last = useRef(emptyView);
  const [, renderAgain] = useState(0);

  const heldIds = new Set(toasts.flatMap(({ subject }) => subject ?? []));
  for (const id of changes.keys()) if (isChanging(changes, id)) heldIds.add(id);
  const clock = Date.now();
  const inUse = new Set([hovered, isFocusInside ? focusedId : undefined].filter((id) => id !== undefined));
  const view = boardView(last.current, { ...inputs, clock, held: heldIds, inUse });
  useLayoutEffect(() => {
    last.current = view;
  });

  const nextEnd = Math.min(...[...view.flashes.values()].filter((until) => until > clock));
  useEffect(() => {
    if (nextEnd === Number.POSITIVE_INFINITY) return;
    const timer = setTimeout(() => renderAgain((count) => count + 1), nextEnd - Date.now());
    return () => clearTimeout(timer);
  }, [nextEnd]);
  return { ...view, inUse, focusedId, setFocusedId, ...pointer };
}
