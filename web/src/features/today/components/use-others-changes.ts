import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import { useEffect, useRef, useState } from 'react';
import { showToast } from '../../../shared/actions/toast.ts';
import { isChanging, usePendingChanges } from '../../../shared/appointments/marking/pending-changes.ts';
import { changeLine, changesByOthers, newEventsOf } from '../rules.ts';

/** Duration of a row's flash, in ms; its colour fades within. */
const flashTime = 1_700;
/** How long "a moment ago" is shown, in ms. */
const lineTime = 60_000;

const none: ReadonlySet<string> = new Set();

/** Other users' recent changes on a board: the rows to flash once, and the line or toast about it. */
export function useOthersChanges(rows: readonly TodaysAppointment[] | undefined, by: 'line' | 'toast') {
  const before = useRef<readonly TodaysAppointment[]>(undefined);
  const [flashing, setFlashing] = useState(none);
  const [line, setLine] = useState('');

  useEffect(() => {
    const was = before.current;
    before.current = rows;
    if (!was || !rows) return;
    const { changes: pending, own } = usePendingChanges.getState();
    const changes = changesByOthers(was, rows, (row) => isChanging(pending, row.AppointmentId) || own.has(row.at));
    if (changes.length === 0) return;
    setFlashing(new Set(changes.map(({ row }) => row.AppointmentId)));
    const news = newEventsOf(changes);
    if (by === 'line') setLine(changeLine(changes));
    else if (news) showToast({ kind: 'news', ...news });
  }, [rows, by]);

  useEffect(() => {
    if (flashing.size === 0) return;
    const timer = setTimeout(() => setFlashing(none), flashTime);
    return () => clearTimeout(timer);
  }, [flashing]);

  useEffect(() => {
    if (line === '') return;
    const timer = setTimeout(() => setLine(''), lineTime);
    return () => clearTimeout(timer);
  }, [line]);

  return { flashing, line };
}
