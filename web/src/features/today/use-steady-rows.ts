import type { TodaysAppointment } from '@dayline/contracts/endpoints/boards';
import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { pagesOf } from '../../shared/list/page-window.ts';
import { type Filter, matching, steadyIds } from './rules.ts';

interface Steady {
  /** The rows to show, in order. */
  shown: readonly TodaysAppointment[];
  page: number;
  pages: number;
  focusedId: string | undefined;
  setFocusedId(id: string | undefined): void;
  /** For each row. */
  onPointerEnter(index: number): void;
  /** For the list around them. */
  listProps: {
    ref: RefObject<HTMLDivElement | null>;
    onPointerLeave(): void;
    onFocus(): void;
    onBlur(event: FocusEvent): void;
  };
}

/** Whether something is a menu or a question over the page: while it is open, the rows below it stay. */
const isOverPage = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('.MuiModal-root') !== null;

/** The rows of one page of a board, where "nothing moves under the pointer or takes the focus". */
export function useSteadyRows(args: {
  rows: readonly TodaysAppointment[];
  filter: Filter;
  /** From 1; may lie past the end. */
  page: number;
  size: number;
}): Steady {
  const { rows, filter, size } = args;
  const [hovered, setHovered] = useState(-1);
  const [focusInside, setFocusInside] = useState(false);
  const [focusedId, setFocusedId] = useState<string>();
  const last = useRef<{ view: string; ids: readonly string[] }>({ view: '', ids: [] });

  const list = useRef<HTMLDivElement>(null);
  const hovering = hovered >= 0;

  // A button that vanishes under the pointer takes its leaving with it: the next place that is pointed at tells.
  useEffect(() => {
    if (!hovering) return;
    const onOver = ({ target }: PointerEvent) => {
      if (!(target instanceof Node && list.current?.contains(target)) && !isOverPage(target)) setHovered(-1);
    };
    document.addEventListener('pointerover', onOver);
    return () => document.removeEventListener('pointerover', onOver);
  }, [hovering]);

  const byId = useMemo(() => new Map(rows.map((row) => [row.AppointmentId, row])), [rows]);
  const order = useMemo(() => new Map(rows.map((row, index) => [row.AppointmentId, index])), [rows]);
  const next = useMemo(() => matching(rows, filter).map((row) => row.AppointmentId), [rows, filter]);

  const held = hovering || focusInside;
  const filled = pagesOf(next.length, size);
  const page = held ? args.page : Math.min(args.page, filled);
  const view = `${filter} ${page}`;
  const before = last.current.view === view ? last.current.ids : [];
  const focusIndex = focusInside && focusedId !== undefined ? before.indexOf(focusedId) : -1;
  const ids = steadyIds({
    shown: before,
    next,
    order,
    anchor: Math.max(Math.min(hovered, before.length - 1), focusIndex),
    from: (page - 1) * size,
    size,
  });
  useLayoutEffect(() => {
    last.current = { view, ids };
  });

  return {
    shown: ids.flatMap((id) => byId.get(id) ?? []),
    page,
    pages: Math.max(filled, page),
    focusedId,
    setFocusedId,
    onPointerEnter: setHovered,
    listProps: {
      ref: list,
      onPointerLeave: () => setHovered(-1),
      onFocus: () => setFocusInside(true),
      onBlur: (event) => {
        const { currentTarget, relatedTarget } = event;
        if (!currentTarget.contains(relatedTarget) && !isOverPage(relatedTarget)) setFocusInside(false);
      },
    },
  };
}
