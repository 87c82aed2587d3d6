import type { Locator } from '@playwright/test';

/**
 * Answers a question by keyboard. Its button may be where a date or a row was pressed a moment before, and a second
 * click in the same place is part of a double click.
 */
export const answer = (question: Locator, action: string | RegExp): Promise<void> =>
  question.getByRole('button', { name: action }).press('Enter');
