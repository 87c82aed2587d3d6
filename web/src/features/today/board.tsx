import type { AppointmentStatus } from '@dayline/contracts/appointments';
import type { TodaysAppointment } from '@dayline/contracts/endpoints/boards';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { useEffect, useLayoutEffect, useRef } from 'react';
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

  return (
    <Paper {...steady.listProps}>
      <Box role="feed" aria-label={todayText.title}>
        {shown.map((row, position) => (
          <AppointmentCard
            key={row.AppointmentId}
            ref={(element) => {
              rowRef(position)(element);
              if (element) cards.current.set(row.AppointmentId, element);
              else cards.current.delete(row.AppointmentId);
            }}
            time={row.AppointmentTime}
            patientName={row.PatientName}
            {...(withDoctor ? { doctorName: row.POC_Name } : {})}
            type={row.AppointmentType}
            status={row.Status}
            active={canBeMarked(row)}
            focused={position === index}
            flash={flashing.has(row.AppointmentId)}
            onFocus={() => setFocusedId(row.AppointmentId)}
            onPointerEnter={() => steady.onPointerEnter(position)}
            actions={<CardActions row={row} onMark={(status) => act(row, () => onMark(row, status))} />}
            menu={
              canBeMarked(row) ? (
                <CardMenu row={row} onCancel={onCancel ? () => act(row, () => onCancel(row)) : undefined} />
              ) : undefined
            }
          />
        ))}
      </Box>
      {steady.pages > 1 ? (
        <WindowedPager page={steady.page} pages={steady.pages} onPage={onPage} label={todayText.title} />
      ) : null}
    </Paper>
  );
}
