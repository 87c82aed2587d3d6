// Apart from the schemas, for pages that load none.

/** The longest name, postal address and reason, in UTF-16 units. */
export const longestName = 120;
export const longestLocation = 250;
export const longestReason = 500;
/** What a desk notes of a call. */
export const longestNote = 200;
/** How to ask for an appointment. */
export const longestOnRequest = 250;
