import { rateOf } from '../load/closed-loop.ts';
import { openScreens } from '../load/screens.ts';
import { type Door, openDoor } from '../load/target.ts';
import type { Figures } from '../report.ts';
import { type StoreRun, yardstickPaths } from '../server/messages.ts';
import { spreadOf } from '../statistics.ts';
import type { Setting } from './setting.ts';

const batchSize = 64;

interface Round {
  readonly bookings: number;
  readonly store: number;
  readonly http: number;
  /** The same answered without Express, as the product's own calls are. */
  readonly bareHttp: number;
  /** The store's, when each append has a commit of its own. */
  readonly alone: number;
}

/** G1: durable bookings a second with everything on, against what the store and the HTTP stack allow one after the other. */
export async function throughput(setting: Setting): Promise<Figures> {
  const { server, target } = setting;
  // Every desk has its board open meanwhile.
  const screens = await openScreens(`http://127.0.0.1:${server.port}`, target.cookies.length, target.cookies);
  const bare = openDoor(server.socketPort);
  try {
    return await measured(setting, bare);
  } finally {
    screens.close();
    await bare.close();
  }
}

async function measured({ plan, calls, target, disk }: Setting, bare: Door): Promise<Figures> {
  const validate = calls.yardstick(yardstickPaths.validate);
  const validateBare = calls.yardstick(yardstickPaths.validate, bare);
  const bookings = async (ms: number): Promise<number> => {
    const rate = await rateOf(calls.book, ms);
    await target.viewsReach(calls.lastPosition());
    return rate;
  };
  const store = async (ms: number, batch: number): Promise<number> => {
    const { body } = await target.post(`${yardstickPaths.store}?ms=${ms}&batch=${batch}`, '{}');
    // The border: server/yardsticks.ts answers exactly this.
    const run = body as StoreRun;
    return (run.appends * 1_000) / run.ms;
  };

  // What runs a few thousand times is compiled by then; else the first rounds would measure the compiler.
  const warmUpEnds = performance.now() + plan.longestWarmUpMs;
  for (let booked = 0; booked < plan.warmUpBookings && performance.now() < warmUpEnds; ) {
    booked += (await bookings(plan.rateMs)) * (plan.rateMs / 1_000);
  }
  await store(plan.rateMs, batchSize);
  await rateOf(validate, plan.rateMs);
  const rounds: Round[] = [];
  for (let round = 0; round < plan.rounds; round += 1) {
    await disk.look();
    rounds.push({
      store: await store(plan.rateMs, batchSize),
      bookings: await bookings(plan.rateMs),
      http: await rateOf(validate, plan.rateMs),
      bareHttp: await rateOf(validateBare, plan.rateMs),
      alone: await store(plan.rateMs, 1),
    });
  }

  const over = (figure: (round: Round) => number) => spreadOf(rounds.map(figure));
  const oneAfterAnother = ({ store: appends, http }: Round) => 1 / appends + 1 / http;
  const aCommitForEach = ({ alone, http }: Round) => 1 / alone + 1 / http;
  return {
    goals: [
      {
        goal: 'G1',
        what: 'bookings/s, of what store and HTTP allow in series',
        ...over((round) => round.bookings * oneAfterAnother(round)),
        must: 0.6,
        stretch: 0.8,
        wanted: 'atLeast',
      },
      {
        goal: 'G1',
        what: 'bookings/s, times the same with a commit for each',
        ...over((round) => round.bookings * aCommitForEach(round)),
        must: 2.5,
        stretch: 3.4,
        wanted: 'atLeast',
        // A quick disk: what group commit saves is then less than what answering costs.
        atBest: over((round) => aCommitForEach(round) / oneAfterAnother(round)).value,
      },
    ],
    plain: [
      { what: 'bookings, 64 connections', unit: '/s', ...over((round) => round.bookings) },
      { what: 'the store alone, batches of 64', unit: 'appends/s', ...over((round) => round.store) },
      { what: 'validate and answer alone', unit: '/s', ...over((round) => round.http) },
      { what: '… without Express, as the product does', unit: '/s', ...over((round) => round.bareHttp) },
      {
        what: '… of what store and HTTP would allow in series then',
        unit: 'of bookings/s',
        ...over(({ bookings: all, store: appends, bareHttp }) => all * (1 / appends + 1 / bareHttp)),
      },
      { what: 'the store alone, one append after another', unit: 'appends/s', ...over((round) => round.alone) },
    ],
  };
}
