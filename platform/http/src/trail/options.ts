import { setTimeout as pause } from 'node:timers/promises';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import { delayAfter } from '@dayline/runtime/back-off';
import type { Clock } from '@dayline/runtime/clock';
import type { KeyRing } from '@dayline/runtime/key-ring';
import type { Logger } from '@dayline/runtime/logging/logger';
import type { TrailStore } from '@dayline/vault/trail-port';

export interface TrailOptions {
  readonly log: SealedLog;
  /** Receives entries that exceed the memory limit, and the rest at a stop. */
  readonly store: TrailStore;
  /** Those of sign-ins. */
  readonly keys: Pick<KeyRing, 'ensure'>;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
  /** Entries in memory before the oldest are stored; default 1,000. */
  readonly maxInMemory?: number;
  /** Waits before a retry; replaceable by tests. */
  readonly backOff?: (failures: number, signal: AbortSignal) => Promise<void>;
}

export const waitDoubled = (failures: number, signal: AbortSignal): Promise<void> =>
  pause(delayAfter(failures, { firstMs: 50, maxMs: 5_000 }), undefined, { signal, ref: false });
