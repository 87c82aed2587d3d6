import { rateOf } from '../load/closed-loop.ts';
import { latencies, openLoop } from '../load/open-loop.ts';
import type { Figures } from '../report.ts';
import { type StoreRun, yardstickPaths } from '../server/messages.ts';
import { percentile, spreadOf } from '../statistics.ts';
import type { Setting } from './setting.ts';

/** "32 connections" (quality, G19) */
const connections = 32;
const perSecond = 50;
/** Bookings of a round that run alone on the server. */
const singleAppends = 40;

interface Round {
  readonly bookings: number;
  readonly appends: number;
  /** Latencies, in ms. */
  readonly afterLoad: readonly number[];
  readonly alone: readonly number[];
  readonly appendAndRead: readonly number[];
}

const p50 = (samples: readonly number[]): number => percentile(samples, 0.5);

/**
 * G19: bookings per second on EventStoreDB, as a share of what its own client appends of the same events; and bookings
 * at an even rate right after that load. A node that stalls shows in the client's own longest append.
 */
export async function comparedWithClient({ plan, calls, target, disk }: Setting): Promise<Figures> {
  const limit = calls.yardstick(yardstickPaths.syncAndRead);
  const measureMs = async (call: () => Promise<unknown>): Promise<number> => {
    const started = performance.now();
    await call();
    return performance.now() - started;
  };
  const rounds: Round[] = [];
  for (let round = 0; round < plan.rounds; round += 1) {
    await disk.look();
    const { body } = await target.post(`${yardstickPaths.store}?ms=${plan.rateMs}&batch=${connections}`, '{}');
    // Cast is safe: server/yardsticks.ts sends exactly this.
    const { appends, ms } = body as StoreRun;
    const bookings = await rateOf(calls.book, plan.rateMs, connections);
    const afterLoad = latencies(await openLoop(calls.book, { perSecond, count: plan.batch(perSecond) }));
    await target.untilViewsReach(calls.lastPosition());
    const alone: number[] = [];
    const appendAndRead: number[] = [];
    for (let call = 0; call < singleAppends; call += 1) {
      alone.push(await measureMs(calls.book));
      appendAndRead.push(await measureMs(limit));
    }
    rounds.push({ bookings, appends: (appends * 1_000) / ms, afterLoad, alone, appendAndRead });
  }
  const over = (figure: (round: Round) => number) => spreadOf(rounds.map(figure));
  return {
    goals: [
      {
        goal: 'G19',
        what: `bookings/s, ${connections} connections, of the client's appends`,
        ...over(({ bookings, appends }) => bookings / appends),
        must: 0.2,
        bound: 'atLeast',
      },
      {
        goal: 'G19',
        what: `a booking at ${perSecond}/s in the first second after a load: p99, ms`,
        ...over(({ afterLoad }) => percentile(afterLoad, 0.99)),
        must: 50,
        bound: 'atMost',
      },
    ],
    plain: [
      { what: `bookings, ${connections} connections`, unit: '/s', ...over(({ bookings }) => bookings) },
      { what: "the client's appends", unit: '/s', ...over(({ appends }) => appends) },
      { what: 'a booking alone, p50', unit: 'ms', ...over(({ alone }) => p50(alone)) },
      { what: 'one append and one read, p50', unit: 'ms', ...over(({ appendAndRead }) => p50(appendAndRead)) },
      {
        what: "the client's longest: more than a second is a stall of the node",
        unit: 'ms',
        ...over(({ appendAndRead }) => Math.max(...appendAndRead)),
      },
    ],
  };
}
