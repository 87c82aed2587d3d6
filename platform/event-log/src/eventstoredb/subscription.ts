import type { Position } from '@dayline/contracts/ids';
import { type EventStoreDBClient, eventTypeFilter, START } from '@eventstore/db-client';
import type { StoredEvent } from '../port.ts';
import type { OwnEvents } from './foreign.ts';
import { startPosition, toLogPosition, toPosition, toStored } from './mapping.ts';
import { OutOfTime } from './time-limit.ts';

export interface Subscriber {
  /** Only events of these types; the server filters them. Default: all. */
  readonly types?: readonly string[] | undefined;
  readonly deliver: (event: StoredEvent) => void;
  /** Every wanted event up to the position was delivered; called at intervals while the server filters others out. */
  readonly passed: (position: Position) => void;
  readonly dropped: (error: unknown) => void;
}

/**
 * Delivers the product's events after a position until the subscription ends; reports the drop once, clean or not. One
 * that is not confirmed in time counts as dropped: the server or a proxy lost the request.
 */
export type Subscribe = (after: Position, subscriber: Subscriber) => { stop(): void };

/** The server reports its position after this many filtered events, times the interval. */
const window = { maxSearchWindow: 500, checkpointInterval: 4 } as const;

export const subscribing =
  (client: EventStoreDBClient, { isOwn }: OwnEvents, limitMs: number): Subscribe =>
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
    const confirmTimer = setTimeout(() => end(new OutOfTime(limitMs)), limitMs);
    const end = (error: unknown) => {
      clearTimeout(confirmTimer);
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
    subscription.on('confirmation', () => clearTimeout(confirmTimer));
    // An unclean end emits only `error`, a clean one `end`; the client never resubscribes.
    subscription.on('error', end);
    subscription.on('end', () => end(new Error('The server ended the subscription.')));
    return {
      stop() {
        clearTimeout(confirmTimer);
        // Unsubscribing on purpose is not a drop.
        isOver = true;
        // Rejects if the subscription was never confirmed.
        subscription.unsubscribe().catch(() => {});
      },
    };
  };
