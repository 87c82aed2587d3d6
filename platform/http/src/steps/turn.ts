import { type Refusal, refuse } from '@dayline/contracts/errors';
import { FairQueue, type FairQueueLimits } from '@dayline/runtime/fair-queue';
import type { RequestHandler } from 'express';
import { type Call, step } from '../call.ts';
import { CallEnded, isBusy } from '../outage.ts';

/** How many commands a process carries out at the same time; more would not make the log answer sooner. */
const atOnce = 32;
/** Within how many ms a command must start: the rest of its time is enough for a slow log. */
const beginsWithinMs = 3_000;
/** When to retry, in seconds. */
const retryAfter = 2;

const limits = {
  atOnce,
  perOwner: Number.POSITIVE_INFINITY,
  patience: beginsWithinMs,
  maxWaitMs: beginsWithinMs,
};

/** The process's command queue, in which clients take turns. @param limitOverrides by tests */
export const commandQueue = (limitOverrides: Partial<FairQueueLimits> = {}): FairQueue =>
  new FairQueue({ ...limits, ...limitOverrides });

/**
 * Waits for the command's turn, which lasts until it is answered. Under overload it is refused before anything is read
 * or appended for it: at once, if those before it have already waited too long.
 */
export const turn = (queue: FairQueue): RequestHandler =>
  step((call, _request, response) => {
    const { caller } = call.context;
    if (!caller) return;
    const leaving = new AbortController();
    return new Promise<Refusal | undefined>((resolve, reject) => {
      const answer = new Promise<void>((over) => {
        response.once('close', () => {
          over();
          leaving.abort(new CallEnded('Nobody waits for the answer.'));
        });
      });
      const visitor = { group: caller.clientId, owner: caller.id, signal: leaving.signal };
      const begin = () => {
        resolve(undefined);
        return answer;
      };
      queue.run(visitor, begin).catch((error: unknown) => (isBusy(error) ? resolve(busy(call)) : reject(error)));
    });
  });

const busy = ({ failure }: Pick<Call, 'failure'>): Refusal =>
  refuse('service.unavailable', {
    retryAfter,
    details: { outcome: 'notCarriedOut' },
    ...(failure !== null && { message: failure }),
  });
