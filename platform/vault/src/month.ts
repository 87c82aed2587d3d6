/** The instants (ms since the epoch) at which a month (YYYY-MM, UTC) begins and the next one does. */
export function boundsOf(month: string): { readonly start: number; readonly end: number } {
  const start = new Date(`${month}-01T00:00:00.000Z`);
  return { start: start.getTime(), end: Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1) };
}

/** Links that are sent in a month end this long after it, at the latest, in ms. */
export const linksEnd = 86_400_000;
