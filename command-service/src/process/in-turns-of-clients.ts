import type { FollowerTask } from '@dayline/event-log/follower';
import { FairQueue } from '@dayline/runtime/fair-queue';

/** Events that are handled or wait for their turn. */
const maxOpen = 1_000;
const endless = { perOwner: Number.POSITIVE_INFINITY, patience: 2 ** 31 - 1 };

/**
 * Handles a task's events individually, those of the clients in turn; one that throws is set aside.
 * @param atOnce the number that are handled at the same time
 */
export function inTurnsOfClients<Name extends string>(task: FollowerTask<Name>, atOnce: number): FollowerTask<Name> {
  const queue = new FairQueue({ ...endless, atOnce });
  return {
    ...task,
    atOnce: maxOpen,
    async handle(events, signal) {
      for (const event of events) {
        const { clientId } = event.metadata;
        await queue.run({ group: clientId, owner: clientId }, () => task.handle([event], signal));
      }
    },
  };
}
