import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { pagesOf } from '../../../ui/paging/page-window.ts';
import { steadyIds } from '../rules.ts';
import type { Group, WorklistEntry } from '../worklist.ts';

interface Steady {
  /** The rows to show, in order. */
  shown: readonly WorklistEntry[];
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

/** What a page of the board shows. */
interface Shown {
  view: string;
  ids: readonly string[];
  groups: ReadonlyMap<string, Group>;
}

const isSame = (one: Shown, other: Shown): boolean =>
  one.view === other.view &&
  one.ids.length === other.ids.length &&
  one.ids.every((id, index) => id === other.ids[index] && one.groups.get(id) === other.groups.get(id));

/** Whether the target is in a menu or dialog over the page: while it is open, the rows below it stay. */
const isOverPage = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('.MuiModal-root') !== null;

/** The rows of one page of a board, where "nothing moves under the pointer or takes the focus". */
export function useSteadyRows(args: {
  /** The whole day, in order. */
  worklist: readonly WorklistEntry[];
  /** Those that match the filters, in the same order. */
  matching: readonly WorklistEntry[];
  /** Identifies the filters: other filters are a new page. */
  filters: string;
  /** From 1; may be past the end. */
  page: number;
  size: number;
}): Steady {
  const { worklist, matching, filters, size } = args;
  const [hovered, setHovered] = useState(-1);
  const [focusInside, setFocusInside] = useState(false);
  const [focusedId, setFocusedId] = useState<string>();
  const [last, setLast] = useState<Shown>({ view: '', ids: [], groups: new Map() });

  const list = useRef<HTMLDivElement>(null);
  const hovering = hovered >= 0;

  // A button that vanishes under the pointer fires no pointerleave: the next pointerover tells.
  useEffect(() => {
    if (!hovering) return;
    const onOver = ({ target }: PointerEvent) => {
      if (!(target instanceof Node && list.current?.contains(target)) && !isOverPage(target)) setHovered(-1);
    };
    document.addEventListener('pointerover', onOver);
    return () => document.removeEventListener('pointerover', onOver);
  }, [hovering]);

  const byId = useMemo(() => new Map(worklist.map((entry) => [entry.row.AppointmentId, entry])), [worklist]);
  const order = useMemo(() => new Map(worklist.map(({ row }, index) => [row.AppointmentId, index])), [worklist]);
  const next = useMemo(() => matching.map(({ row }) => row.AppointmentId), [matching]);

  const held = hovering || focusInside;
  const filled = pagesOf(next.length, size);
  const page = held ? args.page : Math.min(args.page, filled);
  const view = `${filters} ${page}`;
  const before = last.view === view ? last.ids : [];
  const focusIndex = focusInside && focusedId !== undefined ? before.indexOf(focusedId) : -1;
  const ids = steadyIds({
    shown: before,
    next,
    order,
    anchor: Math.max(Math.min(hovered, before.length - 1), focusIndex),
    moved: new Set(before.filter((id) => byId.get(id)?.group !== last.groups.get(id))),
    from: (page - 1) * size,
    size,
  });
  // Under the pointer or the focus a row stays in its group, even if it now belongs to another.
  const groups = new Map<string, Group>();
  for (const id of ids) {
    const group = held && before.includes(id) ? last.groups.get(id) : byId.get(id)?.group;
    if (group !== undefined) groups.set(id, group);
  }
  useLayoutEffect(() => {
    const next = { view, ids, groups };
    if (!isSame(last, next)) setLast(next);
  });

  return {
    shown: ids.flatMap((id) => {
      const entry = byId.get(id);
      return entry ? { ...entry, group: groups.get(id) ?? entry.group } : [];
    }),
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
