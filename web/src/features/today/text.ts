import type { Filter } from './rules.ts';

/** The sentences of today's pages (sections 2 and 8). */
export const todayText = {
  title: "Today's Appointments",
  failed: 'Failed to fetch appointments.',
  noneMatch: 'There are no appointments for today that match your filter.',
  comeByThemselves: 'New bookings appear here by themselves.',
  filters: "Today's filters",
  more: (name: string): string => `More for ${name}`,
} as const;

/** What each side calls the filters; a chip says Visited and Not Visited on both. */
export const filterLabels: Record<'admin' | 'doctor', Record<Filter, string>> = {
  admin: { All: 'All', Confirmed: 'Confirmed', Availed: 'Visited', Not_Availed: 'Not Visited' },
  doctor: { All: 'All', Confirmed: 'Confirmed', Availed: 'Completed', Not_Availed: 'Missed' },
};
