import type { Position } from '@dayline/contracts/ids';
import { type EventStoreDBClient, START } from '@eventstore/db-client';
import type { StoredEvent } from '../port.ts';
import type { OwnEvents } from './foreign.ts';
import { startPosition, toLogPosition, toStored } from './mapping.ts';

/** Delivers the product's events after a position until the subscription ends; reports the drop once, clean or not. */
export type Subscribe = (
  after: Position,
  deliver: (event: StoredEvent) => void,
  dropped: (error: unknown) => void,
) => { stop(): void };

export const subscribing =
  (client: EventStoreDBClient, { isOwn }: OwnEvents): Subscribe =>
  (after, deliver, dropped) => {
    const fromPosition = after === startPosition ? START : toLogPosition(after);
    const subscription = client.subscribeToAll({ fromPosition });
    let isOver = false;
    const end = (error: unknown) => {
      if (isOver) return;
      isOver = true;
      dropped(error);
    };
    subscription.on('data', ({ event }) => {
      try {
        if (event && !isOver && isOwn(event)) deliver(toStored(event));
      } catch (error) {
        end(error);
      }
    });
    // An unclean end emits only `error`, a clean one `end`; the client never resubscribes.
    subscription.on('error', end);
    subscription.on('end', () => end(new Error('The server ended the subscription.')));
    return {
      stop() {
        // Unsubscribing on purpose is not a drop.
        isOver = true;
        // Rejects if the subscription was never confirmed.
        subscription.unsubscribe().catch(() => {});
      },
    };
  };
