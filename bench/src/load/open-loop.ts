import { setImmediate as turn } from 'node:timers/promises';
import type { Call } from './calls.ts';

export interface Sample {
  /** When the call was due, whether or not it could be made then; ms of `performance.now()`. */
  readonly due: number;
  readonly answered: number;
  readonly position: string;
}

/** Makes calls at an even rate, whatever becomes of them; a late start counts as latency. */
export async function openLoop(call: Call, { perSecond, count }: { perSecond: number; count: number }) {
  const started = performance.now();
  const calls: Promise<Sample>[] = [];
  for (let place = 0; place < count; place += 1) {
    const due = started + (place * 1_000) / perSecond;
    // A timer is late by up to a millisecond; the load has a core of its own to watch the clock with.
    while (performance.now() < due) await turn();
    calls.push(call().then((position) => ({ due, answered: performance.now(), position })));
  }
  return Promise.all(calls);
}

export const latencies = (samples: readonly Sample[]): number[] => samples.map(({ due, answered }) => answered - due);
