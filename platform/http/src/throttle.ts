import type { Clock } from '@dayline/runtime/clock';
import { LRUCache } from 'lru-cache';

/** Limits calls per key, such as an address. In memory, so a restart resets it. */
export interface Throttle {
  /** 0 if the call is allowed, else the seconds to wait. */
  take(address: string): number;
  /** What `take` would return, without counting. */
  wait(address: string): number;
}

interface Bucket {
  tokens: number;
  filledAt: number;
}

/** Evicts the address that has been quiet longest, whose bucket is full by then. */
const maxAddresses = 20_000;

/** A token bucket per address, holding a minute's calls and refilling evenly. */
export function openThrottle({ callsPerMinute, clock }: { callsPerMinute: number; clock: Clock }): Throttle {
  // By size, since `max` would allocate memory for all addresses at once.
  const buckets = new LRUCache<string, Bucket>({ maxSize: maxAddresses, sizeCalculation: () => 1 });
  const perMs = callsPerMinute / 60_000;
  function newBucket(address: string): Bucket {
    const now = clock.now();
    let bucket = buckets.get(address);
    if (!bucket) {
      bucket = { tokens: callsPerMinute, filledAt: now };
      buckets.set(address, bucket);
    }
    const elapsedMs = Math.max(0, now - bucket.filledAt);
    bucket.tokens = Math.min(callsPerMinute, bucket.tokens + elapsedMs * perMs);
    bucket.filledAt = now;
    return bucket;
  }
  const waitOf = ({ tokens }: Bucket): number => (tokens < 1 ? Math.ceil((1 - tokens) / perMs / 1_000) : 0);
  return {
    take(address) {
      const bucket = newBucket(address);
      const wait = waitOf(bucket);
      if (wait === 0) bucket.tokens -= 1;
      return wait;
    },
    wait: (address) => waitOf(newBucket(address)),
  };
}
