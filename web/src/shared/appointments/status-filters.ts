import type { AppointmentStatus } from '@dayline/contracts/appointments';

/**
 * Tabs "All, Confirmed, Visited, Not Visited" and "All, Confirmed, Completed, Missed" (section 2), by their wire names.
 */
export const statusFilters = ['All', 'Confirmed', 'Availed', 'Not_Availed'] as const;
export type StatusFilter = (typeof statusFilters)[number];

/** Number of rows per filter. */
export function countsOf(rows: readonly { Status: AppointmentStatus }[]): Record<StatusFilter, number> {
  const counts: Record<StatusFilter, number> = { All: rows.length, Confirmed: 0, Availed: 0, Not_Availed: 0 };
  for (const { Status } of rows) if (Status !== 'Cancelled') counts[Status] += 1;
  return counts;
}
