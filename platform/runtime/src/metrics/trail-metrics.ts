import { Counter, Gauge, type Registry } from 'prom-client';

/** The audit trail as one process sees it. */
export interface TrailReading {
  /** Entries of this process in neither the log nor the vault. */
  readonly waitingInMemory: number;
  /** Entries of any process waiting in the vault; null if it doesn't answer. */
  readonly waitingInVault: number | null;
  /** Number of entries this process stored in the vault. */
  readonly stored: number;
  /** Number of entries this process dropped. */
  readonly lost: number;
}

/** Metrics of the trail. Returns a function that refreshes them. */
export function trailMetrics(read: () => Promise<TrailReading>, register: Registry): () => Promise<void> {
  const registers = [register];
  const waiting = new Gauge({
    name: 'dayline_trail_waiting_entries',
    help: 'Entries of the audit trail that are not in the log yet: in the memory of this process, in the vault of all',
    labelNames: ['place'],
    registers,
  });
  const storedCounter = new Counter({
    name: 'dayline_trail_stored_entries_total',
    help: 'Entries of the audit trail that had to be stored in the vault until the log takes them',
    registers,
  });
  const lostCounter = new Counter({
    name: 'dayline_trail_lost_entries_total',
    help: 'Entries of the audit trail that were dropped',
    registers,
  });
  return async () => {
    const reading = await read();
    for (const metric of [waiting, storedCounter, lostCounter]) metric.reset();
    waiting.set({ place: 'memory' }, reading.waitingInMemory);
    if (reading.waitingInVault !== null) waiting.set({ place: 'vault' }, reading.waitingInVault);
    storedCounter.inc(reading.stored);
    lostCounter.inc(reading.lost);
  };
}
