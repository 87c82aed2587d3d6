import type { Position } from '@dayline/contracts/ids';
import { type EventStoreDBClient, eventTypeFilter, START } from '@eventstore/db-client';
import type { StoredEvent } from '../port.ts';
import type { OwnEvents } from './foreign.ts';
import { startPosition, toLogPosition, toPosition, toStored } from './mapping.ts';

export interface Subscriber {
  /** Only events of these types; the server filters them. Default: all. */
  readonly types?: readonly string[] | undefined;
  readonly deliver: (event: StoredEvent) => void;
  /** Every wanted event up to the position was delivered; called at intervals while the server filters others out. */
  readonly passed: (position: Position) => void;
  readonly dropped: (error: unknown) => void;
}

/** Delivers the product's events after a position until the subscription ends; reports the drop once, clean or not. */
export type Subscribe = (after: Position, subscriber: Subscriber) => { stop(): void };

/** The server reports its position after this many filtered events, times the interval. */
const window = { maxSearchWindow: 500, checkpointInterval: 4 } as const;

export const subscribing =
  (client: EventStoreDBClient, { isOwn }: OwnEvents): Subscribe =>
  (after, { types, deliver, passed, dropped }) => {
    const fromPosition = after === startPosition ? START : toLogPosition(after);
    const filter =
      types &&
      eventTypeFilter({
        regex: `^(${types.join('|')})$`,
        checkpointReached: (_, position) => passed(toPosition(position)),
        ...window,
      });
    const subscription = client.subscribeToAll({ fromPosition, ...(filter && { filter }) });
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
