import { runs } from '@dayline/contracts/testing/trials';
import fc from 'fast-check';
import { History, type ReachedCases } from '../testing/day/day-history.ts';
import { firstHours, type Night, nights, type Step } from '../testing/day/day-steps.ts';

/**
 * Arbitrary histories of weeks, blocks, bookings, cancellations, undos and clocks: decisions, the view's row, the live
 * message and the row "as of" each step are compared with a day that is kept minute by minute.
 */

const aTime = fc.nat({ max: 30 });
const some = <Ask extends Step['ask']>(...asks: Ask[]) => fc.constantFrom(...asks);
const schedule = fc.record({
  ask: some('schedule'),
  capacity: fc.integer({ min: 1, max: 3 }),
  minutes: fc.constantFrom(10, 15, 20, 30, 45, 120),
  shift: fc.constantFrom(0, 10, 15, 30),
  later: fc.boolean(),
  isOff: fc.constantFrom(false, false, false, true),
});
const sameWeekSteps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ ask: some('book'), time: aTime, patient: fc.nat({ max: 2 }) }) },
  { weight: 3, arbitrary: fc.record({ ask: some('block', 'unblock'), time: aTime }) },
  { weight: 2, arbitrary: fc.record({ ask: some('blockDay', 'unblockDay', 'blockEach') }) },
  { weight: 4, arbitrary: fc.record({ ask: some('cancel', 'undo', 'restore'), index: fc.nat({ max: 6 }) }) },
  fc.record({ ask: some('wait'), minutes: fc.constantFrom(1, 20) }),
);
const step: fc.Arbitrary<Step> = fc.oneof({ weight: 4, arbitrary: sameWeekSteps }, { weight: 1, arbitrary: schedule });

async function live(steps: readonly Step[], night: Night): Promise<ReachedCases> {
  const history = new History(night);
  for (const step of steps) history.take(step);
  await history.lookBack();
  return history.reached;
}

/** A history with every state of a day, a refusal on a blocked slot, an overlapped slot and a restored visit. */
const everyCase: readonly Step[] = [
  { ask: 'book', time: 0, patient: 0 },
  { ask: 'cancel', index: 0 },
  { ask: 'undo', index: 0 },
  { ask: 'block', time: 1 },
  { ask: 'book', time: 1, patient: 0 },
  { ask: 'schedule', ...firstHours, minutes: 20 },
  { ask: 'cancel', index: 0 },
  { ask: 'restore', index: 0 },
  { ask: 'schedule', ...firstHours, minutes: 30 },
  { ask: 'restore', index: 0 },
  { ask: 'blockDay' },
  { ask: 'schedule', ...firstHours, isOff: true },
  { ask: 'unblock', time: 0 },
  // The minute in which a slot begins.
  { ask: 'schedule', ...firstHours, minutes: 15, shift: 10 },
  { ask: 'wait', minutes: 20 },
  { ask: 'wait', minutes: 20 },
];
const aNight = fc.constantFrom(...nights);

test('any history of weeks, blocks, bookings, undos and clocks is answered and decided as by the minute', async () => {
  const steps = fc.array(step, { minLength: 4, maxLength: 25 });
  const property = fc.asyncProperty(steps, aNight, async (asks, night) => void (await live(asks, night)));
  await fc.assert(property, { numRuns: runs(40, 500), examples: nights.map((night) => [[...everyCase], night]) });
}, 600_000);

test('a history meets every word of a day, a refusal on a blocked place, an overlapped place and a return', async () => {
  const reached = await live(everyCase, nights[0]);
  expect(reached.words).toEqual(new Set(['available', 'partial', 'blocked']));
  expect([reached.refusedOnBlocked > 0, reached.overlapped > 0, reached.returned > 0]).toEqual([true, true, true]);
});
