import type { FollowerTask } from '@dayline/event-log/follower';
import { FairQueue } from '@dayline/runtime/fair-queue';

/** Leaves that wait for their turn. */
const maxOpen = 100;
/** Leaves that are carried out at the same time, those of the clients in turn. */
const turns = { atOnce: 4, perOwner: Number.POSITIVE_INFINITY, patience: 2 ** 31 - 1 };

/** Carries out leaves, and what a crash left of them: those of the clients in turn. */
export function leavesInTurn<Name extends string>(leaves: FollowerTask<Name>): FollowerTask<Name> {
  const queue = new FairQueue(turns);
  return {
    ...leaves,
    atOnce: maxOpen,
    async handle(events, signal) {
      for (const event of events) {
        const { clientId } = event.metadata;
        await queue.run({ group: clientId, owner: clientId }, () => leaves.handle([event], signal));
      }
    },
  };
}
