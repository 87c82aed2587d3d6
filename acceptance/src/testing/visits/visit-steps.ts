import { addDays } from '@dayline/contracts/clinic/clinic-time';
import type { Week } from '@dayline/contracts/clinic/schedule';
import { spanFrom } from '@dayline/contracts/clinic/spans';
import fc from 'fast-check';
import { everyDay, hours } from '../started-clinic.ts';

/** What desks ask for, in numbers only, so that any history can be generated. Three doctors, and three days from `firstDay`. */

const firstDay = '2026-11-21';
export const dates = [0, 1, 2].map((day) => addDays(firstDay, day));
/** Of the clinic: ten minutes before the first slot. */
export const opensAt = `${firstDay}T08:50:00+05:30`;
export const undoSeconds = 15;
export const overbookPerSlot = 1;
export const patients = 7;

/** A session of a doctor's day: some of `times`, with lists of its own. */
export interface Session {
  readonly times: readonly string[];
  readonly capacity: number;
  readonly quota?: { readonly first: number; readonly again: number; readonly sameDay: number };
}
export const slotMinutes = 30;
export const times = ['09:00', '09:30', '10:00'] as const;
/** Each doctor's hours of each day. */
export const doctorsHours: readonly (readonly Session[])[] = [
  [{ times: ['09:00', '09:30'], capacity: 2 }],
  [
    { times: ['09:00', '09:30'], capacity: 2, quota: { first: 2, again: 1, sameDay: 1 } },
    { times: ['10:00'], capacity: 2, quota: { first: 1, again: 1, sameDay: 0 } },
  ],
  [{ times: ['09:00', '09:30'], capacity: 1 }],
];
export const timesOf = (doctor: number): readonly string[] =>
  (doctorsHours[doctor] ?? []).flatMap((session) => session.times);

export const weekOf = (sessions: readonly Session[]): Week =>
  everyDay(
    ...sessions.map(({ times: [begin = ''], times: { length }, capacity, quota }) => ({
      ...hours(begin, spanFrom(begin, length * slotMinutes).to, capacity, slotMinutes),
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

/** What is asked of one visit that is named by an index. */
const ofVisit = ['arrive', 'leave', 'call', 'uncall', 'visited', 'missed', 'cancel', 'refund', 'pay', 'unpay'] as const;
export type OfVisit = (typeof ofVisit)[number];
/** Of the visit of an event that is named by an index: 0 is the latest that this could undo. */
const undos = ['undoArrival', 'undoCall', 'undoStatus', 'undoPayment', 'undoMove'] as const;
export type Undo = (typeof undos)[number];

export type Ask =
  | ({
      readonly ask: 'book' | 'overbook';
      readonly patient: number;
      readonly pays: boolean;
      readonly kind?: 'first' | 'again';
    } & Place)
  | { readonly ask: 'walkIn'; readonly patient: number; readonly doctor: number; readonly pays: boolean }
  | { readonly ask: OfVisit; readonly visit: number }
  | { readonly ask: Exclude<Undo, 'undoMove'>; readonly visit: number }
  | { readonly ask: 'undoMove'; readonly visit: number }
  | { readonly ask: 'correct'; readonly visit: number; readonly to: Status }
  | ({ readonly ask: 'move'; readonly visit: number } & Place)
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
  /** Two processes, and the follower, at once. */
  | { readonly ask: 'race'; readonly asks: readonly (Ask | { readonly ask: 'finish' })[] }
  /** The last request once more under its key, at the other process. */
  | { readonly ask: 'again' }
  /** The follower finishes what is left. */
  | { readonly ask: 'finish' }
  | { readonly ask: 'wait'; readonly minutes: number };

const place = {
  doctor: fc.nat({ max: doctorsHours.length - 1 }),
  day: fc.constantFrom(0, 0, 0, 1, 2),
  time: fc.nat({ max: times.length - 1 }),
};
/** See `#visit` of the history. */
const visit = fc.nat({ max: 12 });
const patient = fc.nat({ max: patients - 1 });
const one = <Name extends string>(...asks: Name[]) => fc.constantFrom(...asks);

const booking: fc.Arbitrary<Ask> = fc.record(
  {
    ask: one('book', 'book', 'overbook'),
    patient,
    pays: fc.boolean(),
    kind: one('first', 'again'),
    ...place,
  },
  { requiredKeys: ['ask', 'patient', 'pays', 'doctor', 'day', 'time'] },
);
const ask: fc.Arbitrary<Ask> = fc.oneof(
  { weight: 6, arbitrary: booking },
  { weight: 2, arbitrary: fc.record({ ask: one('walkIn'), patient, doctor: place.doctor, pays: fc.boolean() }) },
  { weight: 9, arbitrary: fc.record({ ask: one(...ofVisit), visit }) },
  {
    weight: 5,
    arbitrary: fc.record({ ask: one(...undos, 'undoMove', 'undoStatus'), visit: fc.constantFrom(0, 0, 0, 1, 2, 5) }),
  },
  { weight: 1, arbitrary: fc.record({ ask: one('correct'), visit, to: one(...statuses) }) },
  { weight: 6, arbitrary: fc.record({ ask: one('move'), visit, ...place }) },
  { weight: 1, arbitrary: fc.record({ ask: one('callNext'), doctor: place.doctor }) },
  {
    weight: 1,
    arbitrary: fc.record({
      ask: one('many'),
      visits: fc.array(visit, { minLength: 1, maxLength: 4 }),
      to: one('Availed', 'Cancelled'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ ask: one('undoMany') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      ask: one('block', 'unblock', 'unblock'),
      doctor: place.doctor,
      day: place.day,
      time: fc.option(place.time),
    }),
  },
);
const dies = fc.record({ nth: fc.integer({ min: 1, max: 3 }), isDurable: fc.boolean() });
const finish = fc.record({ ask: one('finish') });

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: ask },
  {
    weight: 2,
    arbitrary: fc.tuple(ask, dies).map(([asked, death]): Step => ({ ...asked, dies: death })),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      ask: one('race'),
      asks: fc.array(fc.oneof({ weight: 5, arbitrary: ask }, finish), { minLength: 2, maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ ask: one('again') }) },
  { weight: 1, arbitrary: finish },
  { weight: 1, arbitrary: fc.record({ ask: one('wait'), minutes: fc.constantFrom(1, 1, 1, 12, 12, 25, 24 * 60) }) },
);

/** Some bookings, and anything after them. */
export const anySteps: fc.Arbitrary<Step[]> = fc
  .tuple(fc.array(booking, { maxLength: 9, size: 'max' }), fc.array(step, { minLength: 3, maxLength: 40, size: 'max' }))
  .map((parts) => parts.flat());
