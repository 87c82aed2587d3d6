// Separate from the schemas, for pages that load none.

/** The longest name, postal address and reason, in UTF-16 units. */
export const longestName = 120;
export const longestLocation = 250;
export const longestReason = 500;
/** The longest note of a phone call. */
export const longestNote = 200;
/** The longest text on how to request an appointment. */
export const longestOnRequest = 250;
