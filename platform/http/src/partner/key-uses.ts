import { firstDayOfKeyUse } from '@dayline/contracts/partner/api-key';
import type { Clock } from '@dayline/runtime/clock';
import type { KeyUseOfDay, KeyUseStore } from '@dayline/vault/port';

const dayAt = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

export interface KeyUsesOptions {
  readonly store: Pick<KeyUseStore, 'add'>;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
  /** How long counts are collected before one write, in ms; default 5 s. A killed process loses so much. */
  readonly collectMs?: number;
}

/** Counts the calls of API keys, and writes the counts in batches. At most one entry a key and day waits. */
export function openKeyUses({ store, clock, onFault, collectMs = 5_000 }: KeyUsesOptions) {
  let waiting = new Map<string, KeyUseOfDay>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function add(use: KeyUseOfDay): void {
    const entry = `${use.keyId} ${use.day}`;
    const before = waiting.get(entry);
    waiting.set(entry, {
      ...use,
      calls: use.calls + (before?.calls ?? 0),
      refusals: use.refusals + (before?.refusals ?? 0),
      lastAt: Math.max(use.lastAt, before?.lastAt ?? 0),
    });
    timer ??= setTimeout(() => void flush(), collectMs).unref();
  }

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.size === 0) return;
    const batch = [...waiting.values()];
    waiting = new Map();
    const from = firstDayOfKeyUse(clock.now());
    try {
      await store.add(batch, from);
    } catch (error) {
      onFault(error);
      // Tried again with the next batch. Days that no count covers any more are dropped, so that few entries wait.
      for (const use of batch) if (use.day >= from) add(use);
    }
  }

  function flush(): Promise<void> {
    writing = writing.then(write);
    return writing;
  }

  return {
    /** Counts an answered call. */
    note(keyId: string, isRefused: boolean): void {
      const now = clock.now();
      add({ keyId, day: dayAt(now), calls: 1, refusals: isRefused ? 1 : 0, lastAt: now });
    },
    /** Writes what waits. */
    async stop(): Promise<void> {
      await flush();
      clearTimeout(timer);
    },
  };
}
