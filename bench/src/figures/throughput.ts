import { rateOf } from '../load/closed-loop.ts';
import { openScreens } from '../load/screens.ts';
import { connections } from '../load/target.ts';
import type { Figures } from '../report.ts';
import { type StoreRun, yardstickPaths } from '../server/messages.ts';
import { spreadOf } from '../statistics.ts';
import type { Setting } from './setting.ts';

interface Round {
  readonly bookings: number;
  readonly store: number;
  readonly http: number;
}

/**
 * G1: durable bookings per second with everything on, against the limits of the store and the HTTP stack in sequence.
 */
export async function throughput(setting: Setting): Promise<Figures> {
  const { server, target } = setting;
  // Every desk has its board open.
  const screens = await openScreens(`http://127.0.0.1:${server.port}`, target.cookies.length, target.cookies);
  try {
    return await measured(setting);
  } finally {
    screens.close();
  }
}

/** Bookings per second; returns once the views include them. */
async function bookingsFor(ms: number, { calls, target }: Setting): Promise<number> {
  const rate = await rateOf(calls.book, ms, connections);
  await target.untilViewsReach(calls.lastPosition());
  return rate;
}

/** Books for a while: otherwise the first rounds would measure the JIT compiler. */
export async function warmUp(setting: Setting): Promise<void> {
  const { warmUpBookings, maxWarmUpMs, rateMs } = setting.plan;
  const ends = performance.now() + maxWarmUpMs;
  for (let booked = 0; booked < warmUpBookings && performance.now() < ends; ) {
    booked += (await bookingsFor(rateMs, setting)) * (rateMs / 1_000);
  }
}

async function measured(setting: Setting): Promise<Figures> {
  const { plan, calls, target, disk } = setting;
  const validate = calls.yardstick(yardstickPaths.validate);
  const store = async (ms: number): Promise<number> => {
    const { body } = await target.post(`${yardstickPaths.store}?ms=${ms}&batch=${connections}`, '{}');
    // Cast is safe: server/yardsticks.ts sends exactly this.
    const run = body as StoreRun;
    return (run.appends * 1_000) / run.ms;
  };

  await warmUp(setting);
  await store(plan.rateMs);
  await rateOf(validate, plan.rateMs, connections);
  const rounds: Round[] = [];
  for (let round = 0; round < plan.rounds; round += 1) {
    await disk.look();
    rounds.push({
      store: await store(plan.rateMs),
      bookings: await bookingsFor(plan.rateMs, setting),
      http: await rateOf(validate, plan.rateMs, connections),
    });
  }

  const over = (figure: (round: Round) => number) => spreadOf(rounds.map(figure));
  return {
    goals: [
      {
        goal: 'G1',
        what: 'bookings/s, of what store and HTTP allow in series',
        ...over((round) => round.bookings * (1 / round.store + 1 / round.http)),
        must: 0.14,
        bound: 'atLeast',
      },
    ],
    plain: [
      { what: 'bookings, 64 connections', unit: '/s', ...over((round) => round.bookings) },
      { what: 'the store alone, batches of 64', unit: 'appends/s', ...over((round) => round.store) },
      { what: 'validate and answer alone', unit: '/s', ...over((round) => round.http) },
    ],
  };
}
