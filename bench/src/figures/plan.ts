import type { ServicesPlan } from '../services/figures.ts';
import type { BeyondDeskPlan } from './beyond-desk.ts';
import type { EveryScreenPlan } from './every-screen.ts';
import type { IdlePlan } from './idle-sockets.ts';

/** The durations of a run's parts. At least 5 rounds, and at least 1,000 samples behind a p99 (quality, "Fast"). */
export interface Plan {
  readonly rounds: number;
  /** Duration of each rate in a round, in ms. */
  readonly rateMs: number;
  /** Bookings before the first round, and their time limit in ms. */
  readonly warmUpBookings: number;
  readonly maxWarmUpMs: number;
  /** Calls per batch; the product's and the yardstick's batches alternate. */
  readonly batch: (perSecond: number) => number;
  /** Batches of each side per round. */
  readonly batches: (perSecond: number) => number;
  readonly manyScreens: number;
  /** Changes shown on many screens, in one batch of a round. */
  readonly manyScreensBatch: number;
  readonly catchUpEvents: number;
  readonly dayLoads: number;
  /** Rows of the list that is imported in parallel with bookings. */
  readonly importRows: number;
  readonly everyScreen: EveryScreenPlan;
  readonly beyondDesk: BeyondDeskPlan;
  readonly idle: IdlePlan;
  readonly services: Omit<ServicesPlan, 'clinic'>;
  readonly clinic: { readonly doctors: number; readonly patients: number; readonly accounts: number };
}

export const fullPlan: Plan = {
  rounds: 5,
  rateMs: 1_200,
  warmUpBookings: 8_000,
  maxWarmUpMs: 15_000,
  batch: (perSecond) => perSecond,
  batches: (perSecond) => Math.max(1, Math.ceil(200 / perSecond)),
  manyScreens: 100,
  manyScreensBatch: 50,
  catchUpEvents: 15_000,
  dayLoads: 1_000,
  importRows: 50_000,
  everyScreen: { accounts: 50, screensOfEach: 20, rounds: 5, perSecond: 2, bookingsARound: 20 },
  beyondDesk: { rounds: 5, perSecond: 10, bookings: 200, chats: 100 },
  idle: { accounts: 500, socketsPerProcess: 20, rounds: 5, watchMs: 5_000 },
  services: { perSecond: 100, warmUpSeconds: 60, seconds: 60, screens: 20 },
  clinic: { doctors: 64, patients: 512, accounts: 5 },
};

/** Shows that everything runs; its figures mean nothing. */
export const quickPlan: Plan = {
  rounds: 1,
  rateMs: 150,
  warmUpBookings: 1,
  maxWarmUpMs: 1_000,
  batch: () => 10,
  batches: () => 1,
  manyScreens: 10,
  manyScreensBatch: 5,
  catchUpEvents: 200,
  dayLoads: 20,
  importRows: 60,
  everyScreen: { accounts: 2, screensOfEach: 5, rounds: 1, perSecond: 10, bookingsARound: 5 },
  beyondDesk: { rounds: 1, perSecond: 10, bookings: 3, chats: 2 },
  idle: { accounts: 2, socketsPerProcess: 5, rounds: 1, watchMs: 50 },
  services: { perSecond: 10, warmUpSeconds: 1, seconds: 2, screens: 2 },
  clinic: { doctors: 4, patients: 16, accounts: 1 },
};
