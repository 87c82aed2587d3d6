import type { ClinicTime } from '@dayline/contracts/clinic/clinic-time';
import { minutesOf } from '@dayline/contracts/clinic/schedule';
import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import { hasWords, searchText, searchWords } from '@dayline/contracts/fold';
import { byCall, byWait, type Stage, stageOf } from '../../shared/appointments/presence/presence.ts';
import { byName } from '../../ui/locale/words.ts';

/** "Called, Waiting (longest first), Late, Next (by time), Done (latest first)". */
export type Group = Stage;
export const groupOrder: Record<Group, number> = { called: 0, waiting: 1, late: 2, next: 3, done: 4 };

export interface WorklistEntry {
  row: TodaysAppointment;
  group: Group;
}

/** How late an appointment is, in minutes. */
export const minutesLate = ({ AppointmentTime }: Pick<TodaysAppointment, 'AppointmentTime'>, now: ClinicTime): number =>
  minutesOf(now.time) - minutesOf(AppointmentTime);

const byTime = (a: TodaysAppointment, b: TodaysAppointment): number =>
  a.AppointmentTime.localeCompare(b.AppointmentTime) || a.AppointmentId.localeCompare(b.AppointmentId);

/**
 * The day as one worklist. `held` contains appointments with an open toast: each stays in the group where it was
 * marked.
 */
export function worklistOf(
  rows: readonly TodaysAppointment[],
  now: ClinicTime,
  groups: ReadonlyMap<string, Group> = new Map(),
): WorklistEntry[] {
  return rows
    .map((row) => ({ row, group: groups.get(row.AppointmentId) ?? stageOf(row, now) }))
    .sort((a, b) => {
      if (a.group !== b.group) return groupOrder[a.group] - groupOrder[b.group];
      if (a.group === 'done') return byTime(b.row, a.row);
      const [presence, nextPresence] = [a.row.presence, b.row.presence];
      if (!presence || !nextPresence) return byTime(a.row, b.row);
      const rows = [
        { ...a.row, presence: presence },
        { ...b.row, presence: nextPresence },
      ] as const;
      return a.group === 'called' ? byCall(...rows) : byWait(...rows);
    });
}

/** The rows that match the title line's filters: patient's name or phone, doctor and hour ('09'). */
export interface WorklistFilter {
  search: string;
  pocId: string | undefined;
  hour: string | undefined;
}

export const isNarrowed = ({ search, pocId, hour }: WorklistFilter): boolean =>
  search.trim() !== '' || pocId !== undefined || hour !== undefined;

export const filterRows = (
  rows: readonly TodaysAppointment[],
  { search, pocId, hour }: WorklistFilter,
): TodaysAppointment[] => {
  const words = searchWords(search);
  return rows.filter(
    (row) =>
      (words.length === 0 || hasWords(searchText(row.PatientName, row.PatientContact, row.identity?.uhid), words)) &&
      (pocId === undefined || row.POC_ID === pocId) &&
      (hour === undefined || row.AppointmentTime.startsWith(`${hour}:`)),
  );
};

/** The doctors with appointments today, by name, for the filter. */
export function doctorsOf(rows: readonly TodaysAppointment[]): { pocId: string; name: string }[] {
  const doctors = new Map(rows.map((row) => [row.POC_ID, row.POC_Name]));
  return [...doctors]
    .map(([pocId, name]) => ({ pocId, name }))
    .sort(
      byName(
        ({ name }) => name,
        ({ pocId }) => pocId,
      ),
    );
}

export interface RibbonHour {
  hour: string;
  places: number;
  booked: number;
  marked: number;
  toCome: number;
  late: number;
}

/** The hours with slots or bookings, in order; bookings are split by status. */
export function ribbonOf(
  hours: readonly { hour: string; places: number }[],
  rows: readonly TodaysAppointment[],
  now: ClinicTime,
): RibbonHour[] {
  const places = new Map(hours.map((hour) => [hour.hour, hour.places]));
  const taking = rows.filter((row) => row.Status !== 'Cancelled');
  const all = new Set([...places.keys(), ...taking.map((row) => row.AppointmentTime.slice(0, 2))]);
  return [...all]
    .sort()
    .map((hour) => {
      const own = taking.filter((row) => row.AppointmentTime.startsWith(`${hour}:`));
      const markedCount = own.filter((row) => row.Status !== 'Confirmed').length;
      return {
        hour,
        places: Math.max(places.get(hour) ?? 0, own.length),
        booked: own.length,
        marked: markedCount,
        toCome: own.length - markedCount,
        late: own.filter((row) => stageOf(row, now) === 'late').length,
      };
    })
    .filter(({ places: room }) => room > 0);
}
