/**
 * How a person leaves this tab; each way clears what the previous ones clear, and more:
 * - `expired`: the session ended; the same person may sign in again and return to the page.
 * - `arriving`: somebody signs in: the page starts afresh.
 * - `gone`: the person signed out, or another one is here.
 */
const ways = ['expired', 'arriving', 'gone'] as const;
type Departure = (typeof ways)[number];

const forgetters: { from: Departure; forget(): void }[] = [];

/** Registers a function that clears the person's data, from this way of leaving on. */
export function onForgetShown(from: Departure, forget: () => void): void {
  forgetters.push({ from, forget });
}

/** Clears the data of the person who leaves. */
export function forgetShown(way: Departure): void {
  for (const { from, forget } of forgetters) if (ways.indexOf(from) <= ways.indexOf(way)) forget();
}
