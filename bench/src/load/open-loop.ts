import { setImmediate as turn } from 'node:timers/promises';
import type { Call } from './requests.ts';

export interface Sample {
  /** When the call was due, even if it started later; ms of `performance.now()`. */
  readonly due: number;
  readonly answered: number;
  readonly position: string;
}

/** Makes calls at an even rate, independently of their outcome; a late start counts as latency. */
export async function openLoop(call: Call, { perSecond, count }: { perSecond: number; count: number }) {
  const started = performance.now();
  const calls: Promise<Sample>[] = [];
  for (let index = 0; index < count; index += 1) {
    const due = started + (index * 1_000) / perSecond;
    // A timer is up to a millisecond late; the load has its own core and can spin.
    while (performance.now() < due) await turn();
    calls.push(call().then((position) => ({ due, answered: performance.now(), position })));
  }
  return Promise.all(calls);
}

export const latencies = (samples: readonly Sample[]): number[] => samples.map(({ due, answered }) => answered - due);
