import type { HospitalDay } from '@dayline/contracts/clinic/calendar';
import { type Interval, type Week, weekdays } from '@dayline/contracts/clinic/schedule';
import fc from 'fast-check';
import { hours } from '../started-clinic.ts';

/** Clinics whose clocks change, or skip a midnight, on a date in the middle of the tested range. */
export const places = [
  { zone: 'Asia/Kolkata', date: '2026-11-28' },
  { zone: 'America/New_York', date: '2026-03-08' },
  { zone: 'Europe/Berlin', date: '2026-10-25' },
  { zone: 'America/Santiago', date: '2026-09-06' },
] as const;
export type Place = (typeof places)[number];

/** The doctor's branch, and another one. */
export const branches = { own: 1, other: 2 } as const;

export interface Hours {
  /** The hour at which they start. */
  readonly open: number;
  readonly minutes: number;
  readonly capacity: number;
  /** A second interval with one slot of four hours. */
  readonly whole: boolean;
  /** Index of the optional fields of its first interval. */
  readonly session: number;
}
/** Slot lengths that no hospital day has shortened, in minutes. */
export const lengths: readonly number[] = [30, 45, 120, 240];

export const sessions: readonly Partial<Interval>[] = [
  {},
  { weeks: [2, 4] },
  { weeks: [1, 'last'], name: 'First and last' },
  { every: { weeks: 2, from: '2026-02-28' } },
  { bookUntil: { daysBefore: 1, time: '19:00' }, quota: { first: 1 } },
  { bookUntil: { daysBefore: 0, time: '08:30' }, quota: { first: 0, again: 1 } },
  { quota: { again: 1, sameDay: 2 } },
  { branchId: branches.other, room: 'Room 4' },
  { quota: { first: 0, again: 0, sameDay: 50 } },
  { branchId: branches.other, bookUntil: { daysBefore: 0, time: '23:00' }, quota: { first: 1, again: 1, sameDay: 1 } },
  { bookFrom: { daysBefore: 0, time: '07:00' }, closesBefore: 45 },
  { bookFrom: { daysBefore: 3, time: '12:00' }, quota: { sameDay: 1 }, openEnd: true },
  { onRequest: 'Call the ward' },
  { onlyFor: ['Seniors'], quota: { first: 1 } },
  { quota: { total: 2, again: 1 } },
  {
    ...{ startTime: '22:00', endTime: '02:00', endsNextDay: true, bookFrom: { daysBefore: 2, time: '08:00' } },
    ...{ bookUntil: { daysBefore: 0, time: '21:00' }, branchId: branches.other },
  },
  { startTime: '21:00', endTime: '01:30', endsNextDay: true, weeks: [1, 2, 'last'], closesBefore: 20 },
];

export const intervalsOf = ({ open, minutes, capacity, whole, session }: Hours): Interval[] => {
  const at = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
  const main = { ...hours(at(open), at(open + 2), capacity, minutes), ...sessions[session] };
  // In the other weeks of the month, other hours may apply at these times.
  const others: Interval[] = main.weeks?.includes(4)
    ? [{ ...hours(at(open), at(open + 1), capacity, 30), weeks: [1, 3, 5] }]
    : [];
  const quota = session === 5 ? { quota: { first: 2 } } : {};
  const all = [main, ...others];
  return whole ? [...all, { ...hours('14:00', '18:00', capacity + 1, 240), ...quota }] : all;
};
/** Indexes of weekdays without hours. */
export const weekOf = (of: Hours, off: readonly number[]): Week =>
  weekdays.filter((_, index) => !off.includes(index)).map((day) => ({ day, timeIntervals: intervalsOf(of) }));

/** When bookings close on a hospital day; of each of `openings`. */
export const closings: readonly (string | undefined)[] = [undefined, '01:15', '14:30', undefined];

export const openings: readonly HospitalDay['open'][] = [
  [],
  [{ from: '01:30', to: '10:30' }],
  [
    { from: '00:00', to: '02:00' },
    { from: '09:30', to: '15:15' },
  ],
  [
    { from: '15:00', to: '16:00' },
    { from: '16:30', to: '20:00' },
  ],
];

/** Dates are counted from the first tested date. */
export type Step =
  | { readonly ask: 'week'; readonly hours: Hours; readonly off: readonly number[]; readonly from: number | null }
  | { readonly ask: 'withdraw'; readonly from: number }
  | {
      readonly ask: 'close';
      readonly on: number;
      readonly weeks: readonly (1 | 2 | 3 | 4 | 5 | 'last')[] | null;
      readonly days: number | null;
      readonly open: number;
      readonly branch: number | null;
    }
  | { readonly ask: 'lift'; readonly index: number }
  | { readonly ask: 'hours'; readonly on: number; readonly hours: Hours | null }
  | { readonly ask: 'book' | 'block'; readonly on: number; readonly time: number }
  | { readonly ask: 'blockDay' | 'unblockDay'; readonly on: number }
  | { readonly ask: 'cancel' | 'return'; readonly index: number }
  | { readonly ask: 'wait'; readonly hours: number };

export const datesLookedAt = 8;
const on = fc.nat({ max: datesLookedAt - 1 });
const someHours: fc.Arbitrary<Hours> = fc.record({
  open: fc.constantFrom(0, 1, 2, 9),
  minutes: fc.constantFrom(30, 45, 120),
  capacity: fc.integer({ min: 1, max: 2 }),
  whole: fc.boolean(),
  session: fc.nat({ max: sessions.length - 1 }),
});
const nth = fc.constantFrom(1 as const, 2 as const, 4 as const, 5 as const, 'last' as const);
const anyOf = <Ask extends Step['ask']>(...asks: Ask[]) => fc.constantFrom(...asks);

export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      ask: anyOf('week'),
      hours: someHours,
      off: fc.array(fc.nat({ max: 6 }), { maxLength: 2 }),
      from: fc.option(on),
    }),
  },
  fc.record({ ask: anyOf('withdraw'), from: on }),
  {
    weight: 4,
    arbitrary: fc.record({
      ask: anyOf('close'),
      on,
      weeks: fc.option(fc.array(nth, { maxLength: 2 })),
      days: fc.option(on),
      open: fc.nat({ max: openings.length - 1 }),
      branch: fc.constantFrom(null, null, branches.own, branches.other),
    }),
  },
  { weight: 2, arbitrary: fc.record({ ask: anyOf('lift'), index: fc.nat({ max: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ ask: anyOf('hours'), on, hours: fc.option(someHours) }) },
  { weight: 6, arbitrary: fc.record({ ask: anyOf('book', 'block'), on, time: fc.nat({ max: 12 }) }) },
  fc.record({ ask: anyOf('blockDay', 'unblockDay'), on }),
  { weight: 2, arbitrary: fc.record({ ask: anyOf('cancel', 'return'), index: fc.nat({ max: 4 }) }) },
  { weight: 3, arbitrary: fc.record({ ask: anyOf('wait'), hours: fc.constantFrom(1, 7, 26) }) },
);
