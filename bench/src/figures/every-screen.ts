import { openLoop } from '../load/open-loop.ts';
import { callsOn } from '../load/requests.ts';
import { openScreens } from '../load/screens.ts';
import { startServer } from '../load/server-process.ts';
import { openTarget } from '../load/target.ts';
import type { Figures } from '../report.ts';
import { percentile, spreadOf } from '../statistics.ts';

export interface EveryScreenPlan {
  readonly accounts: number;
  /** The maximum of sockets that the product admits for one account. */
  readonly screensOfEach: number;
  readonly rounds: number;
  readonly perSecond: number;
  readonly bookingsARound: number;
}

/** P4: from a booking's start until every screen of a hospital has it. */
export async function bookingOnEveryScreen(folder: string, plan: EveryScreenPlan): Promise<Figures> {
  const { accounts, screensOfEach, rounds, perSecond, bookingsARound: count } = plan;
  const server = await startServer({ folder, clinic: { doctors: 16, patients: 64, accounts }, eventStoreUrl: null });
  const target = await openTarget(server);
  const { book } = callsOn(target, server.clinic);
  const screens = await openScreens(`http://127.0.0.1:${server.port}`, accounts * screensOfEach, target.cookies);
  await screens.latenciesOf(await openLoop(book, { perSecond, count: 5 }));
  const taken: number[][] = [];
  for (let round = 0; round < rounds; round += 1) {
    taken.push(await screens.latenciesOf(await openLoop(book, { perSecond, count })));
  }
  screens.close();
  await target.close();
  await server.stop();
  const p99 = (of: readonly number[]) => percentile(of, 0.99);
  const what = `a booking, ${perSecond}/s, on all of ${accounts * screensOfEach} screens: p99, ms`;
  return {
    goals: [{ goal: 'P4', what, ...spreadOf(taken.map(p99)), value: p99(taken.flat()), must: 250, bound: 'atMost' }],
    plain: [],
  };
}
