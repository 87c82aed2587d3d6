/**
 * The newest position that this page has seen, by a command's reply or a live message. Every query asks for views that have
 * reached it, so that a page never goes back in time. Positions sort as text.
 */
let newest: string | undefined;

export const seenPosition = (): string | undefined => newest;

export function noteSeen(position: string): void {
  if (newest === undefined || position > newest) newest = position;
}

/** At sign-out, and between tests. */
export const forgetPositions = (): void => {
  newest = undefined;
};
