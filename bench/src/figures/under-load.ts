import { latencies, openLoop } from '../load/open-loop.ts';
import type { Target } from '../load/target.ts';
import type { Figures } from '../report.ts';
import type { Clinic } from '../server/messages.ts';
import { comparedLatency, type LatencyRound, plainLatency } from './compared.ts';
import type { Setting } from './setting.ts';
import { warmUp } from './throughput.ts';

const bookingsPerSecond = 50;
const signInsAtOnce = 50;

/**
 * P3: bookings while an auditor plays a replay, exports and checks the log, and people sign in, against bookings alone.
 */
export async function bookingBesideHeavyWork(setting: Setting): Promise<Figures> {
  const { plan, server, calls, target, disk } = setting;
  await warmUp(setting);
  const load = { perSecond: bookingsPerSecond, count: plan.batch(bookingsPerSecond) };
  const batches = Array.from({ length: plan.batches(bookingsPerSecond) });
  // All before the heavy work: what it leaves behind delays the bookings after it too.
  const alone: number[][] = [];
  for (let round = 0; round < plan.rounds; round += 1) {
    const taken: number[] = [];
    for (const _ of batches) taken.push(...latencies(await openLoop(calls.book, load)));
    alone.push(taken);
  }
  const rounds: LatencyRound[] = [];
  for (const yardstick of alone) {
    await disk.look();
    const product: number[] = [];
    for (const _ of batches) {
      const work = heavyWork(target, server.clinic);
      product.push(...latencies(await openLoop(calls.book, load)));
      await work.end();
      await target.untilViewsReach(calls.lastPosition());
    }
    rounds.push({ product, yardstick });
  }
  const what = 'a booking beside replay, export, check, 50 sign-ins';
  const { p99 } = comparedLatency(rounds);
  return {
    goals: [{ goal: 'P3', what: `${what}, p99`, ...p99, must: 3, bound: 'atMost' }],
    plain: plainLatency(rounds, what),
  };
}

/** Starts all of it; the replay, the export and the check are repeated until the end. */
function heavyWork(target: Target, clinic: Clinic): { end(): Promise<void> } {
  const { clientId, dates } = clinic;
  const headers = { cookie: target.cookies[0] ?? '' };
  let isOver = false;
  const repeat = async (path: string, body: object | null): Promise<void> => {
    do {
      const status = await target.drain(path, body && JSON.stringify(body), headers);
      if (status !== 200 && status !== 429) throw new Error(`${path} answered ${status}.`);
    } while (!isOver);
  };
  const day = new URLSearchParams({ date: dates[0] ?? '' });
  const all = Promise.all([
    repeat(`/api/audit/as-of/appointments?${day}`, null),
    repeat('/api/audit/export-csv', { clientId }),
    repeat('/api/audit/check-log', { clientId }),
    signInAll(target, clinic),
  ]);
  return {
    async end() {
      isOver = true;
      await all;
    },
  };
}

/** All at once. Sign-ins above the product's limit get 429 and aren't retried. */
async function signInAll(target: Target, { clientId, emails, password }: Clinic): Promise<void> {
  const statuses = await Promise.all(
    Array.from({ length: signInsAtOnce }, async (_, index) => {
      const email = emails[index % emails.length];
      const body = JSON.stringify({ email, password, role: 'admin', clientId });
      return (await target.post('/api/poc-login', body)).status;
    }),
  );
  const unexpected = statuses.find((status) => status !== 200 && status !== 429);
  if (unexpected !== undefined || !statuses.includes(200)) throw new Error(`A sign-in answered ${unexpected ?? 429}.`);
}
