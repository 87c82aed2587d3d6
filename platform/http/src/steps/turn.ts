import { type Refusal, refuse } from '@dayline/contracts/errors';
import { FairQueue, type FairQueueLimits } from '@dayline/runtime/fair-queue';
import type { RequestHandler } from 'express';
import { type Call, step } from '../call.ts';
import { CallEnded, isBusy } from '../outage.ts';

/** Commands of a process that are carried out at the same time; more don't make a log answer sooner. */
const atOnce = 32;
/** In how many ms a command is to be begun: what is left of its time is enough for a log that is slow. */
const beginsWithinMs = 3_000;
/** When to try again, in seconds. */
const retryAfter = 2;

const limits = {
  atOnce,
  perOwner: Number.POSITIVE_INFINITY,
  patience: beginsWithinMs,
  longestBefore: beginsWithinMs,
};

/** The commands of a process, those of its clients in turn. @param replaced by tests */
export const commandQueue = (replaced: Partial<FairQueueLimits> = {}): FairQueue =>
  new FairQueue({ ...limits, ...replaced });

/**
 * Waits for the command's turn, which lasts until it is answered. Of an overload it is refused before anything is read or
 * appended for it: at once, if those before it already wait for too long.
 */
export const turn = (queue: FairQueue): RequestHandler =>
  step((call, _request, response) => {
    const { caller } = call.context;
    if (!caller) return;
    const gone = new AbortController();
    return new Promise<Refusal | undefined>((resolve, reject) => {
      const answered = new Promise<void>((over) => {
        response.once('close', () => {
          over();
          gone.abort(new CallEnded('Nobody waits for the answer.'));
        });
      });
      const visitor = { group: caller.clientId, owner: caller.id, signal: gone.signal };
      const begin = () => {
        resolve(undefined);
        return answered;
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
