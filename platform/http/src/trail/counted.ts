import type { Clock } from '@dayline/runtime/clock';
import type { TrailEntry } from './entry.ts';
import type { Trail } from './trail.ts';

/** Events that callers without a session can cause as often as they like. */
type Attempt = Extract<TrailEntry['event'], { type: 'SignInRefused' | 'PasswordResetRequested' }>;

/** Per account and kind: the number of entries of one stretch that are recorded individually. */
const recordedSingly = 5;
/** Duration of a stretch, in ms. */
const stretchMs = 10 * 60_000;

interface Stretch {
  readonly until: string;
  count: number;
  last: TrailEntry & { readonly event: Attempt };
  readonly cancel: () => void;
}

export interface CountedOptions {
  readonly clock: Clock;
  /** Calls back after `ms`, unless cancelled; tests may replace it. */
  readonly later?: (ms: number, call: () => void) => () => void;
}

function byTimer(ms: number, call: () => void): () => void {
  const timer = setTimeout(call, ms).unref();
  return () => clearTimeout(timer);
}

/**
 * A trail that strangers can't fill: of their attempts on one account, or on unknown ones, the first of a stretch are
 * recorded, then one entry that the rest is only counted, and at the end one with the count. If the last one is
 * missing, the process was killed and the count is lost.
 */
export function countAttempts(trail: Trail, { clock, later = byTimer }: CountedOptions): Trail {
  const stretches = new Map<string, Stretch>();

  function begin(key: string, last: Stretch['last']): Stretch {
    const until = new Date(clock.now() + stretchMs).toISOString();
    const stretch = { until, count: 0, last, cancel: later(stretchMs, () => end(key, until)) };
    stretches.set(key, stretch);
    return stretch;
  }

  function end(key: string, until: string): void {
    const stretch = stretches.get(key);
    if (!stretch) return;
    stretches.delete(key);
    stretch.cancel();
    const { count, last } = stretch;
    if (count > recordedSingly) trail.record(withCount(last, { count: count - recordedSingly, until }));
  }

  return {
    flush: () => trail.flush(),
    reading: () => trail.reading(),
    record(entry) {
      if (!isAttempt(entry)) return trail.record(entry);
      const key = `${entry.event.type} ${entry.accountId}`;
      const stretch = stretches.get(key) ?? begin(key, entry);
      stretch.count += 1;
      stretch.last = entry;
      if (stretch.count <= recordedSingly) trail.record(entry);
      else if (stretch.count === recordedSingly + 1) trail.record(withCount(entry, { until: stretch.until }));
    },
    async stop() {
      const now = new Date(clock.now()).toISOString();
      for (const key of [...stretches.keys()]) end(key, now);
      await trail.stop();
    },
  };
}

const isAttempt = (entry: TrailEntry): entry is Stretch['last'] =>
  entry.event.type === 'SignInRefused' || entry.event.type === 'PasswordResetRequested';

function withCount(entry: Stretch['last'], counters: { readonly count?: number; readonly until: string }): TrailEntry {
  const { event } = entry;
  if (event.type === 'SignInRefused') return { ...entry, event: { ...event, data: { ...event.data, ...counters } } };
  return { ...entry, event: { ...event, data: counters } };
}
