import type { TodaysAppointment } from '@dayline/contracts/endpoints/boards';
import { useEffect, useRef, useState } from 'react';
import { usePendingMarks } from '../../shared/marking/pending-marks.ts';
import { changeLine, changesByOthers } from './rules.ts';

/** The flash of a row, in ms; its colour fades within. */
const flashTime = 1_700;
/** How long "a moment ago" holds, in ms. */
const lineTime = 60_000;

const none: ReadonlySet<string> = new Set();

/** What others have just changed on a board: the rows to flash once, and the line that tells it. */
export function useOthersChanges(rows: readonly TodaysAppointment[] | undefined) {
  const before = useRef<readonly TodaysAppointment[]>(undefined);
  const [flashing, setFlashing] = useState(none);
  const [line, setLine] = useState('');

  useEffect(() => {
    const was = before.current;
    before.current = rows;
    if (!was || !rows) return;
    const { marks, own } = usePendingMarks.getState();
    const changes = changesByOthers(was, rows, (row) => marks.has(row.AppointmentId) || own.has(row.at));
    if (changes.length === 0) return;
    setFlashing(new Set(changes.map(({ row }) => row.AppointmentId)));
    setLine(changeLine(changes));
  }, [rows]);

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
