import { hospitalDaySchema } from '@dayline/contracts/clinic/calendar';
import { addDays } from '@dayline/contracts/clinic/clinic-time';
import { runs } from '@dayline/contracts/testing/trials';
import { demoEvents } from '../testing/demo-events.ts';
import { instantOf } from './plan.ts';

/** The real rules must accept the whole plan, also just after midnight and late in the day. */
test.each(
  [
    ['2026-11-22', '00:01'],
    ['2026-11-18', '23:50'],
  ].slice(0, runs(1, 2)),
)('the commands refuse nothing of the demo when it is started on %s at %s', async (date, time) => {
  const anchor = instantOf(date, time, 'Asia/Kolkata');
  const events = await demoEvents(anchor);
  const types = new Set(events.map(({ type }) => type));
  for (const type of [
    'AppointmentCancelled',
    'AppointmentMarkUndone',
    'DayBlocked',
    'SlotsBlocked',
    'DoctorAccountActivated',
    'AppointmentMovedAway',
    'AppointmentOverbooked',
    'AppointmentPaymentCorrected',
    'PaymentRefunded',
    'DayClosed',
  ]) {
    expect(types).toContain(type);
  }
  const instants = events.map(({ metadata }) => Date.parse(metadata.recordedAt));
  expect(Math.max(...instants)).toBeLessThanOrEqual(anchor);
  // Otherwise the state as of an instant would lack some of what happened before it.
  expect(instants).toEqual(instants.toSorted((a, next) => a - next));
  expect(Math.min(...instants)).toBeLessThan(anchor - 35 * 86_400_000);
  const begins = events.flatMap(({ type, data }) =>
    type === 'HospitalDaySet' ? [hospitalDaySchema.parse(data).from] : [],
  );
  expect(begins).toHaveLength(8);
  // None of the demo's visits is on a hospital day.
  expect(begins.filter((first) => first <= addDays(date, 60))).toEqual([]);
});
