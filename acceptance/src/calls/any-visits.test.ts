import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { doctorDayEvents } from '@dayline/contracts/events/doctor-day';
import { runs } from '@dayline/contracts/testing/trials';
import type { Environment } from '@dayline/runtime/config/settings';
import { startEventStore } from '@dayline/test-servers/eventstore-server';
import { describeOnMongodb } from '@dayline/test-servers/mongodb-server';
import fc from 'fast-check';
import { removeData } from '../testing/processes/product.ts';
import { sharedSecrets } from '../testing/processes/services.ts';
import { atStores } from '../testing/small-clinic.ts';
import { everyCase } from '../testing/visits/every-case.ts';
import { VisitHistory } from '../testing/visits/visit-history.ts';
import { VisitStage } from '../testing/visits/visit-stage.ts';
import { anySteps, type Step } from '../testing/visits/visit-steps.ts';

/**
 * Any history of bookings, moves, overbookings, walk-ins, arrivals, calls, marks, cancellations, refunds, corrections,
 * undos and blocks on three doctors, three days and a clock, by two processes that may die, and a follower. After each
 * append the log is held against an oracle of its own; at the end, so are the views, a rebuild, and moments of the past.
 */

async function live(stage: VisitStage, steps: readonly Step[]): Promise<VisitHistory> {
  const history = await VisitHistory.begin(stage);
  for (const each of steps) await history.take(each);
  await history.end();
  return history;
}

/** Events of hours, and calls of people to be told of a block, change no visit. */
const ofOthers = ['DayHoursSet', 'DayHoursCleared', 'PatientContacted'];

async function everyOne(stage: VisitStage): Promise<void> {
  const { met, outcomes } = await live(
    stage,
    everyCase.map(([step]) => step),
  );
  const told = outcomes.map((came, index) => ({ index, came }));
  const expected = everyCase.map(([, outcome], index) => ({ index, came: expect.stringMatching(outcome) }));
  expect(told).toEqual(expected);
  const types: readonly string[] = doctorDayEvents.map(({ type }) => type);
  expect(types.filter((type) => !met.has(type) && !ofOthers.includes(type))).toEqual([]);
}

async function anyHistory(stage: VisitStage, numRuns: number): Promise<void> {
  if (numRuns === 0) return;
  const property = fc.asyncProperty(anySteps, async (steps) => void (await live(stage, steps)));
  await fc.assert(property, { numRuns });
}

async function atStage(env: Environment, work: (stage: VisitStage) => Promise<void>): Promise<void> {
  await atStores(env, async (stores) => {
    const stage = await VisitStage.open(stores);
    await work(stage).finally(() => stage.close());
  });
}

test('on SQLite in memory: each request, each refusal that matters, and any history', async () => {
  const inMemory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const folder = mkdtempSync(join(inMemory, 'dayline-visits-'));
  await atStage({ DATA_DIR: folder }, async (stage) => {
    await everyOne(stage);
    await anyHistory(stage, runs(5, 1_000));
  }).finally(() => removeData(folder));
}, 3_600_000);

await describeOnMongodb('on EventStoreDB and MongoDB', (mongo) => {
  test('each request, and any history', async () => {
    const eventStore = await startEventStore();
    const env = { ...sharedSecrets, EVENT_STORE_URL: eventStore.url, VIEW_STORE_URL: mongo.database() };
    await atStage(env, async (stage) => {
      await everyOne(stage);
      await anyHistory(stage, runs(0, 30));
    });
    await eventStore.stop();
  }, 3_600_000);
});
