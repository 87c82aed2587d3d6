import type { AppointmentStatus } from '@dayline/contracts/appointments';
import type { ClinicTime } from '@dayline/contracts/clinic/clinic-time';
import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { Fragment, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { useActions } from '../../../shared/actions/actions.ts';
import { KeyHints } from '../../../shared/actions/key-hints.tsx';
import { useRowFocus } from '../../../shared/actions/row-focus.ts';
import { actionsText } from '../../../shared/actions/text.ts';
import { useToastState } from '../../../shared/actions/toast.ts';
import { canBeMarked } from '../../../shared/appointments/marking/rules.ts';
import { appointmentText } from '../../../shared/appointments/text.ts';
import type { Action } from '../../../ui/buttons/action.ts';
import { Icon } from '../../../ui/icons/icon.tsx';
import { Span } from '../../../ui/layout/boxes.tsx';
import { countText } from '../../../ui/locale/words.ts';
import { WindowedPager } from '../../../ui/paging/pager.tsx';
import { GroupHeading } from '../../../ui/table/group-heading.tsx';
import { todayText as text } from '../text.ts';
import { type Group, minutesLate } from '../worklist.ts';
import { BoardCard } from './board-card.tsx';
import { markActions } from './card-actions.tsx';
import type { useBoardView } from './use-board-view.ts';

interface BoardProps {
  view: ReturnType<typeof useBoardView>;
  flashing: ReadonlySet<string>;
  withDoctor: boolean;
  now: ClinicTime;
  /** Resolves when the change is made or was not confirmed. */
  onMark(row: TodaysAppointment, status: AppointmentStatus): Promise<void>;
  /** A row's Arrived or Call button, before the marks. */
  stateOf(row: TodaysAppointment): Action | undefined;
  /** The same actions for the focused card, by their keys. */
  stateKeys(row: TodaysAppointment | undefined): readonly Action[];
  /** Whether no card's button is filled. */
  plain: boolean;
  /** A row's further actions, in its menu. */
  menuOf(row: TodaysAppointment): readonly Action[];
  /** The focused card's move, by its key; for administrators. */
  moveOf: ((row: TodaysAppointment | undefined) => Action) | undefined;
  /** The line under a row's time: the wait, the room, or where the patient is called. */
  noteOf(row: TodaysAppointment): string | undefined;
  /** Records what is due; undefined if nothing is. */
  payOf: ((row: TodaysAppointment) => Action | undefined) | undefined;
  onPage(page: number): void;
}

const hintsOf = (words: typeof actionsText.hints) =>
  [
    ['J', ''],
    ['K', words.rows],
    ['A', words.arrived],
    ['C', words.call],
    ['V', words.visited],
    ['N', words.notVisited],
    ['M', words.move],
    ['U', words.undo],
  ] as const;

/** A group's heading: its name, its count, and its order. */
function Heading({ group, count }: { group: Group; count: number }) {
  const { name, hint } = text.groups[group];
  return (
    <GroupHeading {...(group === 'late' ? { tone: 'notVisited' as const } : {})}>
      {group === 'late' ? <Icon name="warning" size={14} /> : null}
      <Box component="h2" sx={{ m: 0, fontSize: 'inherit', fontWeight: 600 }}>
        {name} {countText(count)}
      </Box>
      {hint === '' ? null : (
        <Span sx={{ color: 'text.secondary', display: { xs: 'none', md: 'inline' } }}>· {hint}</Span>
      )}
    </GroupHeading>
  );
}

/** The latest version of a function, with a stable identity. */
function useLatest<Args extends unknown[], Result>(now: (...args: Args) => Result): (...args: Args) => Result {
  const latest = useRef(now);
  useLayoutEffect(() => {
    latest.current = now;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}

/**
 * Scrolls by as much as headings that come or go above it would move the row in use, which stays at its index: so it
 * stays under the pointer.
 */
function useSteadyScroll(cards: BoardProps['view']['cards'], inUse: ReadonlySet<string>, elementOf: ElementOf) {
  const last = useRef<{ id: string; index: number; top: number }>(undefined);
  useLayoutEffect(() => {
    const index = cards.findIndex(({ row }) => inUse.has(row.AppointmentId));
    const id = cards[index]?.row.AppointmentId;
    const element = id === undefined ? undefined : elementOf(id);
    const before = last.current;
    last.current = undefined;
    if (id === undefined || !element) return;
    const top = element.getBoundingClientRect().top + window.scrollY;
    last.current = { id, index, top };
    if (before?.id === id && before.index === index && before.top !== top) window.scrollBy(0, top - before.top);
  });
}

type ElementOf = (id: string) => HTMLElement | undefined;

/** J after the last card goes to the next page, K before the first to the previous one; the focus moves there. */
function useTurning(
  { page, pages, cards }: BoardProps['view'],
  onPage: (page: number) => void,
  focus: (id: string) => void,
): (step: 1 | -1) => boolean {
  const direction = useRef<1 | -1>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once another page is shown
  useEffect(() => {
    const entry = direction.current && cards.at(direction.current === 1 ? 0 : -1);
    direction.current = undefined;
    if (entry) focus(entry.row.AppointmentId);
  }, [page]);
  return (step) => {
    if (page + step < 1 || page + step > pages) return false;
    direction.current = step;
    onPage(page + step);
    return true;
  };
}

/** Today's cards with their keys and pager. */
export function Board(props: BoardProps) {
  const { view, flashing, withDoctor, now, onMark, stateOf, stateKeys, plain, menuOf, moveOf, noteOf, payOf, onPage } =
    props;
  const { cards: boardCards, groupCounts, focusedId, setFocusedId } = view;
  const cards = useRef(new Map<string, HTMLElement>());
  const turn = useTurning(view, onPage, (id) => cards.current.get(id)?.focus());
  const { index, rowRef, setIndex } = useRowFocus(boardCards.length, turn);
  useSteadyScroll(boardCards, view.inUse, (id) => cards.current.get(id));
  const toasts = useToastState((state) => state.toasts);
  const lastAction = useRef<string>(undefined);

  // The highlight follows the appointment, wherever its row is.
  const at = boardCards.findIndex(({ row }) => row.AppointmentId === focusedId);
  useEffect(() => setIndex(at < 0 ? undefined : at), [at, setIndex]);

  // A marked card loses its buttons: the card itself is focused.
  useLayoutEffect(() => {
    if (lastAction.current === undefined || document.activeElement !== document.body) return;
    cards.current.get(lastAction.current)?.focus();
    lastAction.current = undefined;
  });

  const mark = (row: TodaysAppointment, status: AppointmentStatus) => {
    lastAction.current = row.AppointmentId;
    void onMark(row, status).finally(() => {
      if (lastAction.current === row.AppointmentId) lastAction.current = undefined;
    });
  };
  const focusedRow = at < 0 ? undefined : boardCards[at]?.row;
  const marks = markActions(focusedRow, (status) => {
    if (focusedRow) mark(focusedRow, status);
  });
  useActions([...stateKeys(focusedRow), ...marks, ...(moveOf ? [moveOf(focusedRow)] : [])]);
  const next = boardCards.find(({ row }) => canBeMarked(row))?.row;
  const primary = plain ? undefined : focusedRow && canBeMarked(focusedRow) ? focusedRow : next;

  const hold = useCallback(
    (id: string, position: number, element: HTMLElement | null) => {
      rowRef(position)(element);
      if (element) cards.current.set(id, element);
      else cards.current.delete(id);
    },
    [rowRef],
  );
  const onMarkCard = useLatest(mark);
  const stateOfCard = useLatest(stateOf);
  const menuOfCard = useLatest(menuOf);
  const payOfCard = useLatest((row: TodaysAppointment) => payOf?.(row));
  const subjects = new Set(toasts.flatMap(({ subject }) => subject ?? []));

  return (
    <Paper {...view.listProps}>
      <Box component="section" aria-label={text.title}>
        {boardCards.map(({ row, group, heading }, position) => (
          <Fragment key={row.AppointmentId}>
            {boardCards[position - 1]?.heading === heading ? null : (
              <Heading group={heading} count={groupCounts[heading]} />
            )}
            <BoardCard
              row={row}
              position={position}
              withDoctor={withDoctor}
              focused={position === index}
              primary={row === primary}
              flash={flashing.has(row.AppointmentId)}
              marked={row.Status !== 'Confirmed' && subjects.has(row.AppointmentId)}
              late={group === 'late' ? appointmentText.late(minutesLate(row, now)) : undefined}
              hold={hold}
              onFocus={setFocusedId}
              onEnter={view.onPointerEnter}
              onMark={onMarkCard}
              presence={noteOf(row)}
              stateOf={stateOfCard}
              menuOf={menuOfCard}
              payOf={payOfCard}
            />
          </Fragment>
        ))}
      </Box>
      {view.pages > 1 ? (
        <WindowedPager
          page={view.page}
          pages={view.pages}
          onPage={onPage}
          label={text.title}
          aside={<KeyHints hints={hintsOf(actionsText.hints)} />}
        />
      ) : null}
    </Paper>
  );
}
