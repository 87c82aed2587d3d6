/** A count for a stat card: undefined while it is coming, null once it has failed. */
export const statValue = (query: { data: number | undefined; isError: boolean }): number | undefined | null =>
  query.data ?? (query.isError ? null : undefined);
