import { usualQueueRule } from '@dayline/contracts/clinic/queue';
import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import { useMemo } from 'react';
import { useCall } from '../../shared/api/hooks.ts';
import { usePendingChanges } from '../../shared/appointments/marking/pending-changes.ts';
import { withPending } from '../../shared/appointments/marking/rules.ts';
import { byNeed, columnOf, totalsOf } from '../../shared/appointments/presence/column.ts';
import { useHallTime, useQueueBoard } from '../../shared/appointments/presence/use-queue-board.ts';
import { useAddressParams } from '../../shared/list/address-params.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { searchedRows } from './rules.ts';

const nothing: readonly TodaysAppointment[] = [];

/** The columns of the doctors on duty, as filtered. */
export function useColumns() {
  const { clientId } = useIdentity();
  const board = useQueueBoard();
  const now = useHallTime(board.data?.lateAfterMinutes);
  const today = useCall('listTodaysAppointmentsOfClient', { clientId });
  const pending = usePendingChanges((state) => state.changes);
  const { params, set } = useAddressParams();
  const department = params.get('department') ?? '';
  const search = params.get('search') ?? '';
  const rows = useMemo(() => withPending(today.data ?? nothing, pending), [today.data, pending]);
  const all = board.data?.doctors ?? [];
  const doctors = all.filter((doctor) => department === '' || doctor.department === department);
  const rule = board.data ?? usualQueueRule;
  const found = searchedRows(rows, search);
  const setting = { now, rule };
  const columns = byNeed(
    doctors.map((doctor) => columnOf(doctor, found, setting)),
    now,
  );
  return {
    ...{ now, order: rule.order, rows, columns, department, search, set },
    /** The columns of all doctors on duty, with all their patients. */
    all: all.map((doctor) => columnOf(doctor, rows, setting)),
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
