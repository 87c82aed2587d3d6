import { assumed } from './measured.ts';
import { seeded } from './random.ts';

export interface LagQuestion {
  /** Appends per second, over all hospitals. */
  readonly rate: number;
  readonly hospitals: number;
  /** Parallel projectors, each with its share of the hospitals and its own store. */
  readonly partitions: number;
  readonly perBatchMs: number;
  readonly perRowMs: number;
  /** Duration of that rate. */
  readonly seconds: number;
}

/** As a page of the log that the projector folds. */
const batchAtMost = 1_000;

/**
 * How far the views lag behind during a peak: each projector takes the waiting events, folds them and writes each
 * changed row once per batch. In seconds, from an append to the end of its batch.
 */
export function projectorLag({ rate, hospitals, partitions, perBatchMs, perRowMs, seconds }: LagQuestion) {
  const random = seeded(11);
  const queues = Array.from({ length: partitions }, (): { at: number; hospital: number; doctor: number }[] => []);
  for (let at = random.gap(rate); at < seconds; at += random.gap(rate)) {
    const hospital = random.below(hospitals);
    queues[hospital % partitions]?.push({ at, hospital, doctor: random.below(assumed.doctorsPerHospital) });
  }
  const lags: number[] = [];
  let [busiest, last] = [0, 0];
  for (const queue of queues) {
    let [done, free, busy] = [0, 0, 0];
    while (done < queue.length) {
      const begin = Math.max(free, queue[done]?.at ?? 0);
      const shared = new Set<string>();
      let end = done;
      for (; end < queue.length && end - done < batchAtMost; end += 1) {
        const append = queue[end];
        if (!append || append.at > begin) break;
        // The hospital's counts, total and by day; the doctor's counts, total and by day, and the day itself.
        shared.add(`${append.hospital}`).add(`${append.hospital}.${append.doctor}`);
      }
      let rows = 2 * (end - done);
      for (const key of shared) rows += key.includes('.') ? 3 : 2;
      const cost = (perBatchMs + rows * perRowMs) / 1_000;
      free = begin + cost;
      busy += cost;
      for (; done < end; done += 1) lags.push(free - (queue[done]?.at ?? 0));
    }
    busiest = Math.max(busiest, busy / Math.max(free, seconds));
    last = Math.max(last, free - seconds);
  }
  const [p50 = 0, p99 = 0] = percentiles(lags, [0.5, 0.99]);
  return { p50, p99, busy: busiest, behindAtEnd: Math.max(0, last) };
}

/** Of many samples, sorted once, numerically. */
function percentiles(samples: readonly number[], shares: readonly number[]): readonly number[] {
  const sorted = Float64Array.from(samples).sort();
  return shares.map((share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN);
}
