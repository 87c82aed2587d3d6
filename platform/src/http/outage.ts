/** How long a call may take from its body's end to its answer, in ms; queues and retries behind it end earlier. */
export const answerWithinMs = 10_000;

/** Nothing came from a store in time. What was begun may still be done: the caller repeats it under the same key. */
export class AnswerOverdue extends Error {
  override readonly name = 'AnswerOverdue';
}

/** Known by their names, since an adapter of another copy of the module throws a class of its own. */
const outages: ReadonlySet<string> = new Set([
  'EventLogUnavailable',
  'VaultUnavailable',
  'ViewStoreUnavailable',
  'BlobsUnavailable',
  'AnswerOverdue',
]);

/** A store is away: the call may be made again, and is answered 503; anything else thrown is a fault of ours. */
export const isOutage = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'name' in error && outages.has(String(error.name));

/** What `work` comes to, or AnswerOverdue after `ms`; what it comes to later is let go. */
export async function withinTime<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AnswerOverdue(`Nothing came within ${ms} ms.`)), ms);
  });
  try {
    return await Promise.race([work, overdue]);
  } finally {
    clearTimeout(timer);
  }
}
