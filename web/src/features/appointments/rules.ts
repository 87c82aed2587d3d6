import type { AppointmentStatus, AppointmentType } from '@dayline/contracts/appointments';
import { appointmentStatusSchema, appointmentTypeSchema } from '@dayline/contracts/appointments';
import type { AppointmentDetail } from '@dayline/contracts/endpoints/appointments';

/** "Appointment details and users: 10 rows per page" (section 9). */
export const rowsPerPage = 10;

/** Which appointments a list shows; without either, all. */
export interface ListFilter {
  status?: AppointmentStatus;
  type?: AppointmentType;
}

/** The filter of the address, else that of the navigation state: "click opens /appointment-details with status or type". */
export function readFilter(params: URLSearchParams, navigationState: unknown): ListFilter {
  const given: Record<string, unknown> =
    typeof navigationState === 'object' && navigationState !== null ? { ...navigationState } : {};
  const status = appointmentStatusSchema.safeParse(params.get('status') ?? given['status']);
  const type = appointmentTypeSchema.safeParse(params.get('type') ?? given['type']);
  return { ...(status.success ? { status: status.data } : {}), ...(type.success ? { type: type.data } : {}) };
}

/** "Branch (in one mode) or Appointment Type": the branch where a row of the page has one. */
export const showsBranches = (rows: readonly Pick<AppointmentDetail, 'BranchID'>[]): boolean =>
  rows.some((row) => row.BranchID > 0);

/** "Branch name shown when BranchID is above 0 (falls back to 'Branch ID: n'), otherwise the appointment type." */
export const branchOrType = (row: Pick<AppointmentDetail, 'BranchID' | 'BranchName' | 'AppointmentType'>): string =>
  row.BranchID > 0 ? row.BranchName || `Branch ID: ${row.BranchID}` : row.AppointmentType;
