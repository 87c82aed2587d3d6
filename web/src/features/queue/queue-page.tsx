import Box from '@mui/material/Box';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { useActions } from '../../shared/actions/actions.ts';
import { KeyHints } from '../../shared/actions/key-hints.tsx';
import { actionsText } from '../../shared/actions/text.ts';
import { type Column, isFolded, type totalsOf } from '../../shared/appointments/presence/column.ts';
import { presenceText } from '../../shared/appointments/presence/text.ts';
import { PrintList } from '../../shared/appointments/visit/print-list.tsx';
import { ExportCsvIcon } from '../../shared/exports/export-csv.tsx';
import { untilLoaded } from '../../shared/lazy-piece.ts';
import { SearchField } from '../../shared/list/search-field.tsx';
import { useIdentity } from '../../shared/session/session-store.ts';
import type { Action } from '../../ui/buttons/action.ts';
import { ActionButton } from '../../ui/buttons/action-button.tsx';
import { ListState } from '../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../ui/feedback/skeletons.tsx';
import { NativeSelectField } from '../../ui/fields/native-select-field.tsx';
import { Inline, Muted } from '../../ui/layout/boxes.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { DoctorColumn } from './components/doctor-column.tsx';
import { FoldedColumn } from './components/folded-column.tsx';
import { RoomLine } from './components/room-line.tsx';
import { queueText as text } from './text.ts';
import { useChoice } from './use-choice.ts';
import { useColumns } from './use-columns.ts';
import { useQueueActions } from './use-queue-actions.ts';
import { useSteadyOrder } from './use-steady-order.ts';

const WalkInDialog = lazy(() => untilLoaded(() => import('./components/walk-in-dialog.tsx')));

const hintsOf = (words: typeof actionsText.hints) =>
  [
    ['←', ''],
    ['→', words.doctor],
    ['J', ''],
    ['K', words.patient],
    ['A', words.arrived],
    ['C', words.call],
    ['V', words.visited],
    ['N', words.notVisited],
    ['M', words.move],
    ['W', words.walkIn],
    ['U', words.undo],
  ] as const;

/** Totals of the queue, beside the title. */
function Totals({ totals, doctors, order }: { totals: ReturnType<typeof totalsOf>; doctors: number; order: string }) {
  const parts = [
    text.onDuty(doctors),
    text.waitingCount(totals.waiting),
    text.calledCount(totals.called),
    ...(totals.late === 0 ? [] : [text.lateCount(totals.late)]),
    ...(totals.longest === undefined ? [] : [text.longest(presenceText.waited(totals.longest))]),
    order,
  ];
  return <Muted>{parts.join(' · ')}</Muted>;
}

const stateSchema = z.object({ walkIn: z.object({ value: z.string(), label: z.string() }) });

/** The dialog for a walk-in: open from the start for the patient whose page led here. */
function useWalkInDialog() {
  const { state, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [initial] = useState(() => stateSchema.safeParse(state).data?.walkIn);
  const [isOpen, setOpen] = useState(initial !== undefined);
  const [patient, setPatient] = useState(initial);
  return {
    isOpen,
    patient,
    open: () => setOpen(true),
    close() {
      setOpen(false);
      if (patient === undefined) return;
      setPatient(undefined);
      // A reload doesn't open it again.
      void navigate({ pathname, search }, { replace: true });
    },
  };
}

type QueueFilter = Pick<ReturnType<typeof useColumns>, 'department' | 'departments' | 'search' | 'set'>;

/** The department, the search, and the button between them. */
function Filters(props: QueueFilter & { date: string; walkIn: ReactNode }) {
  const { date, department, departments, search, set, walkIn } = props;
  const { clientId } = useIdentity();
  const request = { clientId, date, status: 'Confirmed' as const, ...(search !== '' && { search }) };
  return (
    <Inline gap={1} wrap sx={{ width: '100%' }}>
      <Box sx={{ flex: { xs: '1 1 130px', md: '0 0 170px' } }}>
        <NativeSelectField
          label={text.department}
          labelHidden
          value={department}
          onChange={(value) => set({ department: value })}
          placeholder={text.allDepartments}
          choices={departments.map((name) => ({ value: name, label: name }))}
        />
      </Box>
      {walkIn}
      <SearchField
        label={text.search}
        placeholder={text.searchShort}
        value={search}
        onChange={(value) => set({ search: value })}
        width={280}
      />
      {/* A department's rows aren't exported alone. */}
      {department === '' ? <ExportCsvIcon name="exportAppointments" request={request} /> : null}
      <PrintList />
    </Inline>
  );
}

/** A column for each doctor on duty: who is called, waiting, late and expected. */
export default function QueuePage() {
  const { now, order, rows, all, columns: byNeed, totals, query, departments, department, search, set } = useColumns();
  const actions = useQueueActions(now.date, rows);
  const { ordered, listProps } = useSteadyOrder(byNeed);
  const [showsBlocked, setShowsBlocked] = useState(false);
  const foldedColumns = showsBlocked ? [] : ordered.filter(isFolded);
  const columns = ordered.filter((column) => !foldedColumns.includes(column));
  const { column, row, marked, choose, keys } = useChoice(columns);
  const dialog = useWalkInDialog();
  const [draggedId, setDraggedId] = useState<string>();
  const goTo = (pocId: string, id?: string) => {
    if (foldedColumns.some(({ doctor }) => doctor.pocId === pocId)) setShowsBlocked(true);
    choose(pocId, id);
  };
  const walkIn: Action = { name: text.walkIn, icon: 'plus', shortcut: 'w', perform: dialog.open };
  // The one filled button: the chosen doctor's, or else that of the first free doctor with people waiting.
  const isReady = (candidate: Column): boolean => candidate.called.length === 0 && candidate.waiting.length > 0;
  const readyColumn = column && isReady(column) ? column : columns.find(isReady);
  const state = row && actions.stateOf(row);
  const call = state?.shortcut === 'c' ? state : { ...actions.callNext(readyColumn ?? column), shortcut: 'c' };
  const [arrive] = actions.stateKeys(row);
  useActions([...keys, ...(arrive ? [arrive] : []), call, ...actions.marksOf(marked), actions.moveOf(row), walkIn]);

  return (
    <>
      <PageHeader
        title={text.title}
        afterTitle={query.data ? <Totals totals={totals} doctors={ordered.length} order={text.order[order]} /> : null}
        action={
          <Filters
            {...{ department, departments, search, set }}
            date={now.date}
            walkIn={<ActionButton action={walkIn} sx={{ order: { md: 1 } }} />}
          />
        }
      />
      <ListState
        query={query}
        skeleton={<RowsSkeleton rows={6} height={64} columns={5} />}
        failed={{ title: text.failed }}
        count={() => ordered.length}
        filtered={department !== ''}
        empty={{ title: text.nobody, icon: 'today', hint: text.comeByThemselves }}
        noMatch={{ title: text.noMatch, action: { name: text.showAll, perform: () => set({ department: '' }) } }}
      >
        {() => (
          <>
            <RoomLine
              columns={[...columns, ...foldedColumns]}
              now={now}
              chosenId={column?.doctor.pocId}
              onChoose={(pocId) => goTo(pocId)}
            />
            <Inline
              {...listProps}
              gap={1.25}
              sx={{ alignItems: 'stretch', overflowX: 'auto', scrollSnapType: 'x proximity', pb: 1 }}
            >
              {columns.map((queueColumn) => (
                <DoctorColumn
                  key={queueColumn.doctor.pocId}
                  column={queueColumn}
                  now={now}
                  actions={actions}
                  isChosen={queueColumn === column}
                  chosenId={row?.AppointmentId}
                  primary={queueColumn === readyColumn}
                  dragged={draggedId}
                  onDrag={setDraggedId}
                  onChoose={(id) => choose(queueColumn.doctor.pocId, id)}
                />
              ))}
              {foldedColumns.length === 0 ? null : (
                <FoldedColumn columns={foldedColumns} onShow={() => setShowsBlocked(true)} />
              )}
            </Inline>
          </>
        )}
      </ListState>
      <Box sx={{ mt: 1 }}>
        <KeyHints hints={hintsOf(actionsText.hints)} />
      </Box>
      {dialog.isOpen && query.data ? (
        <Suspense>
          <WalkInDialog
            columns={all}
            now={now}
            opened={{ pocId: column?.doctor.pocId, patient: dialog.patient }}
            onArrive={(id) => {
              const row = rows.find(({ AppointmentId }) => AppointmentId === id);
              if (row) void actions.presence.arrive(row);
            }}
            onAdded={goTo}
            onClose={dialog.close}
          />
        </Suspense>
      ) : null}
      {actions.dialogs}
    </>
  );
}
