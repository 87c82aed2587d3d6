import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';

/** The papers of a slip: a receipt printer's roll of 80 mm, or half a sheet. */
export const slipSizes = ['roll', 'a5'] as const;
export type SlipSize = (typeof slipSizes)[number];

const mmPerPx = 25.4 / 96;

/**
 * The page size of a slip: as long as its content, in px, since a roll has no pages. CSS doesn't allow `auto` next to a
 * width.
 */
export const pageOf = (size: SlipSize, height: number): string =>
  size === 'a5' ? 'A5 portrait' : `80mm ${Math.max(80, Math.ceil(height * mmPerPx) + 1)}mm`;

/**
 * The part of an id that is unique to the appointment: the id begins with doctor and day, which are too long for a
 * barcode on a roll.
 */
export const ownIdOf = (appointmentId: string): string => appointmentId.slice(36);

/** The bars of a barcode: the start of each, and its number of modules. */
export function runsOf(modules: string): readonly { readonly at: number; readonly count: number }[] {
  return [...modules.matchAll(/1+/g)].map(({ index: at, 0: { length: count } }) => ({ at, count }));
}

export interface DoctorList {
  readonly pocId: string;
  readonly name: string;
  /** By time; without cancelled ones. */
  readonly rows: readonly TodaysAppointment[];
}

/** The lists of today, by doctor's name. */
export function listsOf(rows: readonly TodaysAppointment[]): readonly DoctorList[] {
  const lists = new Map<string, { pocId: string; name: string; rows: TodaysAppointment[] }>();
  for (const row of rows) {
    if (row.Status === 'Cancelled') continue;
    const list = lists.get(row.POC_ID) ?? { pocId: row.POC_ID, name: row.POC_Name, rows: [] };
    list.rows.push(row);
    lists.set(row.POC_ID, list);
  }
  return [...lists.values()]
    .map((list) => ({ ...list, rows: list.rows.sort((a, b) => a.AppointmentTime.localeCompare(b.AppointmentTime)) }))
    .sort((a, b) => a.name.localeCompare(b.name));
}
