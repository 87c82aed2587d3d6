import type { CallReason } from '@dayline/contracts/endpoints/appointments/calls';
import { paths } from '@dayline/contracts/page-paths';

export { paths };

/** A list as it was counted: it opens without the stored search. */
export const countedPath = (path: string, filter: Record<string, string>): string =>
  `${path}?${new URLSearchParams({ ...filter, search: '' })}`;

/** The board as of a moment: after the event at a position, recorded at an instant (ISO text, UTC). */
export const replayPath = ({ position, at }: { position: string; at: string }): string =>
  `${paths.auditReplay}?${new URLSearchParams({ position, at })}`;

/** The details of a clinic day (yyyy-mm-dd) as of a moment, with an appointment highlighted. */
export const replayedDayPath = (moment: { position: string; at: string }, day: string, appointmentId: string): string =>
  `${replayPath(moment)}&${new URLSearchParams({ screen: 'details', listed: day, marked: appointmentId })}`;

/** The report on a month (yyyy-mm) as known after the event at a position. */
export const reportPath = ({ month, position }: { month: string; position: string }): string =>
  `${paths.auditReport}?${new URLSearchParams({ month, position })}`;

/** An admin's Update Availability page for a doctor. */
export const availabilityPath = ({ departmentId, pocId }: { departmentId: string; pocId: string }): string =>
  `${paths.updateAvailability}?${new URLSearchParams({ department: departmentId, doctor: pocId })}`;

/** The history of one appointment, for admins and auditors; a doctor sees only their own appointments there. */
export const auditStoryPath = (appointmentId: string): string =>
  `${paths.audit}/appointments/${encodeURIComponent(appointmentId)}`;

/** The printed slip of an appointment; doctors print only those of their own. */
export const slipPath = (appointmentId: string): string => `/slip/${encodeURIComponent(appointmentId)}`;

/** A patient's page; a doctor sees only their own visits there. */
export const patientPath = (userId: string): string => `/patient/${encodeURIComponent(userId)}`;

/** A leave to plan for a doctor, or one that was started (`leave`). */
export const leavePath = (filter: Readonly<Record<string, string>>): string =>
  `${paths.leave}?${new URLSearchParams(filter)}`;

/** The people to call, of one doctor or of all, and only of some dates or one cause. */
export function callsPath(pocId?: string, dates: readonly string[] = [], reason?: CallReason): string {
  const searchParams = {
    ...(pocId !== undefined && { pocId }),
    ...(dates.length > 0 && { dates: dates.join(',') }),
    ...(reason !== undefined && { why: reason }),
  };
  const query = new URLSearchParams(searchParams).toString();
  return query === '' ? paths.calls : `${paths.calls}?${query}`;
}
