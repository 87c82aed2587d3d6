/** One try to send a message to a webhook. Holds ids, and what the receiver answered. */
export interface Delivery {
  /** A ULID; deliveries are ordered by id. */
  readonly id: string;
  readonly webhookId: string;
  readonly eventId: string;
  readonly type: string;
  /** ms since the epoch, UTC. */
  readonly at: number;
  /** How long it took. */
  readonly ms: number;
  /** From 1; 0: a test, or sent again by hand. */
  readonly attempt: number;
  /** Which tries belong together: the cursor that the event is behind, and the webhook's revision. */
  readonly run: string;
  /** The HTTP status; null if no answer came. */
  readonly status: number | null;
  readonly error: string | null;
  /** The body. */
  readonly sent: string;
  /** The first bytes of the answer. */
  readonly answer: string;
  /** When the next try is due; null if there is none. */
  readonly nextAt: number | null;
}

/** How many are kept of a webhook, and for how long, in ms. */
export const maxDeliveries = 1_000;
export const deliveriesKeptMs = 30 * 24 * 60 * 60 * 1_000;

/** Deliveries of webhooks: for administrators to look at, and to go on with the tries of an event after a restart. */
export interface DeliveryStore {
  /** Keeps it, and drops those that are too old, and the webhook's beyond this number. */
  add(delivery: Delivery, keptAtMost: number): Promise<void>;
  /** The newest first, before one of them if named. */
  list(webhookId: string, limit: number, before?: string): Promise<readonly Delivery[]>;
  find(webhookId: string, id: string): Promise<Delivery | null>;
  /** The latest that the dispatcher sent in its turn; null if none is kept. */
  last(webhookId: string): Promise<Delivery | null>;
}
