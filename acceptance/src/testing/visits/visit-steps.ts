import { addDays } from '@dayline/contracts/clinic/clinic-time';
import type { FeeRules } from '@dayline/contracts/clinic/fees';
import type { Week } from '@dayline/contracts/clinic/schedule';
import { spanFrom } from '@dayline/contracts/clinic/spans';
import fc from 'fast-check';
import { everyDay, hours } from '../started-clinic.ts';

/**
 * The steps of desks, as numbers only, so that any history can be generated. Three doctors, and three days from
 * `firstDay`.
 */

const firstDay = '2026-11-21';
export const dates = [0, 1, 2].map((day) => addDays(firstDay, day));
/** The month of the days, yyyy-mm. */
export const visitMonth = firstDay.slice(0, 7);
/** The start of the clock: ten minutes before the first slot. */
export const opensAt = `${firstDay}T08:50:00+05:30`;
export const undoSeconds = 15;
export const overbookPerSlot = 1;
/** Each patient's date of birth; the first turns 60 on the second day. */
export const bornOn = ['1966-11-22', '2020-03-01', null, '1990-01-01', null, '1985-07-15', null] as const;
export const patients = bornOn.length;
/** From before the first day. */
export const pastVisits = [
  { patient: 6, doctor: 2, date: '2026-11-20', outcome: 'Availed', paid: true },
  { patient: 3, doctor: 0, date: '2026-11-20', outcome: 'Availed', paid: null },
  { patient: 5, doctor: 0, date: '2026-11-20', outcome: 'Not_Availed', paid: true },
] as const;
/** A hospital day with the usual hours. */
export const hospitalDay = '2026-11-23';
/** Each doctor's single fee at the beginning, in paise. */
export const usualFee = 500_00;

/** A session of a doctor's day: some of `times`, with its own quotas. */
export interface Session {
  readonly name?: string;
  readonly times: readonly string[];
  readonly capacity: number;
  readonly quota?: { readonly first: number; readonly again: number; readonly sameDay: number };
}
export const slotMinutes = 30;
export const times = ['09:00', '09:30', '10:00'] as const;
/** Each doctor's hours on every day. */
export const doctorsHours: readonly (readonly Session[])[] = [
  [{ name: 'Morning', times: ['09:00', '09:30'], capacity: 2 }],
  [
    { name: 'Morning', times: ['09:00', '09:30'], capacity: 2, quota: { first: 2, again: 1, sameDay: 1 } },
    { name: 'Noon', times: ['10:00'], capacity: 2, quota: { first: 1, again: 1, sameDay: 0 } },
  ],
  [{ times: ['09:00', '09:30'], capacity: 1 }],
];
export const timesOf = (doctor: number): readonly string[] =>
  (doctorsHours[doctor] ?? []).flatMap((session) => session.times);

export const weekOf = (sessions: readonly Session[]): Week =>
  everyDay(
    ...sessions.map(({ name, times: [begin = ''], times: { length }, capacity, quota }) => ({
      ...hours(begin, spanFrom(begin, length * slotMinutes).to, capacity, slotMinutes),
      ...(name && { name }),
      ...(quota && { quota }),
    })),
  );

interface Place {
  readonly doctor: number;
  readonly day: number;
  readonly time: number;
}

const statuses = ['Confirmed', 'Availed', 'Not_Availed', 'Cancelled'] as const;
export type Status = (typeof statuses)[number];

/** Steps about one visit, chosen by an index. */
const ofVisit = [
  ...(['arrive', 'leave', 'call', 'uncall', 'visited', 'missed', 'cancel', 'reach'] as const),
  ...(['refund', 'keepMoney', 'pay', 'unpay', 'repay', 'giveBack'] as const),
] as const;
export type OfVisit = (typeof ofVisit)[number];
/** The undo of an event that is chosen by an index: 0 is the latest that it could undo. */
const undos = ['undoArrival', 'undoCall', 'undoContact', 'undoStatus', 'undoPayment', 'undoMove'] as const;
export type Undo = (typeof undos)[number];

interface Visitor {
  readonly patient: number;
  readonly pays: boolean;
  readonly kind?: 'first' | 'again';
  /** In paise; absent: the fee. */
  readonly takes?: number;
  /** Whether the desk gives a reason for that amount. */
  readonly givesReason?: boolean;
}

export type Ask =
  | ({ readonly ask: 'book' | 'overbook'; readonly isTele?: boolean } & Visitor & Place)
  | ({ readonly ask: 'walkIn'; readonly doctor: number } & Visitor)
  /** Fee rules of a doctor, or of the client. */
  | { readonly ask: 'rules'; readonly doctor: number | null; readonly rules: FeeRules | null }
  | { readonly ask: 'fee'; readonly doctor: number; readonly paise: number }
  | { readonly ask: OfVisit; readonly visit: number }
  | { readonly ask: Exclude<Undo, 'undoMove'>; readonly visit: number }
  | { readonly ask: 'undoMove'; readonly visit: number }
  | { readonly ask: 'correct'; readonly visit: number; readonly to: Status }
  | ({ readonly ask: 'move'; readonly visit: number; readonly difference?: 'taken' | 'left' } & Place)
  | { readonly ask: 'callNext'; readonly doctor: number }
  | { readonly ask: 'many'; readonly visits: readonly number[]; readonly to: Exclude<Status, 'Confirmed'> }
  | { readonly ask: 'undoMany' }
  | { readonly ask: 'block' | 'unblock'; readonly doctor: number; readonly day: number; readonly time: number | null };

/** The append at which a process dies. */
export interface Death {
  readonly nth: number;
  readonly isDurable: boolean;
}

export type Step =
  | (Ask & { readonly dies?: Death })
  /** Two processes and the follower, concurrently. */
  | { readonly ask: 'race'; readonly asks: readonly (Ask | { readonly ask: 'finish' })[] }
  /** The last request again with its key, at the other process. */
  | { readonly ask: 'again' }
  /** The views catch up. */
  | { readonly ask: 'project' }
  /** The follower finishes open moves; the views catch up. */
  | { readonly ask: 'finish' }
  | { readonly ask: 'wait'; readonly minutes: number };

const place = {
  doctor: fc.nat({ max: doctorsHours.length - 1 }),
  day: fc.constantFrom(0, 0, 0, 1, 2),
  time: fc.nat({ max: times.length - 1 }),
};
const placeKeys = ['doctor', 'day', 'time'] as const;
/** See `#visit` of the history. */
const visit = fc.nat({ max: 12 });
const patient = fc.nat({ max: patients - 1 });
const anyOf = <Name extends string | number>(...asks: Name[]) => fc.constantFrom(...asks);

const visitor = { patient, pays: fc.boolean() };
const fields = { kind: anyOf('first', 'again'), takes: anyOf(0, 300_00, 450_00), givesReason: fc.boolean() };
/** Fields that requests rarely have. */
const seldom = <Model extends object>(model: { [Key in keyof Model]: fc.Arbitrary<Model[Key]> }) =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.record(model, { requiredKeys: [] }) },
  ) as fc.Arbitrary<Partial<Model>>;
const booking: fc.Arbitrary<Ask> = fc
  .tuple(
    fc.record({ ask: anyOf('book', 'book', 'overbook'), ...visitor, ...place }),
    seldom({ ...fields, isTele: fc.boolean() }),
  )
  .map(([fields, more]) => ({ ...fields, ...more }));
const walkIn: fc.Arbitrary<Ask> = fc
  .tuple(fc.record({ ask: anyOf('walkIn'), ...visitor, doctor: place.doctor }), seldom(fields))
  .map(([fields, more]) => ({ ...fields, ...more }));

type Case = FeeRules['rules'][number]['when'];
const condition = fc.oneof(
  { weight: 3, arbitrary: fc.record({ withinDays: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ visit: anyOf('first', 'again') }) },
  { weight: 1, arbitrary: fc.record({ session: anyOf('Morning', 'Noon') }) },
  { weight: 1, arbitrary: fc.record({ type: anyOf('Direct Consultation', 'Tele Consultation') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      on: fc.uniqueArray(anyOf('Saturday', 'Sunday', 'Monday', 'hospitalDay'), { minLength: 1, maxLength: 2 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ age: fc.oneof(fc.record({ from: anyOf(36, 60) }), fc.record({ below: anyOf(60) })) }),
  },
);
const feeRules: fc.Arbitrary<FeeRules> = fc.record(
  {
    rules: fc
      .array(fc.tuple(anyOf(0, 0, 300_00, 400_00), fc.array(condition, { minLength: 1, maxLength: 2 })), {
        maxLength: 4,
      })
      .map((rules) =>
        rules.map(([paise, cases], index) => ({
          name: `Rule ${index}`,
          paise,
          when: Object.assign({}, ...cases) as Case,
        })),
      ),
    registration: fc.record({ paise: fc.constant(100_00), days: fc.integer({ min: 1, max: 3 }) }),
  },
  { requiredKeys: ['rules'] },
);
const rules: fc.Arbitrary<Ask> = fc.record({
  ask: anyOf('rules'),
  doctor: fc.option(place.doctor, { freq: 2, nil: null }),
  rules: fc.option(feeRules, { freq: 4, nil: null }),
});
const ask: fc.Arbitrary<Ask> = fc.oneof(
  { weight: 6, arbitrary: booking },
  { weight: 2, arbitrary: walkIn },
  { weight: 2, arbitrary: rules },
  { weight: 1, arbitrary: fc.record({ ask: anyOf('fee'), doctor: place.doctor, paise: anyOf(500_00, 550_00, 0) }) },
  { weight: 9, arbitrary: fc.record({ ask: anyOf(...ofVisit), visit }) },
  {
    weight: 5,
    arbitrary: fc.record({ ask: anyOf(...undos, 'undoMove', 'undoStatus'), visit: fc.constantFrom(0, 0, 0, 1, 2, 5) }),
  },
  { weight: 1, arbitrary: fc.record({ ask: anyOf('correct'), visit, to: anyOf(...statuses) }) },
  {
    weight: 6,
    arbitrary: fc.record(
      { ask: anyOf('move'), visit, ...place, difference: anyOf('taken', 'taken', 'left') },
      { requiredKeys: ['ask', 'visit', ...placeKeys] },
    ),
  },
  { weight: 1, arbitrary: fc.record({ ask: anyOf('callNext'), doctor: place.doctor }) },
  {
    weight: 1,
    arbitrary: fc.record({
      ask: anyOf('many'),
      visits: fc.array(visit, { minLength: 1, maxLength: 4 }),
      to: anyOf('Availed', 'Cancelled'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ ask: anyOf('undoMany') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      ask: anyOf('block', 'unblock', 'unblock'),
      doctor: place.doctor,
      day: place.day,
      time: fc.option(place.time),
    }),
  },
);
const dies = fc.record({ nth: fc.integer({ min: 1, max: 3 }), isDurable: fc.boolean() });
const finish = fc.record({ ask: anyOf('finish') });

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: ask },
  {
    weight: 2,
    arbitrary: fc.tuple(ask, dies).map(([fields, death]): Step => ({ ...fields, dies: death })),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      ask: anyOf('race'),
      asks: fc.array(fc.oneof({ weight: 5, arbitrary: ask }, finish), { minLength: 2, maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ ask: anyOf('again') }) },
  { weight: 5, arbitrary: fc.record({ ask: anyOf('project') }) },
  { weight: 1, arbitrary: finish },
  { weight: 1, arbitrary: fc.record({ ask: anyOf('wait'), minutes: fc.constantFrom(1, 1, 1, 12, 12, 25, 24 * 60) }) },
);

/** Fee rules, some bookings, and any further steps. */
export const anySteps: fc.Arbitrary<Step[]> = fc
  .tuple(
    fc.array(rules, { maxLength: 2 }),
    fc.array(booking, { maxLength: 9, size: 'max' }),
    fc.array(step, { minLength: 3, maxLength: 40, size: 'max' }),
  )
  .map((parts) => parts.flat());
