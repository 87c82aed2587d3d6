/** The only source of time, in ms since the epoch (UTC). Tests and the demo data set it. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
