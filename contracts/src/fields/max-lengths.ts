// Separate from the schemas, for pages that load none.

/** The longest name, postal address and reason, in UTF-16 units. */
export const maxNameLength = 120;
export const maxLocationLength = 250;
export const maxReasonLength = 500;
/** The longest id of a doctor in other systems of the hospital. */
export const maxExternalIdLength = 60;
/** The longest note of a phone call. */
export const maxNoteLength = 200;
/** The longest text on how to request an appointment. */
export const maxOnRequestLength = 250;
