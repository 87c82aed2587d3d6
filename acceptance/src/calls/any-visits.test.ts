import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { doctorDayEvents } from '@dayline/contracts/events/doctor-day';
import { runs } from '@dayline/contracts/testing/trials';
import { seededRandom } from '@dayline/projector/testing/random';
import type { Environment } from '@dayline/runtime/config/settings';
import { startEventStore } from '@dayline/test-servers/eventstore-server';
import { describeOnMongodb } from '@dayline/test-servers/mongodb-server';
import fc from 'fast-check';
import { removeData } from '../testing/processes/product.ts';
import { sharedSecrets } from '../testing/processes/services.ts';
import { atStores } from '../testing/small-clinic.ts';
import { everyCase, feesOfEveryCase } from '../testing/visits/every-case.ts';
import { VisitHistory } from '../testing/visits/visit-history.ts';
import { VisitStage } from '../testing/visits/visit-stage.ts';
import { anySteps, type Step } from '../testing/visits/visit-steps.ts';

/**
 * Arbitrary histories of bookings, moves, overbookings, walk-ins, arrivals, calls, marks, cancellations, refunds,
 * corrections, undos and blocks on three doctors, three days and a clock, by two processes that may die, and a
 * follower. After each append the log is compared with an independent oracle; at the end, so are the views, a rebuild,
 * and past moments.
 */

async function live(stage: VisitStage, steps: readonly Step[], maxMoments?: number): Promise<VisitHistory> {
  const history = await VisitHistory.begin(stage);
  for (const step of steps) await history.take(step);
  await history.end(maxMoments);
  return history;
}

/**
 * Events about hours, and how late a doctor is, change no visit; a patient's answer comes by a link; whose a visit is
 * after a split is asked of persons, in random histories there, and holds in those of one doctor's day.
 */
const otherEvents = [
  ...['DayHoursSet', 'DayHoursCleared', 'DoctorLatenessSet', 'AppointmentReassigned'],
  ...['PlaceHeld', 'HoldReleased', 'HoldLapsed', 'AppointmentConfirmedByPatient'],
];

async function replayAll(stage: VisitStage, maxMoments: number): Promise<void> {
  const { reached, outcomes, fees } = await live(
    stage,
    everyCase.map(([step]) => step),
    maxMoments,
  );
  const actual = outcomes.map((outcome, index) => ({ index, came: outcome }));
  const expected = everyCase.map(([, outcome], index) => ({ index, came: expect.stringMatching(outcome) }));
  expect(actual).toEqual(expected);
  expect(fees).toEqual(feesOfEveryCase);
  const types: readonly string[] = doctorDayEvents.map(({ type }) => type);
  expect(types.filter((type) => !reached.has(type) && !otherEvents.includes(type))).toEqual([]);
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

/** Stores in one folder, in memory if the machine has an in-memory file system. */
async function inFolder(work: (stage: VisitStage, folder: string) => Promise<void>): Promise<void> {
  const inMemory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const folder = mkdtempSync(join(inMemory, 'dayline-visits-'));
  await atStage({ DATA_DIR: folder }, (stage) => work(stage, folder)).finally(() => removeData(folder));
}

test('on SQLite in memory: each request, each refusal that matters, and any history', async () => {
  await inFolder(async (stage) => {
    await replayAll(stage, Infinity);
    await anyHistory(stage, runs(5, 1_000));
  });
}, 3_600_000);

const seed = Number(process.env['CRASH_SEED'] ?? Date.now() % 1_000_000);

test(`processes that are killed between the steps of a move (seed ${seed}): each is finished or abandoned`, async () => {
  await inFolder(async (stage, folder) => {
    const history = await VisitHistory.begin(stage);
    for (const patient of [0, 1, 2, 3]) {
      const place = { doctor: patient % 2, day: 0, time: patient < 2 ? 0 : 1 };
      await history.take({ ask: 'book', patient, pays: true, ...place });
    }
    // Killed moves: to a slot that is taken meanwhile, back from it, and at the last append.
    const free = { ask: 'move', doctor: 2, day: 1, time: 0 } as const;
    expect(await history.killed(folder, { ...free, visit: 10 }, 1)).toBe(true);
    await history.take({ ask: 'book', patient: 4, pays: true, doctor: 2, day: 1, time: 0 });
    await history.take({ ask: 'finish' });
    expect(history.reached).toContain('AppointmentMoveAbandoned');
    expect(await history.killed(folder, { ...free, visit: 11, time: 1 }, 2)).toBe(true);
    await history.take({ ask: 'undoMove', visit: 0 });
    expect(history.outcomes.at(-1)).toBe('undoMove: done');
    expect(await history.killed(folder, { ...free, visit: 12, time: 1 }, 3)).toBe(true);
    await history.take({ ask: 'again' });
    expect(history.outcomes.at(-1)).toBe('again: move: done');

    const random = seededRandom(seed);
    for (let kills = 3; kills < runs(3, 50); kills += 1) {
      const place = { doctor: random.below(3), day: random.below(3), time: random.below(3) };
      const move =
        random.below(4) === 0
          ? ({ ask: 'undoMove', visit: 0 } as const)
          : { ...free, ...place, visit: random.below(8) };
      await history.killed(folder, move, 1 + random.below(3));
      const after: readonly Step[] = [
        { ask: 'finish' },
        { ask: 'again' },
        { ...free, ...place, visit: random.below(8) },
      ];
      await history.take(random.pick(after) ?? { ask: 'finish' });
    }
    await history.end();
  });
}, 3_600_000);

await describeOnMongodb('on EventStoreDB and MongoDB', (mongo) => {
  test('each request, and any history', async () => {
    const eventStore = await startEventStore();
    const env = { ...sharedSecrets, EVENT_STORE_URL: eventStore.url, VIEW_STORE_URL: mongo.database() };
    await atStage(env, async (stage) => {
      // Past moments use the same code, and are slow on stand-ins.
      await replayAll(stage, runs(2, Infinity));
      await anyHistory(stage, runs(0, 30));
    });
    await eventStore.stop();
  }, 3_600_000);
});
