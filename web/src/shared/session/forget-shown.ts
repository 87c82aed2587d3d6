import { forgetPositions } from '../api/positions.ts';

const forgetters = new Set<() => void>();

/**
 * Registers a function that clears data whenever a person leaves this tab or another one signs in. Returns a function
 * that removes it.
 */
export function onForgetShown(forget: () => void): () => void {
  forgetters.add(forget);
  return () => forgetters.delete(forget);
}

/** Clears the previous person's data from the screen: rows, positions, toasts. */
export function forgetShown(): void {
  forgetPositions();
  for (const forget of forgetters) forget();
}
