import { onForgetShown } from '../session/forget-shown.ts';

/**
 * The newest position that this page has seen, from a command's reply or a live message. Every query requires views
 * that have reached it, so that a page never goes back in time. Positions sort as text.
 */
let newest: string | undefined;

export const seenPosition = (): string | undefined => newest;

export function noteSeen(position: string): void {
  if (newest === undefined || position > newest) newest = position;
}

/** Called at sign-out, when the views went back to an earlier position, and between tests. */
export const forgetPositions = (): void => {
  newest = undefined;
};
onForgetShown('expired', forgetPositions);
