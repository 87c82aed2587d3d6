import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredLog } from '@dayline/event-log/followable';
import { type Follower, followerParts } from '@dayline/event-log/follower';
import { followLeased } from '@dayline/event-log/leased-follower';
import type { OpenedProcess } from '@dayline/stores/process';
import type { ChatWorker } from './worker.ts';

/** Works on the chats in one of all processes. @param followInThread follows the log in another thread */
export function followChats(
  task: ChatWorker['task'],
  { stores, logger, followers }: Pick<OpenedProcess, 'stores' | 'logger' | 'followers'>,
  followInThread?: StoredLog['follow'],
): Pick<Follower, 'stop'> {
  const { log, vault } = stores;
  const followed = { ...log, ...(followInThread && { follow: followInThread }) };
  const lease = stores.lease({ name: task.name, version: 1 });
  const follower = followLeased({ ...followerParts(task, { log: followed, vault, logger }), lease });
  followers.push(follower);
  return follower;
}

export async function pauseUntilWoken(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: false }).catch(() => {
    // Woken or stopped; the caller checks the signal.
  });
}
