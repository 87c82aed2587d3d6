import type { Filter } from './rules.ts';

/** The sentences of today's pages (sections 2 and 8). */
export const todayText = {
  title: "Today's Appointments",
  failed: 'Failed to fetch appointments.',
  noneMatch: 'There are no appointments for today that match your filter.',
  comeByThemselves: 'New bookings appear here by themselves.',
  filters: "Today's filters",
  allDoctors: 'All doctors',
  /** A link's doctor, whose name isn't known without an appointment today. */
  chosenDoctor: 'The chosen doctor',
  search: 'Search by name or phone',
  /** In the field, which is narrow on a phone. */
  searchShort: 'Name, phone',
  byHour: 'The day by hour',
  groups: {
    late: { name: 'Late', hint: 'more than 10 minutes past the time, longest first' },
    next: { name: 'Next', hint: '' },
    done: { name: 'Done', hint: 'latest first' },
  },
  late: (minutes: number): string =>
    minutes < 60 ? `${minutes} min late` : `${Math.floor(minutes / 60)} h ${minutes % 60} min late`,
  unresolved: 'Unresolved from earlier days',
  clear: 'Show all',
  hourAlone: (hour: string): string => `${hour} only`,
  clearHour: (hour: string): string => `${hour} only: show all hours`,
  showMore: 'Show more',
  showFewer: 'Show fewer',
  more: (name: string): string => `More for ${name}`,
} as const;

/** Each role's names of the filters; a chip shows Visited and Not Visited for both. */
export const filterLabels: Record<'admin' | 'doctor', Record<Filter, string>> = {
  admin: { All: 'All', Confirmed: 'Confirmed', Availed: 'Visited', Not_Availed: 'Not Visited' },
  doctor: { All: 'All', Confirmed: 'Confirmed', Availed: 'Completed', Not_Availed: 'Missed' },
};
