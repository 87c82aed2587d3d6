/**
 * Reports the faults of an operation that is retried: each cause once, and null once it is over. Call it with the error
 * of each failed attempt, and with null for each that succeeded.
 */
export function lasting(report: (error: unknown) => void): (error: unknown) => void {
  let lastReport: string | null = null;
  return (error) => {
    const cause = error instanceof Error ? error.message : error === null ? null : String(error);
    if (cause === lastReport) return;
    lastReport = cause;
    report(error);
  };
}
