import type { Clock } from '../clock.ts';

/** How often one address may make calls without a session. In memory: a restart forgets it. */
export interface Throttle {
  /** 0 where the call may be made, else the seconds until it may. */
  take(address: string): number;
}

interface Bucket {
  tokens: number;
  filledAt: number;
}

const mostAddresses = 20_000;

/** A bucket for each address, holding a minute's calls and filling evenly. */
export function openThrottle({ callsPerMinute, clock }: { callsPerMinute: number; clock: Clock }): Throttle {
  const buckets = new Map<string, Bucket>();
  const perMs = callsPerMinute / 60_000;
  return {
    take(address) {
      const now = clock.now();
      const bucket = buckets.get(address) ?? { tokens: callsPerMinute, filledAt: now };
      const passed = Math.max(0, now - bucket.filledAt);
      bucket.tokens = Math.min(callsPerMinute, bucket.tokens + passed * perMs);
      bucket.filledAt = now;
      // Put last again: the first of the map is the one that has been quiet longest, and full by then.
      buckets.delete(address);
      buckets.set(address, bucket);
      if (buckets.size > mostAddresses) {
        const quietest = buckets.keys().next();
        if (!quietest.done) buckets.delete(quietest.value);
      }
      if (bucket.tokens < 1) return Math.ceil((1 - bucket.tokens) / perMs / 1_000);
      bucket.tokens -= 1;
      return 0;
    },
  };
}
