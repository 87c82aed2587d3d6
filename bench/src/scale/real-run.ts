import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteEventLog } from '@dayline/platform/event-log/sqlite/open';
import { bookingEvents } from '../server/booking-events.ts';
import { median } from '../statistics.ts';
import { groupCommits } from './group-commit.ts';
import { seeded } from './random.ts';

const alone = 200;
const together = 64;
const rounds = 20;
/** Appends a second of the real run, and how long it lasts (s). */
const openLoop = { rates: [300, 1_000], seconds: 4 };

/**
 * Holds the simulation of the group commit to the real writer: what a commit costs is measured, appends come to the real
 * log as to the simulated one, and the sizes of the commits are set beside each other.
 */
export async function checkGroupCommit(): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'dayline-scale-'));
  const log = await openSqliteEventLog({ folder });
  let streams = 0;
  const append = async (): Promise<void> => {
    streams += 1;
    await log.append(`doctorDay-scale_${streams}`, 'noStream', bookingEvents());
  };
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const begin = performance.now();
    await work();
    return performance.now() - begin;
  };
  try {
    const [ones, batches]: [number[], number[]] = [[], []];
    for (let round = 0; round < alone; round += 1) ones.push(await timed(append));
    for (let round = 0; round < rounds; round += 1) {
      batches.push(await timed(() => Promise.all(Array.from({ length: together }, append))));
    }
    const perAppendMs = Math.max(0, (median(batches) - median(ones)) / (together - 1));
    const perBatchMs = Math.max(0, median(ones) - perAppendMs);
    // A shared disk is now and then slow by a lot, which no median shows: costs are drawn from those that were seen.
    const random = seeded(3);
    const cost = (size: number): number => (ones[random.below(ones.length)] ?? 0) + perAppendMs * (size - 1);
    const lines = [`a commit: ${perBatchMs.toFixed(2)} ms and ${perAppendMs.toFixed(3)} ms an append`];
    for (const rate of openLoop.rates) {
      const before = log.stats();
      const arrivals = await arrive(rate, openLoop.seconds, append);
      const after = log.stats();
      const real = (after.appends - before.appends) / (after.commits - before.commits);
      const { batch } = groupCommits(arrivals, cost);
      lines.push(`${rate} appends/s: ${real.toFixed(2)} a commit, simulated ${batch.toFixed(2)}`);
    }
    return lines;
  } finally {
    await log.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Appends that come independently of each other and of their answers; when each really came, in ms. */
async function arrive(rate: number, seconds: number, append: () => Promise<void>): Promise<readonly number[]> {
  const random = seeded(7);
  const begin = performance.now();
  const underWay: Promise<void>[] = [];
  const arrivals: number[] = [];
  for (let due = random.gap(rate); due < seconds; due += random.gap(rate)) {
    while (performance.now() - begin < due * 1_000) await new Promise((resolve) => setImmediate(resolve));
    arrivals.push(performance.now() - begin);
    underWay.push(append());
  }
  await Promise.all(underWay);
  return arrivals;
}
