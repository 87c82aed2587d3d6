import { setImmediate as nextTurn } from 'node:timers/promises';

/** Resolves once the clock shows another millisecond, so that what comes later has a later time. */
export async function nextMillisecond(): Promise<void> {
  for (const before = Date.now(); Date.now() === before; ) await nextTurn();
}
