import type { LiveMessage } from '@dayline/contracts/live';
import type { QueryClient } from '@tanstack/react-query';
import { forgetPositions, noteSeen } from '../positions.ts';
import { applyLive, type Refetch, refetchConcerned } from './mapping.ts';

/**
 * Delay of refetches in ms, plus a random delay of up to the same length, so that a thousand pages don't fetch at once.
 */
export const jitter = 150;
export const refetchDelay = (): number => jitter + Math.random() * jitter;

/** Applies the socket's messages, and keeps the position to resume from. */
export function followChanges(client: QueryClient) {
  let waiting: { refetch: Refetch; at: string }[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  /**
   * Every change up to here has come through the socket; responses to this page's own commands don't cover other users'
   * changes.
   */
  let followedTo: string | undefined;

  const follow = (at: string) => {
    if (followedTo === undefined || at > followedTo) followedTo = at;
  };

  const flush = () => {
    timer = undefined;
    const due = waiting;
    waiting = [];
    const everything = due.find(({ refetch }) => refetch.names === undefined);
    if (everything) void refetchConcerned(client, everything.refetch, everything.at);
    else for (const { refetch, at } of due) void refetchConcerned(client, refetch, at);
  };

  return {
    /** The server has sent every change up to here. */
    resumed(at: string) {
      noteSeen(at);
      follow(at);
    },
    receive(messages: readonly LiveMessage[]) {
      for (const message of messages) {
        // The views were swapped, at an earlier position: earlier positions no longer apply.
        if (message.topic === 'refetch' && followedTo !== undefined && message.at < followedTo) {
          followedTo = undefined;
          forgetPositions();
        }
        noteSeen(message.at);
        follow(message.at);
        waiting.push({ refetch: applyLive(client, message), at: message.at });
      }
      timer ??= setTimeout(flush, refetchDelay());
    },
    /** Changes after this position are missing; undefined if the page shows nothing yet. */
    resumeFrom: (): string | undefined => followedTo ?? oldestShown(client),
    end() {
      clearTimeout(timer);
    },
  };
}

/** The oldest position of the data shown: changes since then have to be sent again. */
function oldestShown(client: QueryClient): string | undefined {
  let oldest: string | undefined;
  for (const query of client.getQueryCache().getAll()) {
    const answer: unknown = query.state.data;
    if (typeof answer !== 'object' || answer === null || !('position' in answer)) continue;
    const { position } = answer;
    if (typeof position === 'string' && (oldest === undefined || position < oldest)) oldest = position;
  }
  return oldest;
}
