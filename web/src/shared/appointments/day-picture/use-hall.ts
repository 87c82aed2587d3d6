import type { ClinicTime } from '@dayline/contracts/clinic/clinic-time';
import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import { useMemo } from 'react';
import { useCall } from '../../api/hooks.ts';
import { useIdentity } from '../../session/session-store.ts';
import { usePendingChanges } from '../marking/pending-changes.ts';
import { withPending } from '../marking/rules.ts';
import { byNeed, type Column, columnOf } from '../presence/column.ts';
import { isExpected } from '../presence/presence.ts';
import { useHallTime, useQueueBoard } from '../presence/use-queue-board.ts';
import type { Side } from '../visit/use-visit-actions.tsx';

/** Number of upcoming appointments listed by name. */
const namedNext = 5;

/** Who is in the hall now: today's rows, and the doctors on duty with their patients; a doctor's are the own. */
export interface Hall {
  now: ClinicTime;
  /** Undefined while loading. */
  rows: readonly TodaysAppointment[] | undefined;
  /** In the order of need; undefined while loading. */
  columns: readonly Column[] | undefined;
  /** Who is expected next, late ones first. */
  next: readonly TodaysAppointment[];
  /** Whether today's rows or the doctors could not be loaded. */
  isFailed: boolean;
}

export function useHall(side: Side): Hall {
  const { clientId, pocId: id } = useIdentity();
  const pocId = id ?? '';
  const ofClient = useCall('listTodaysAppointmentsOfClient', { clientId }, { enabled: side === 'admin' });
  const ofDoctor = useCall('listTodaysAppointmentsOfDoctor', { pocId }, { enabled: side === 'doctor' && id !== null });
  const { data, isError } = side === 'admin' ? ofClient : ofDoctor;
  const { data: board, isError: isBoardError } = useQueueBoard();
  const now = useHallTime(board?.lateAfterMinutes);
  const pending = usePendingChanges((state) => state.changes);
  const rows = useMemo(() => data && withPending(data, pending), [data, pending]);
  const columns = rows && board?.doctors.map((doctor) => columnOf(doctor, rows, { now, rule: board }));
  const expected = (rows ?? []).filter(isExpected);
  return {
    ...{ now, rows },
    isFailed: (isError && !data) || (isBoardError && !board),
    columns: columns && byNeed(columns, now),
    next: expected.sort((a, b) => a.AppointmentTime.localeCompare(b.AppointmentTime)).slice(0, namedNext),
  };
}
