/** How far the server's clock is ahead of this device's, in ms. */
let offsetMs = 0;

/** In ms. A Date header has whole seconds and takes time to arrive: a smaller difference is ignored. */
const tolerance = 2_000;

/** The time in ms since the epoch, by the server's clock: a desk's own clock may be wrong, and isn't used. */
export const serverNow = (): number => Date.now() + offsetMs;

/** Sets the clock from a response's Date header. */
export function noteServerTime(date: string | null): void {
  const offset = Date.parse(date ?? '') - Date.now();
  // Not adjusted within the tolerance, so that minutes and days don't flicker.
  if (Math.abs(offset - offsetMs) > tolerance) offsetMs = Math.abs(offset) < tolerance ? 0 : offset;
}
