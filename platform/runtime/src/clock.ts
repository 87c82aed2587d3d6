/** The only source of time, in ms since the epoch (UTC). Tests and the demo data set it. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** A clock that shows `instant` now, for the consequences of a command of that time. */
export function clockFrom(instant: number): Clock {
  const began = performance.now();
  return { now: () => Math.floor(instant + performance.now() - began) };
}
