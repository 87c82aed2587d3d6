import { setTimeout as pause } from 'node:timers/promises';
import type { Position } from '@dayline/contracts/ids';
import type { ReadStore } from '@dayline/view-store/lazy';
import type { Desk } from '../desk/desk.ts';

/** In ms: "it waits until the views have reached it, at most 2 s" (decisions). */
export const maxWait = 2_000;

export interface ReadYourWrites {
  /** True as soon as the views have reached a position, false when the time limit has passed. */
  reached(position: Position): Promise<boolean>;
  /** Releases pending reads. */
  stop(): void;
}

interface Waiting {
  readonly position: Position;
  readonly done: (reached: boolean) => void;
}

/** Makes a query that names a position (X-Read-After) wait until the views have committed it. */
export function readYourWrites(desk: Pick<Desk, 'position' | 'onCommit'>, waitMs = maxWait): ReadYourWrites {
  const waiting = new Set<Waiting>();
  const release = (position: Position) => {
    for (const entry of waiting) if (entry.position <= position) entry.done(true);
  };
  const stopListening = desk.onCommit(release);

  return {
    async reached(position) {
      // Subscribes before it reads, so that no commit is missed in between.
      const { promise, resolve } = withResolvers();
      const timer = setTimeout(() => resolve(false), waitMs);
      const own: Waiting = { position, done: resolve };
      waiting.add(own);
      try {
        if ((await desk.position()) >= position) return true;
        return await promise;
      } finally {
        clearTimeout(timer);
        waiting.delete(own);
      }
    },
    stop() {
      stopListening();
      for (const entry of waiting) entry.done(false);
    },
  };
}

/** In ms, between two reads of a checkpoint. */
const lookEvery = 20;

/**
 * The same for views whose commits are not announced: their checkpoint is read until it has reached the position. Views
 * that can't be read count as behind; the query decides whether it needs them.
 */
export async function checkpointReached(
  views: Pick<ReadStore, 'checkpoint'>,
  position: Position,
  waitMs = maxWait,
): Promise<boolean> {
  const until = performance.now() + waitMs;
  const readPosition = async () => (await views.checkpoint().catch(() => null))?.position ?? '';
  while ((await readPosition()) < position) {
    if (performance.now() >= until) return false;
    await pause(lookEvery);
  }
  return true;
}

function withResolvers(): { promise: Promise<boolean>; resolve: (reached: boolean) => void } {
  let resolve: (reached: boolean) => void = () => undefined;
  const promise = new Promise<boolean>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
