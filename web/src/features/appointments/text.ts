/** The sentences of the appointment lists (sections 2 and 8). */
export const detailsText = {
  title: 'Appointment Details',
  failed: 'Failed to fetch appointments.',
  none: 'No appointments found',
  search: 'Search by user name',
  clear: 'Clear Search',
  refresh: 'Refresh',
  noneMatch: (search: string): string => `Nobody of the name “${search}” is in this list.`,
  more: (name: string): string => `More for ${name}`,
} as const;
