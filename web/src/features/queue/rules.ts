import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import { hasWords, searchText, searchWords } from '@dayline/contracts/fold';
import { isTokenTyped, tokenTyped } from '@dayline/contracts/hall/tokens';
import type { Column } from '../../shared/appointments/presence/column.ts';

/** All patients that a column shows, in that order; of those called, only the latest. */
export const rowsOf = ({ called, waiting, late, expected }: Column): TodaysAppointment[] => [
  ...called.slice(0, 1),
  ...waiting,
  ...late,
  ...expected,
];

/** The rows whose name, phone or token matches. */
export function searchedRows(rows: readonly TodaysAppointment[], search: string): readonly TodaysAppointment[] {
  const words = searchWords(search);
  if (words.length === 0) return rows;
  const token = tokenTyped(search);
  return rows.filter(
    ({ PatientName, PatientContact, identity, presence }) =>
      (token && presence && isTokenTyped(presence, token)) ||
      hasWords(searchText(PatientName, PatientContact, identity?.uhid), words),
  );
}

/** How many patients come before a walk-in at a time: all who wait, and who is expected until then. */
export const countBefore = ({ waiting, expected }: Column, time: string): number =>
  waiting.length + expected.filter(({ AppointmentTime }) => AppointmentTime <= time).length;

/** The doctors of a department, or all, who see a walk-in first. */
export function shortestWaits(columns: readonly Column[], department: string | undefined, count = 3): Column[] {
  const waits = columns.flatMap((column) => {
    const { walkIn, department: own } = column.doctor;
    if (walkIn === null || (department !== undefined && own !== department)) return [];
    return [{ column, walkIn, before: countBefore(column, walkIn.time) }];
  });
  return waits
    .sort(
      (a, b) =>
        Number(a.walkIn.overbooked) - Number(b.walkIn.overbooked) ||
        a.walkIn.time.localeCompare(b.walkIn.time) ||
        a.before - b.before,
    )
    .slice(0, count)
    .map(({ column }) => column);
}
