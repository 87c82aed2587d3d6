import { openLoop } from '../load/open-loop.ts';
import { openScreens, type Screens } from '../load/screens.ts';
import type { Figures } from '../report.ts';
import { yardstickPaths } from '../server/messages.ts';
import { type LatencyRound, latencyGoals, plainLatency } from './compared.ts';
import type { Setting } from './setting.ts';

const perSecond = 50;

/**
 * G3: from a command's start to the screens, against validation, one sync, an emit of the same payload and a response.
 */
export async function commandToScreen(setting: Setting, count: number): Promise<Figures> {
  const { server, target } = setting;
  const screens = await openScreens(`http://127.0.0.1:${server.port}`, count, target.cookies);
  const yardstickScreens = await openScreens(`http://127.0.0.1:${server.socketPort}`, count, []);
  try {
    const rounds = await measured(setting, count, screens, yardstickScreens);
    const what = `command to screen, ${count === 1 ? '1 screen' : `${count} screens`}`;
    return {
      goals: latencyGoals(rounds, { goal: 'G3', what }, { p50: 3.9, p99: 5 }),
      plain: plainLatency(rounds, what),
    };
  } finally {
    screens.close();
    yardstickScreens.close();
  }
}

async function measured(
  { plan, calls, target, disk }: Setting,
  count: number,
  screens: Screens,
  yardstickScreens: Screens,
): Promise<LatencyRound[]> {
  const emitting = calls.yardstick(yardstickPaths.syncAndEmit);
  const shown = { perSecond, count: count === 1 ? plan.batch(perSecond) : plan.manyScreensBatch };
  const batches = count === 1 ? plan.batches(perSecond) : 1;

  await screens.latenciesOf(await openLoop(calls.book, { perSecond, count: 5 }));
  await target.post(yardstickPaths.payload, JSON.stringify(screens.lastPayload()));
  await yardstickScreens.latenciesOf(await openLoop(emitting, { perSecond, count: 5 }));

  const rounds: LatencyRound[] = [];
  for (let round = 0; round < plan.rounds; round += 1) {
    await disk.look();
    const product: number[] = [];
    const yardstick: number[] = [];
    for (let batch = 0; batch < batches; batch += 1) {
      product.push(...(await screens.latenciesOf(await openLoop(calls.book, shown))));
      yardstick.push(...(await yardstickScreens.latenciesOf(await openLoop(emitting, shown))));
    }
    rounds.push({ product, yardstick });
  }
  return rounds;
}
