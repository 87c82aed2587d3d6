import { latencies, openLoop } from '../load/open-loop.ts';
import type { Figures } from '../report.ts';
import { yardstickPaths } from '../server/messages.ts';
import { type LatencyRound, latencyGoals, plainLatency } from './compared.ts';
import type { Setting } from './setting.ts';

/** The rate with a goal. */
const judgedRate = 50;

/** G2: a command's latency at an even rate, against validation, one sync and a response on the same server. */
export async function commandLatency(setting: Setting, perSecond: number): Promise<Figures> {
  const { plan, calls, target, disk } = setting;
  const yardstickCall = calls.yardstick(yardstickPaths.sync);
  const load = { perSecond, count: plan.batch(perSecond) };
  const rounds: LatencyRound[] = [];
  for (let round = 0; round < plan.rounds; round += 1) {
    await disk.look();
    const product: number[] = [];
    const yardstick: number[] = [];
    for (let batch = 0; batch < plan.batches(perSecond); batch += 1) {
      product.push(...latencies(await openLoop(calls.book, load)));
      await target.untilViewsReach(calls.lastPosition());
      yardstick.push(...latencies(await openLoop(yardstickCall, load)));
    }
    rounds.push({ product, yardstick });
  }
  const what = `command latency at ${perSecond}/s`;
  return {
    goals: perSecond === judgedRate ? latencyGoals(rounds, { goal: 'G2', what }, { p50: 2.1, p99: 3.5 }) : [],
    plain: plainLatency(rounds, what),
  };
}
