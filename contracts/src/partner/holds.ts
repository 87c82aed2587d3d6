/** How long a place is held, ms. */
export const holdMs = 5 * 60_000;

/** The places that one API key may hold at once. */
export const maxHolds = 50;
