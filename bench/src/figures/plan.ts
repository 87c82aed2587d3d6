/** How long the parts of a run take. At least 5 rounds, and at least 1,000 samples behind a p99 (quality, "Fast"). */
export interface Plan {
  readonly rounds: number;
  /** Each rate of a round is measured for so long, in ms. */
  readonly rateMs: number;
  /** Bookings before the first round, and the longest time for them in ms. */
  readonly warmUpBookings: number;
  readonly longestWarmUpMs: number;
  /** Calls of one slice; the product's and the yardstick's slices alternate. */
  readonly slice: (perSecond: number) => number;
  /** Slices of each side in a round. */
  readonly slices: (perSecond: number) => number;
  readonly manyScreens: number;
  /** Changes shown on many screens, in one slice of a round. */
  readonly manyScreensSlice: number;
  readonly catchUpEvents: number;
  readonly dayLoads: number;
  readonly clinic: { readonly doctors: number; readonly patients: number; readonly accounts: number };
}

export const fullPlan: Plan = {
  rounds: 5,
  rateMs: 1_200,
  warmUpBookings: 8_000,
  longestWarmUpMs: 15_000,
  slice: (perSecond) => perSecond,
  slices: (perSecond) => Math.max(1, Math.ceil(200 / perSecond)),
  manyScreens: 100,
  manyScreensSlice: 50,
  catchUpEvents: 15_000,
  dayLoads: 1_000,
  clinic: { doctors: 64, patients: 512, accounts: 5 },
};

/** Proves that everything runs, and nothing about speed. */
export const quickPlan: Plan = {
  rounds: 1,
  rateMs: 150,
  warmUpBookings: 1,
  longestWarmUpMs: 1_000,
  slice: () => 10,
  slices: () => 1,
  manyScreens: 10,
  manyScreensSlice: 5,
  catchUpEvents: 200,
  dayLoads: 20,
  clinic: { doctors: 4, patients: 16, accounts: 1 },
};
