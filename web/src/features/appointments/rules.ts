import type { AppointmentStatus, AppointmentType } from '@dayline/contracts/appointments';
import { appointmentStatusSchema, appointmentTypeSchema } from '@dayline/contracts/appointments';
import { addDays } from '@dayline/contracts/clinic/clinic-time';
import type { AppointmentDetail } from '@dayline/contracts/endpoints/appointments/appointments';
import { dateSchema, idSchema } from '@dayline/contracts/ids';
import { appointmentText } from '../../shared/appointments/text.ts';
import type { Sorting } from '../../ui/table/columns.ts';
import { detailsText as text } from './text.ts';

/** "Appointment details and users: 10 rows per page" (section 9). */
export const rowsPerPage = 10;

/** Sort orders, as defined in the contracts. */
const sorts = ['next', 'newest', 'oldest', 'a-z', 'z-a'] as const;
type Sort = (typeof sorts)[number];

/** Sort orders of the columns by their names in the contracts. */
export const sortNames = {
  name: { asc: 'a-z', desc: 'z-a' },
  time: { asc: 'oldest', desc: 'newest' },
} as const satisfies Record<string, Record<'asc' | 'desc', Sort>>;

/** The heading with the arrow; none in the default order. */
export function sortingOf(sort: Sort | undefined): Sorting | undefined {
  switch (sort) {
    case 'a-z':
      return { by: 'name', order: 'asc' };
    case 'z-a':
      return { by: 'name', order: 'desc' };
    case 'oldest':
      return { by: 'time', order: 'asc' };
    case 'newest':
      return { by: 'time', order: 'desc' };
    default:
      return undefined;
  }
}

/** A list's filters; without any of them, all appointments are shown. */
export interface ListFilter {
  status?: AppointmentStatus;
  type?: AppointmentType;
  pocId?: string;
  /** Clinic days, both included. */
  from?: string;
  to?: string;
  sort?: Sort;
}

/**
 * The filter from the address, or else from the navigation state: "click opens /appointment-details with status or
 * type".
 */
export function readFilter(params: URLSearchParams, navigationState: unknown): ListFilter {
  const filterFields: Record<string, unknown> =
    typeof navigationState === 'object' && navigationState !== null ? { ...navigationState } : {};
  const status = appointmentStatusSchema.safeParse(params.get('status') ?? filterFields['status']);
  const type = appointmentTypeSchema.safeParse(params.get('type') ?? filterFields['type']);
  const pocId = idSchema.safeParse(params.get('pocId'));
  const from = dateSchema.safeParse(params.get('from'));
  const to = dateSchema.safeParse(params.get('to'));
  const sort = sorts.find((sort) => sort === params.get('sort'));
  return {
    ...(status.success ? { status: status.data } : {}),
    ...(type.success ? { type: type.data } : {}),
    ...(pocId.success ? { pocId: pocId.data } : {}),
    ...(from.success ? { from: from.data } : {}),
    ...(to.success ? { to: to.data } : {}),
    ...(sort === undefined ? {} : { sort }),
  };
}

/** Whether this row is the first unresolved one: "upcoming ascending, then unresolved ones, latest first". */
export const needsResolution = (
  rows: readonly { AppointmentDate: string }[],
  index: number,
  today: string,
): boolean => {
  const date = rows[index]?.AppointmentDate ?? today;
  const before = rows[index - 1]?.AppointmentDate ?? today;
  return date < today && (index === 0 || before >= today);
};

/** "Branch name shown when BranchID is above 0 (falls back to 'Branch ID: n'), otherwise the appointment type." */
export const branchOrType = (row: Pick<AppointmentDetail, 'BranchID' | 'BranchName' | 'AppointmentType'>): string =>
  row.BranchID > 0 ? row.BranchName || text.branch(row.BranchID) : appointmentText.type[row.AppointmentType];

/** The day that divides a list of Confirmed appointments into earlier and upcoming ones; undefined for other lists. */
export const dividedAtOf = ({ status, sort }: ListFilter, today: string): string | undefined =>
  status === 'Confirmed' && (sort === undefined || sort === 'next') ? today : undefined;

/** A list's past days: up to yesterday, or to the list's last day if earlier; undefined if it has none. */
export function earlierDays({ from, to }: ListFilter, today: string): { from?: string; to: string } | undefined {
  const yesterday = addDays(today, -1);
  const last = to !== undefined && to < yesterday ? to : yesterday;
  if (from !== undefined && from > last) return undefined;
  return { ...(from === undefined ? {} : { from }), to: last };
}

/** `4 upcoming, next first · 9 unresolved`. */
export function unresolvedWords(total: number, bookedCount: number): string {
  const upcoming = text.upcoming(total - bookedCount);
  return bookedCount === 0 ? upcoming : `${upcoming} · ${text.unresolvedCount(bookedCount)}`;
}
