import type { ClinicTime } from '@dayline/contracts/clinic/clinic-time';
import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useToastState } from '../../../shared/actions/toast.ts';
import { usePendingChanges } from '../../../shared/appointments/marking/pending-changes.ts';
import { type Group, groupOf, type WorklistEntry, worklistOf } from '../worklist.ts';

/** How long a row changed by another desk stays in place, in ms: it flashes there. */
const stayTime = 2_000;

/**
 * The day's worklist, where "a marked card stays where it is until its toast goes", and another desk's until it has
 * flashed.
 */
export function useWorklist(rows: readonly TodaysAppointment[], now: ClinicTime): WorklistEntry[] {
  const toasts = useToastState((state) => state.toasts);
  const changes = usePendingChanges((state) => state.changes);
  const groups = useRef<ReadonlyMap<string, Group>>(new Map());
  const stays = useRef(new Map<string, number>());
  const [tick, setTick] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tick` releases rows whose stay is over
  const worklist = useMemo(() => {
    const held = new Map<string, Group>();
    const hold = (id: string) => {
      const group = groups.current.get(id);
      if (group !== undefined) held.set(id, group);
    };
    for (const { subject } of toasts) if (subject !== undefined) hold(subject);
    for (const [id, { position }] of changes) if (position === undefined) hold(id);
    for (const row of rows) {
      const id = row.AppointmentId;
      const before = groups.current.get(id);
      if (before === undefined || before === 'done' || groupOf(row, now) !== 'done') {
        stays.current.delete(id);
        continue;
      }
      const until = stays.current.get(id) ?? Date.now() + stayTime;
      stays.current.set(id, until);
      if (Date.now() < until) hold(id);
    }
    return worklistOf(rows, now, held);
  }, [rows, now, toasts, changes, tick]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again whenever the list has changed
  useEffect(() => {
    if (stays.current.size === 0) return;
    const timer = setTimeout(() => setTick((count) => count + 1), stayTime);
    return () => clearTimeout(timer);
  }, [worklist]);
  useLayoutEffect(() => {
    groups.current = new Map(worklist.map(({ row, group }) => [row.AppointmentId, group]));
  });
  return worklist;
}
