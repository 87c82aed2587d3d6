/** A count for a stat card: undefined while loading, null if it failed. */
export const statValue = (query: { data: number | undefined; isError: boolean }): number | undefined | null =>
  query.data ?? (query.isError ? null : undefined);
