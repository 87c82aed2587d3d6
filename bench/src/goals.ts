/** The goals of quality, "Fast", by the run that measures them: `npm run bench`, with `--large`, `--eventstore` or `--services`. */
export const goalsOf = {
  usual: {
    G1: 'durable bookings/s',
    G2: 'command latency',
    G3: 'command to screen',
    G6: 'live catch-up of the projector',
    G7: 'a day of 50 events loaded and folded',
    G17: '10,000 idle signed-in sockets',
  },
  large: {
    G4: 'one change to 1,000 screens',
    G5: 'rebuild of all views',
    G8: 'a list page at 1,000,000 appointments',
    G9: 'name search',
    G10: "the dashboard's counts",
    G13: 'memory',
    G14: 'check of the hash chain',
    G16: '"as of" for any day in the log',
    G18: 'longest time that one query holds the event loop',
    P3: 'booking p99 beside heavy work',
    P4: 'a booking on every screen',
    P6: 'a booking at webhooks, a reply of the chatbot',
  },
  eventStore: {
    G1: 'durable bookings/s',
    G2: 'command latency',
    G3: 'command to screen',
    G5: 'rebuild of all views',
    G6: 'live catch-up of the projector',
    G19: 'bookings/s on EventStoreDB',
  },
  services: {
    G20: '100 commands/s on EventStoreDB with separate services',
  },
} as const;

export interface NotMeasured {
  readonly goal: string;
  readonly what: string;
}

/** Requested goals without a figure. */
export function notMeasured(
  goals: ReadonlySet<string>,
  figures: readonly { readonly goal: string }[],
): readonly NotMeasured[] {
  const measured = new Set(figures.map(({ goal }) => goal));
  return Object.entries({ ...goalsOf.usual, ...goalsOf.large, ...goalsOf.eventStore, ...goalsOf.services })
    .map(([goal, what]) => ({ goal, what }))
    .filter(({ goal }) => goals.has(goal) && !measured.has(goal));
}
