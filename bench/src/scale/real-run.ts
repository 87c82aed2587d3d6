import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteEventLog } from '@dayline/event-log/sqlite/open';
import { bookingEvents } from '../server/booking-events.ts';
import { median } from '../statistics.ts';
import { groupCommits } from './group-commit.ts';
import { seeded } from './random.ts';

const alone = 200;
const together = 64;
const rounds = 20;
/** Appends per second of the real run, and its duration (s). */
const openLoop = { rates: [300, 1_000], seconds: 4 };

/**
 * Compares the simulation of the group commit with the real writer: the cost of a commit is measured, the real log gets
 * the same arrivals as the simulated one, and the sizes of the commits are compared.
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
    // A shared disk is sometimes much slower, which no median shows: costs are sampled from the measured ones.
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

/** Independent appends that don't wait for each other's responses; their actual arrival times, in ms. */
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
