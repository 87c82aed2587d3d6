/** Entries by time; entries of one time in the order of the log. */
export const oldestFirst = [{ field: 'recordedAt' }, { field: 'position' }] as const;
export const newestFirst = [
  { field: 'recordedAt', descending: true },
  { field: 'position', descending: true },
] as const;
