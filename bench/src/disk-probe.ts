import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { median } from './statistics.ts';

const record = Buffer.alloc(4096, 'p');
const syncsOfRound = 40;

export interface DiskProbe {
  /** Writes and syncs for a short time, and records the round's median. */
  look(): Promise<void>;
  /** One median per probe, in ms. */
  readonly rounds: readonly number[];
  close(): Promise<void>;
}

/** A shared disk drifts; this shows how much during the run. */
export async function openDiskProbe(folder: string): Promise<DiskProbe> {
  const file = await open(join(folder, 'probe'), 'a');
  const rounds: number[] = [];
  return {
    rounds,
    async look() {
      const times: number[] = [];
      for (let sync = 0; sync < syncsOfRound; sync += 1) {
        const started = performance.now();
        await file.write(record);
        await file.datasync();
        times.push(performance.now() - started);
      }
      rounds.push(median(times));
    },
    close: () => file.close(),
  };
}
