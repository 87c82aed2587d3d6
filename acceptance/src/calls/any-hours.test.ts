import { runs } from '@dayline/contracts/testing/trials';
import fc from 'fast-check';
import { HoursHistory } from '../testing/hours/hours-history.ts';
import { type Hours, type Place, places, type Step, step } from '../testing/hours/hours-steps.ts';

/**
 * Arbitrary histories of dated weekly hours with all kinds of sessions, hospital days, hours of one date, blocks,
 * bookings and clocks, in four time zones: decisions, lists, live rows and "as of" are compared with hours computed
 * minute by minute, and past dates with what they were.
 */

async function live(steps: readonly Step[], place: Place): Promise<ReadonlySet<string>> {
  const history = new HoursHistory(place);
  for (const step of steps) history.take(step);
  await history.lookBack();
  return history.reached;
}

const morning: Hours = { open: 9, minutes: 30, capacity: 2, whole: true, session: 0 };
const night: Hours = { open: 0, minutes: 30, capacity: 1, whole: false, session: 0 };
const halfDay = { ask: 'close', weeks: null, days: null, branch: null } as const;
/** Every hours event, a shortened slot, and dates that become past. */
const everyCase: readonly Step[] = [
  { ask: 'week', hours: morning, off: [6], from: null },
  { ask: 'book', on: 2, time: 0 },
  { ask: 'cancel', index: 0 },
  { ask: 'return', index: 0 },
  // Others have taken its slot.
  { ask: 'cancel', index: 0 },
  { ask: 'book', on: 2, time: 0 },
  { ask: 'book', on: 2, time: 0 },
  { ask: 'return', index: 0 },
  { ask: 'cancel', index: 1 },
  { ask: 'cancel', index: 2 },
  { ask: 'return', index: 0 },
  { ask: 'week', hours: night, off: [], from: 3 },
  { ask: 'book', on: 3, time: 4 },
  { ask: 'week', hours: morning, off: [], from: 6 },
  { ask: 'withdraw', from: 6 },
  { ...halfDay, on: 1, open: 2 },
  { ask: 'cancel', index: 0 },
  { ...halfDay, on: 2, open: 3 },
  { ask: 'return', index: 0 },
  { ...halfDay, on: 2, open: 1, branch: 1 },
  { ask: 'close', on: 4, weeks: [1, 'last'], days: null, open: 0, branch: null },
  { ...halfDay, on: 0, open: 0 },
  { ask: 'lift', index: 1 },
  { ask: 'lift', index: 4 },
  { ask: 'hours', on: 5, hours: morning },
  { ask: 'book', on: 5, time: 1 },
  { ask: 'block', on: 5, time: 2 },
  { ask: 'wait', hours: 26 },
  { ask: 'hours', on: 5, hours: null },
  { ask: 'week', hours: night, off: [0, 1], from: null },
  { ask: 'blockDay', on: 3 },
  { ask: 'lift', index: 3 },
  { ask: 'wait', hours: 26 },
  { ask: 'unblockDay', on: 3 },
  { ask: 'lift', index: 0 },
  { ask: 'cancel', index: 0 },
  { ...halfDay, on: 6, open: 1, branch: 2 },
  ...[1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 4].flatMap((session): Step[] => [
    { ask: 'week', hours: { ...morning, session }, off: [], from: 6 },
    { ask: 'book', on: 6, time: session },
    { ask: 'book', on: 7, time: session + 1 },
  ]),
  // In every zone, one of these is between 19:00 on the day before a date and 09:00.
  ...Array.from({ length: 12 }, (): Step => ({ ask: 'wait', hours: 7 })),
];

test.each(places)('in $zone a history meets every event of hours, a shortened slot and a past date', async (place) => {
  const reached = await live(everyCase, place);
  const events = ['WeeklyScheduleSet', 'ScheduleChangeWithdrawn', 'HospitalDaySet', 'HospitalDayLifted'];
  const sessionCases = ['early', 'closed', 'on request', 'only for some', 'past midnight', 'listed', 'elsewhere'];
  const leaveCases = ['back', 'not back'];
  const dateEvents = ['DayHoursSet', 'DayHoursCleared', 'SlotsPlanned', 'AppointmentBooked', 'SlotsBlocked'];
  expect([...reached]).toEqual(
    expect.arrayContaining([...events, ...dateEvents, 'shortened', 'past', ...sessionCases, ...leaveCases]),
  );
});

test('any history of hours is answered, decided and replayed as by the minute, and no past date changes', async () => {
  const steps = fc.array(step, { minLength: 4, maxLength: 20 });
  const property = fc.asyncProperty(steps, fc.constantFrom(...places), async (asks, place) => {
    await live(asks, place);
  });
  await fc.assert(property, { numRuns: runs(8, 300) });
}, 900_000);
