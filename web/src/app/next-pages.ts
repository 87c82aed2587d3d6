import type { Role } from '@dayline/contracts/endpoints/definition';
import { pages } from './pages.ts';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
/** Safari has no requestIdleCallback. */
const idle = (): Promise<unknown> =>
  'requestIdleCallback' in window ? new Promise((resolve) => requestIdleCallback(resolve)) : pause(200);

/**
 * Loads the code of a role's pages once the first page is idle: one after another, so that a call waits for one file at
 * most. It stops at a page that can't be loaded: opening that page loads it again.
 */
export async function loadNextPages(role: Role, isWaiting: () => boolean, signal: AbortSignal): Promise<void> {
  do await pause(2_000);
  while (isWaiting());
  for (const { roles, load } of pages) {
    if (!roles?.includes(role)) continue;
    await idle();
    if (signal.aborted) return;
    try {
      await load();
    } catch {
      return;
    }
  }
}
