/**
 * The followers that keep their cursors in the vault, and where each continues once the loss of its event was accepted:
 * at the log's first event if its work may have been lost with the events, since it learns from the log what is done;
 * else at the acceptance.
 */
export const durableFollowers = {
  erasures: 'first event',
  imports: 'first event',
  'imports-of-erased': 'first event',
  moves: 'first event',
  persons: 'first event',
  leaves: 'first event',
  retention: 'first event',
  'second-factors': 'first event',
  people: 'first event',
  addresses: 'first event',
  chats: 'first event',
  /** So that places held before lapse too, and what is offered with them. */
  holds: 'first event',
  /** So that nobody is notified twice. */
  messages: 'acceptance',
  /** So that nothing is offered again without an operator's word. */
  waiting: 'acceptance',
  /** So that a head signed before isn't delivered twice. */
  'log-heads': 'acceptance',
} as const;

export type DurableFollower = keyof typeof durableFollowers;

export const durableFollowerNames = Object.keys(durableFollowers) as readonly DurableFollower[];

/** The cursors that the vault keeps: of its followers and webhooks, and the last event that a process has seen. */
export type CursorName = DurableFollower | 'last-seen' | `webhook:${string}`;
