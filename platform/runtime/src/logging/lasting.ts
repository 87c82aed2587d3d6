/**
 * Reports faults of what is tried again and again: each cause once, and null once it is over. Give it the error of each
 * failed try, and null for each that succeeded.
 */
export function lasting(report: (error: unknown) => void): (error: unknown) => void {
  let reported: string | null = null;
  return (error) => {
    const cause = error instanceof Error ? error.message : error === null ? null : String(error);
    if (cause === reported) return;
    reported = cause;
    report(error);
  };
}
