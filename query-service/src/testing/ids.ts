/** An id for tests, always the same for a number. */
export const testId = (number: number): string => String(number).padStart(26, '0');
