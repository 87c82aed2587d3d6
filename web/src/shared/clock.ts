/** How far the server's clock is ahead of this device's, in ms. */
let ahead = 0;

/** In ms. A Date header has whole seconds and travels a while: a smaller difference means nothing. */
const tolerance = 2_000;

/** The time in ms since the epoch, by the server's clock: a desk's own may be wrong, and decides nothing. */
export const serverNow = (): number => Date.now() + ahead;

/** Takes the time from a response's Date header. */
export function noteServerTime(date: string | null): void {
  const given = Date.parse(date ?? '') - Date.now();
  // Kept within the tolerance, so that minutes and days don't flicker.
  if (Math.abs(given - ahead) > tolerance) ahead = Math.abs(given) < tolerance ? 0 : given;
}
