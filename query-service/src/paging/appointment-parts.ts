import type { AppointmentStatus, AppointmentType } from '@dayline/contracts/appointments';
import { addDays } from '@dayline/contracts/clinic/clinic-time';
import { searchWords } from '@dayline/contracts/fold';
import type { CountsRow } from '@dayline/contracts/views';
import type { ListParts, ListQuery } from './page-of-view.ts';
import type { PageRequest } from './request.ts';

/** "Counts and lists by type leave cancelled ones out" (decisions). */
const keptByType: readonly AppointmentStatus[] = ['Confirmed', 'Availed', 'Not_Availed'];

export interface ListRequest extends PageRequest {
  readonly search?: string | undefined;
  readonly sort?: 'next' | 'newest' | 'oldest' | 'a-z' | 'z-a' | undefined;
}
export interface Filter {
  /** The filter of every row; never empty. */
  readonly where: Readonly<Record<string, string>>;
  readonly status?: AppointmentStatus | null | undefined;
  readonly type?: AppointmentType | null | undefined;
  /** Clinic days, both included; undefined is unbounded. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** The row of counts that has the total for `where`; null if there is none. */
  readonly countedIn: string | null;
  /** The clinic's date, from which `next` counts upcoming days. */
  readonly today: string;
}

type Days = Pick<Filter, 'from' | 'to'>;
const byDate = (descending: boolean) => [
  { field: 'date', descending },
  { field: 'time', descending },
];
const byName = (descending: boolean) => [{ field: 'patientSearch', descending }, ...byDate(descending)];

const later = (a: string, b = a): string => (a > b ? a : b);
const earlier = (a: string, b = a): string => (a < b ? a : b);

/** The parts of a list: one, except for `next`, where the days from today on precede the earlier ones. */
export function partsOf(filter: Filter, { search = '', sort }: ListRequest): ListParts<'appointments'> {
  const { where, status, type, from, to, today } = filter;
  const words = searchWords(search);
  const part = (order: ListQuery<'appointments'>['order'], days: Days): ListQuery<'appointments'> => ({
    view: 'appointments',
    where: { ...where, ...(status && { status }), ...(type && { type }) },
    ...(type && !status && { among: { field: 'status', values: keptByType } }),
    ...(words.length > 0 && { contains: { field: 'patientSearch', words } }),
    ...((days.from !== undefined || days.to !== undefined) && {
      range: {
        field: 'date',
        ...(days.from !== undefined && { from: days.from }),
        ...(days.to !== undefined && { to: days.to }),
      },
    }),
    ...(order && { order }),
  });
  switch (sort ?? (status === 'Confirmed' ? 'next' : 'newest')) {
    case 'next':
      return [
        part(byDate(false), { from: later(today, from), to }),
        part(byDate(true), { from, to: earlier(addDays(today, -1), to) }),
      ];
    case 'a-z':
      return [part(byName(false), { from, to })];
    case 'z-a':
      return [part(byName(true), { from, to })];
    case 'oldest':
      return [part(byDate(false), { from, to })];
    default:
      return [part(byDate(true), { from, to })];
  }
}

/** The total for a filter, from its row of counts; null if no row has it, as for times and ranges of days. */
export function countedBy(counts: Pick<CountsRow, 'byStatus' | 'byType'>, filter: Filter): number | null {
  const { countedIn, where, from, to } = filter;
  if (countedIn === null || where['time'] !== undefined || from !== undefined || to !== undefined) return null;
  if (filter.status && filter.type) return null;
  if (filter.status) return counts.byStatus[filter.status];
  if (filter.type) return counts.byType[filter.type];
  return Object.values(counts.byStatus).reduce((sum, count) => sum + count, 0);
}
