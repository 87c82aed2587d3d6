import { addDays } from '@dayline/contracts/clinic/clinic-time';
import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { cardHeight } from '../../shared/appointments/appointment-card.tsx';
import { usePendingChanges } from '../../shared/appointments/marking/pending-changes.ts';
import { canBeMarked, withPending } from '../../shared/appointments/marking/rules.ts';
import { calledElsewhereWords, elsewhereWords, presenceNote } from '../../shared/appointments/presence/presence.ts';
import { useHallTime } from '../../shared/appointments/presence/use-queue-board.ts';
import { statusFilters } from '../../shared/appointments/status-filters.ts';
import { appointmentText } from '../../shared/appointments/text.ts';
import { type Side, useVisitActions } from '../../shared/appointments/visit/use-visit-actions.tsx';
import { visitOfCard } from '../../shared/appointments/visit/visit-row.ts';
import { useDrawerFilters } from '../../shared/list/drawer-filters.ts';
import { countedPath, paths } from '../../shared/paths.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import type { Action } from '../../ui/buttons/action.ts';
import { ListState } from '../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../ui/feedback/skeletons.tsx';
import { Muted } from '../../ui/layout/boxes.tsx';
import { TextLink } from '../../ui/layout/text-link.tsx';
import { countText } from '../../ui/locale/words.ts';
import { onPrint } from '../../ui/theme/on-print.ts';
import { useToday } from './api/queries.ts';
import { Board } from './components/board.tsx';
import { CallNext } from './components/call-next.tsx';
import { DayRibbon } from './components/day-ribbon.tsx';
import { TitleLine } from './components/title-line.tsx';
import { useBoardView } from './components/use-board-view.ts';
import { useCardsPerPage } from './components/use-cards-per-page.ts';
import { useOthersChanges } from './components/use-others-changes.ts';
import { useTodayAddress } from './components/use-today-address.ts';
import { type BoardFilter, cardsPerPage, stageFilters } from './rules.ts';
import { filterLabels, todayText as text } from './text.ts';
import { filterRows, isNarrowed, ribbonOf } from './worklist.ts';

const nothing: readonly TodaysAppointment[] = [];

/** The actions of a card's buttons, menu and keys; moving, cancelling and correcting are for admins. */
function useCardActions(side: Side, today: string) {
  const actions = useVisitActions(side, today);
  const moveOf = (row: TodaysAppointment | undefined): Action => ({
    ...actions.moveAction(row && visitOfCard(row)),
    shortcut: 'm',
  });
  const menuOf = (row: TodaysAppointment): Action[] => {
    if (side === 'doctor') return actions.presenceMenu(row);
    if (row.movingTo) return [];
    const visit = visitOfCard(row);
    const payment = actions.paymentActions(visit);
    if (!canBeMarked(row)) return [actions.statusAction(visit), ...payment];
    return [...actions.presenceMenu(row), moveOf(row), ...payment, actions.cancelAction(visit)];
  };
  const payOf = (row: TodaysAppointment): Action | undefined => {
    const isDue = !row.paid && row.money.amount !== 0 && row.Status !== 'Cancelled' && row.Status !== 'Not_Availed';
    return isDue ? actions.payAction(visitOfCard(row)) : undefined;
  };
  return { ...actions, menuOf, ...(side === 'admin' ? { moveOf, payOf } : { moveOf: undefined, payOf: undefined }) };
}

/** "Unresolved from earlier days" with its count, if there are any: Confirmed appointments of earlier days. */
function UnresolvedNotice({ side, count, today }: { side: Side; count: number | undefined; today: string }) {
  const to = side === 'doctor' ? paths.appointmentDetails : paths.appointmentDetailsAdmin;
  if (!count) return null;
  return (
    <TextLink
      to={countedPath(to, { status: 'Confirmed', to: addDays(today, -1) })}
      sx={{ display: 'inline-flex', alignItems: 'center', minHeight: 24 }}
    >
      {text.unresolved} {countText(count)}
    </TextLink>
  );
}

/** Whether the page is being printed, where there is no next page to click on. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  // Synchronously: browsers print or copy the page as it is when the event ends.
  useEffect(() => onPrint((now) => flushSync(() => setPrinting(now))), []);
  return isPrinting;
}

/** Below the board: other users' changes, and the links to further pages. */
function BoardFoot({ line, isHidden, children }: { line: string; isHidden: boolean; children: ReactNode }) {
  return (
    <Box
      className="not-on-paper"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 2,
        mt: 1,
        minHeight: 24,
        fontSize: '0.8125rem',
        // Hidden rather than removed: its position depends on the length of the list.
        visibility: isHidden ? 'hidden' : 'visible',
      }}
    >
      <Muted role="status" sx={{ flex: 1 }}>
        {line}
      </Muted>
      {children}
    </Box>
  );
}

/**
 * Section 2, today's appointments of the admin or of the doctor: the admin's has pages and Cancel; the doctor's shows
 * the whole list, asks before a mark, and shows a toast for others' changes.
 */
export default function TodaysAppointmentsPage() {
  const { role } = useIdentity();
  const side = role === 'doctor' ? 'doctor' : 'admin';
  const { query, hours, lateAfterMinutes, unresolved, calledElsewhere } = useToday(side);
  const now = useHallTime(lateAfterMinutes);
  const address = useTodayAddress();
  const { filter, search, pocId, hour, setFilter, setPage } = address;
  const paged = side === 'admin';

  const pending = usePendingChanges((state) => state.changes);
  const rows = useMemo(() => withPending(query.data ?? nothing, pending), [query.data, pending]);
  const { flashing, line } = useOthersChanges(query.data, paged ? 'line' : 'toast');

  // A page number chosen yesterday is reset.
  const shownDay = useRef(now.date);
  useEffect(() => {
    if (shownDay.current === now.date) return;
    shownDay.current = now.date;
    setPage(1);
  }, [now.date, setPage]);

  // The whole list is printed, not only the current page.
  const printing = usePrinting();
  const hasRowSizes = paged && !printing;
  const perPage = useCardsPerPage(() => setPage(1));
  const board = useBoardView({
    ...{ rows, now, filter, search, pocId, hour },
    page: hasRowSizes ? address.page : 1,
    size: hasRowSizes ? perPage.size : Number.MAX_SAFE_INTEGER,
  });
  const isLoaded = query.data !== undefined;
  const tabOf = (key: BoardFilter) => ({
    key,
    label: filterLabels[side][key],
    count: isLoaded ? board.counts[key] : undefined,
  });
  const tabs = statusFilters.map(tabOf);
  useDrawerFilters({ label: text.filters, tabs, value: filter, onChange: setFilter });
  const ribbon = useMemo(
    () => ribbonOf(hours ?? [], filterRows(rows, { search: '', pocId, hour: undefined }), now),
    [hours, rows, pocId, now],
  );
  const actions = useCardActions(side, now.date);
  const elsewhereOf = (row: TodaysAppointment) =>
    paged ? elsewhereWords(rows, row) : calledElsewhereWords(calledElsewhere ?? [], row.AppointmentId);
  const noteOf = (row: TodaysAppointment): string | undefined =>
    row.movingTo
      ? appointmentText.moving
      : [presenceNote(row, now), elsewhereOf(row)].filter(Boolean).join(', ') || undefined;
  const clear = { name: text.clear, perform: address.clear };

  return (
    <>
      <TitleLine
        today={now.date}
        address={address}
        tabs={tabs}
        stages={stageFilters.map(tabOf)}
        rows={rows}
        withDoctor={paged}
        perPage={paged ? perPage : undefined}
      />
      {paged ? null : <CallNext rows={rows} known={isLoaded} now={now} commands={actions.presence} />}
      <ListState
        query={query}
        skeleton={
          <Paper>
            <RowsSkeleton rows={cardsPerPage} height={cardHeight} columns={4} />
          </Paper>
        }
        failed={{ title: text.failed }}
        count={() => board.cards.length}
        filtered={filter !== 'All' || isNarrowed({ search, pocId, hour })}
        empty={{ title: text.noneMatch, icon: 'today', hint: text.comeByThemselves }}
        noMatch={{ title: text.noneMatch, action: clear }}
      >
        {() => (
          <Board
            view={board}
            flashing={flashing}
            withDoctor={paged}
            now={now}
            onMark={(row, status) => actions.mark(visitOfCard(row), status)}
            stateOf={actions.stateOf}
            stateKeys={actions.stateKeys}
            plain={!paged}
            menuOf={actions.menuOf}
            moveOf={actions.moveOf}
            noteOf={noteOf}
            payOf={actions.payOf}
            onPage={address.setPage}
          />
        )}
      </ListState>
      <BoardFoot line={line} isHidden={query.isPending}>
        <UnresolvedNotice side={side} count={unresolved} today={now.date} />
      </BoardFoot>
      {isLoaded && hours ? <DayRibbon hours={ribbon} now={now} hour={hour} onHour={address.setHour} /> : null}
      {actions.dialogs}
    </>
  );
}
