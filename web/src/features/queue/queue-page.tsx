import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import Box from '@mui/material/Box';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useActions } from '../../shared/actions/actions.ts';
import { KeyHints } from '../../shared/actions/key-hints.tsx';
import { actionsText } from '../../shared/actions/text.ts';
import { useCall } from '../../shared/api/hooks.ts';
import { usePendingChanges } from '../../shared/appointments/marking/pending-changes.ts';
import { withPending } from '../../shared/appointments/marking/rules.ts';
import { presenceText } from '../../shared/appointments/presence/text.ts';
import { PrintList } from '../../shared/appointments/visit/print-list.tsx';
import { useClinicNow } from '../../shared/format/use-clinic-now.ts';
import { untilLoaded } from '../../shared/lazy-piece.ts';
import { useAddressParams } from '../../shared/list/address-params.ts';
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
import { type Column, columnOf, rowsOf, searchedRows, totalsOf } from './rules.ts';
import { queueText as text } from './text.ts';
import { useQueueActions } from './use-queue-actions.ts';

const WalkInDialog = lazy(() => untilLoaded(() => import('./components/walk-in-dialog.tsx')));

const nothing: readonly TodaysAppointment[] = [];

/** The columns of the doctors on duty, as filtered. */
function useColumns() {
  const { clientId, zone } = useIdentity();
  const now = useClinicNow(zone);
  const board = useCall('getQueueBoard', { clientId });
  const today = useCall('listTodaysAppointmentsOfClient', { clientId });
  const pending = usePendingChanges((state) => state.changes);
  const { params, set } = useAddressParams();
  const department = params.get('department') ?? '';
  const search = params.get('search') ?? '';
  const rows = useMemo(() => withPending(today.data ?? nothing, pending), [today.data, pending]);
  const all = board.data?.doctors ?? [];
  const doctors = all.filter((doctor) => department === '' || doctor.department === department);
  const order = board.data?.order ?? 'token';
  const found = searchedRows(rows, search);
  const setting = { now, order };
  const columns = doctors.map((doctor) => columnOf(doctor, found, setting));
  return {
    ...{ now, order, rows, all, columns, department, search, set },
    totals: totalsOf(columns, now),
    query: {
      data: board.data && today.data ? columns : undefined,
      isPending: board.isPending || today.isPending,
      isFetching: board.isFetching || today.isFetching,
      error: board.error ?? today.error,
      refetch: () => Promise.all([board.refetch(), today.refetch()]),
    },
    departments: [...new Set(all.map((doctor) => doctor.department))].sort(),
  };
}

/**
 * The chosen doctor and patient, moved by keys. Keys act on what the page marks: nothing before something is chosen, nor on
 * another patient once the chosen one has left.
 */
function useChoice(columns: readonly Column[]) {
  const [choice, setChoice] = useState<{ pocId?: string; id?: string | undefined }>({});
  const index = columns.findIndex(({ doctor }) => doctor.pocId === choice.pocId);
  const column = columns[index];
  const rows = column ? rowsOf(column) : [];
  const at = rows.findIndex(({ AppointmentId }) => AppointmentId === choice.id);
  const choose = (pocId: string, id?: string) => setChoice({ pocId, id });
  const step = (by: 1 | -1) => {
    // Before any is chosen both keys choose the first.
    const next = columns[index < 0 ? 0 : index + by];
    if (next) choose(next.doctor.pocId);
  };
  const stepRow = (by: 1 | -1) => {
    const inColumn = column ?? columns.find((column) => rowsOf(column).length > 0);
    if (!inColumn) return;
    const among = rowsOf(inColumn);
    const next = among[at < 0 ? (by === 1 ? 0 : among.length - 1) : at + by];
    if (next) choose(inColumn.doctor.pocId, next.AppointmentId);
  };
  const keys: Action[] = [
    { name: text.previousDoctor, shortcut: 'ArrowLeft', repeats: true, perform: () => step(-1) },
    { name: text.nextDoctor, shortcut: 'ArrowRight', repeats: true, perform: () => step(1) },
    { name: text.nextPatient, shortcut: 'j', repeats: true, perform: () => stepRow(1) },
    { name: text.previousPatient, shortcut: 'k', repeats: true, perform: () => stepRow(-1) },
  ];
  const row = rows[at];
  // A doctor chosen without a patient: the keys act on the patient in the room.
  const marked = row ?? (choice.id === undefined ? column?.called[0] : undefined);
  return { column, row, marked, choose, keys };
}

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

/** A column a doctor on duty: who is called, waits, is late and is expected. */
export default function QueuePage() {
  const { now, order, rows, all, columns, totals, query, departments, department, search, set } = useColumns();
  const actions = useQueueActions(now.date);
  const { column, row, marked, choose, keys } = useChoice(columns);
  const [isWalkIn, setWalkIn] = useState(false);
  const [dragged, setDragged] = useState<string>();
  const walkIn: Action = { name: text.walkIn, icon: 'plus', shortcut: 'w', perform: () => setWalkIn(true) };
  // The one filled button: of the chosen doctor, else of the first who is free and has people waiting.
  const isReady = (candidate: Column): boolean => candidate.called.length === 0 && candidate.waiting.length > 0;
  const filled = column && isReady(column) ? column : columns.find(isReady);
  const state = row && actions.stateOf(row);
  const call = state?.shortcut === 'c' ? state : { ...actions.callNext(filled ?? column), shortcut: 'c' };
  const [arrive] = actions.stateKeys(row);
  useActions([...keys, ...(arrive ? [arrive] : []), call, ...actions.marksOf(marked), actions.moveOf(row), walkIn]);

  return (
    <>
      <PageHeader
        title={text.title}
        afterTitle={query.data ? <Totals totals={totals} doctors={columns.length} order={text.order[order]} /> : null}
        action={
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
            <ActionButton action={walkIn} sx={{ order: { md: 1 } }} />
            <SearchField
              label={text.search}
              placeholder={text.searchShort}
              value={search}
              onChange={(value) => set({ search: value })}
              width={220}
            />
            <PrintList />
          </Inline>
        }
      />
      <ListState
        query={query}
        skeleton={<RowsSkeleton rows={6} height={64} columns={5} />}
        failed={{ title: text.failed }}
        count={() => columns.length}
        filtered={department !== ''}
        empty={{ title: text.nobody, icon: 'today', hint: text.comeByThemselves }}
        noMatch={{ title: text.noMatch, action: { name: text.showAll, perform: () => set({ department: '' }) } }}
      >
        {() => (
          <Inline gap={1.25} sx={{ alignItems: 'stretch', overflowX: 'auto', scrollSnapType: 'x proximity', pb: 1 }}>
            {columns.map((shown) => (
              <DoctorColumn
                key={shown.doctor.pocId}
                column={shown}
                now={now}
                actions={actions}
                isChosen={shown === column}
                chosenId={row?.AppointmentId}
                primary={shown === filled}
                dragged={dragged}
                onDrag={setDragged}
                onChoose={(id) => choose(shown.doctor.pocId, id)}
              />
            ))}
          </Inline>
        )}
      </ListState>
      <Box sx={{ mt: 1 }}>
        <KeyHints hints={hintsOf(actionsText.hints)} />
      </Box>
      {isWalkIn ? (
        <Suspense>
          <WalkInDialog
            doctors={all}
            pocId={column?.doctor.pocId}
            onArrive={(id) => {
              const known = rows.find(({ AppointmentId }) => AppointmentId === id);
              if (known) void actions.presence.arrive(known);
            }}
            onClose={() => setWalkIn(false)}
          />
        </Suspense>
      ) : null}
      {actions.dialogs}
    </>
  );
}
