import type { AppointmentStatus } from '@dayline/contracts/appointments';
import type { TodaysAppointment } from '@dayline/contracts/endpoints/boards';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useRowFocus } from '../../shared/actions/row-focus.ts';
import { useShortcuts } from '../../shared/actions/shortcuts.ts';
import { canBeMarked } from '../../shared/marking/rules.ts';
import { markingText } from '../../shared/marking/text.ts';
import { AppointmentCard } from '../../shared/ui/appointment-card.tsx';
import { WindowedPager } from '../../shared/ui/pager.tsx';
import { CardActions, CardMenu } from './card-actions.tsx';
import { todayText } from './text.ts';
import type { useSteadyRows } from './use-steady-rows.ts';

interface BoardProps {
  steady: ReturnType<typeof useSteadyRows>;
  flashing: ReadonlySet<string>;
  withDoctor: boolean;
  /** Scrolled to when the board opens: where the day has come to, if that lies below the screen. */
  openAt: string | undefined;
  onMark(row: TodaysAppointment, status: AppointmentStatus): void;
  onCancel: ((row: TodaysAppointment) => void) | undefined;
  onPage(page: number): void;
}

/** What a card does to its board. */
interface Hands {
  hold(id: string, position: number, element: HTMLElement | null): void;
  focus(id: string): void;
  enter(position: number): void;
  mark(row: TodaysAppointment, status: AppointmentStatus): void;
  cancel: ((row: TodaysAppointment) => void) | undefined;
}

const BoardCard = memo(function BoardCard(props: {
  row: TodaysAppointment;
  position: number;
  withDoctor: boolean;
  focused: boolean;
  flash: boolean;
  hands: Hands;
}) {
  const { row, position, withDoctor, focused, flash, hands } = props;
  const { AppointmentId: id } = row;
  const { cancel } = hands;
  const active = canBeMarked(row);
  const hold = useCallback((element: HTMLElement | null) => hands.hold(id, position, element), [hands, id, position]);
  return (
    <AppointmentCard
      ref={hold}
      time={row.AppointmentTime}
      patientName={row.PatientName}
      {...(withDoctor ? { doctorName: row.POC_Name } : {})}
      type={row.AppointmentType}
      status={row.Status}
      active={active}
      focused={focused}
      flash={flash}
      onFocus={() => hands.focus(id)}
      onPointerEnter={() => hands.enter(position)}
      actions={<CardActions row={row} onMark={(status) => hands.mark(row, status)} />}
      menu={active ? <CardMenu row={row} onCancel={cancel && (() => cancel(row))} /> : undefined}
    />
  );
});

/** The cards of today with their keys and pager. */
export function Board(props: BoardProps) {
  const { steady, flashing, withDoctor, openAt, onMark, onCancel, onPage } = props;
  const { shown, focusedId, setFocusedId } = steady;
  const { index, rowRef, setIndex } = useRowFocus(shown.length);
  const cards = useRef(new Map<string, HTMLElement>());
  const acted = useRef<string>(undefined);

  // The highlight belongs to the appointment, wherever its row stands.
  const at = shown.findIndex((row) => row.AppointmentId === focusedId);
  useEffect(() => setIndex(at < 0 ? undefined : at), [at, setIndex]);

  // A marked card loses its buttons: the focus stays with the card.
  useLayoutEffect(() => {
    if (acted.current === undefined || document.activeElement !== document.body) return;
    cards.current.get(acted.current)?.focus();
    acted.current = undefined;
  });

  useEffect(() => {
    if (openAt === undefined) return;
    const card = cards.current.get(openAt);
    if (card && card.getBoundingClientRect().bottom > window.innerHeight) card.scrollIntoView({ block: 'center' });
  }, [openAt]);

  const act = (row: TodaysAppointment, perform: () => void) => {
    acted.current = row.AppointmentId;
    perform();
  };
  const focused = at < 0 ? undefined : shown[at];
  const mayMark = focused !== undefined && canBeMarked(focused);
  const markFocused = (status: AppointmentStatus) => {
    if (focused && canBeMarked(focused)) act(focused, () => onMark(focused, status));
  };
  useShortcuts([
    { key: 'v', label: markingText.markAs('Availed'), perform: () => markFocused('Availed'), enabled: mayMark },
    { key: 'n', label: markingText.markAs('Not_Availed'), perform: () => markFocused('Not_Availed'), enabled: mayMark },
  ]);

  const latest = useRef<Hands>(undefined);
  latest.current = {
    hold: (id, position, element) => {
      rowRef(position)(element);
      if (element) cards.current.set(id, element);
      else cards.current.delete(id);
    },
    focus: setFocusedId,
    enter: steady.onPointerEnter,
    mark: (row, status) => act(row, () => onMark(row, status)),
    cancel: onCancel && ((row) => act(row, () => onCancel(row))),
  };
  const mayCancel = onCancel !== undefined;
  // The same for as long as the board is there: of a long day only the cards that change are drawn anew.
  const hands = useMemo<Hands>(
    () => ({
      hold: (...what) => latest.current?.hold(...what),
      focus: (id) => latest.current?.focus(id),
      enter: (position) => latest.current?.enter(position),
      mark: (row, status) => latest.current?.mark(row, status),
      cancel: mayCancel ? (row) => latest.current?.cancel?.(row) : undefined,
    }),
    [mayCancel],
  );

  return (
    <Paper {...steady.listProps}>
      <Box role="feed" aria-label={todayText.title}>
        {shown.map((row, position) => (
          <BoardCard
            key={row.AppointmentId}
            row={row}
            position={position}
            withDoctor={withDoctor}
            focused={position === index}
            flash={flashing.has(row.AppointmentId)}
            hands={hands}
          />
        ))}
      </Box>
      {steady.pages > 1 ? (
        <WindowedPager page={steady.page} pages={steady.pages} onPage={onPage} label={todayText.title} />
      ) : null}
    </Paper>
  );
}
