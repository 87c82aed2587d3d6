/** A deterministic id for tests, by number. */
export const testId = (number: number): string => String(number).padStart(26, '0');
