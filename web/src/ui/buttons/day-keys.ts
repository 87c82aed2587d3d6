import { addDays } from '@dayline/contracts/clinic/clinic-time';
import type { KeyboardEvent } from 'react';

/** The number of days that an arrow key moves in a calendar. */
export const arrowSteps: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  ArrowDown: 7,
  ArrowUp: -7,
};

/**
 * Focuses the next day of a calendar in a key's direction; its buttons have their date as `data-date`. `canFocus` returns
 * undefined outside of the calendar.
 */
export function focusDay(
  event: KeyboardEvent<HTMLElement>,
  steps: Readonly<Record<string, number>>,
  canFocus: (date: string) => boolean | undefined,
): void {
  const step = steps[event.key];
  const from = event.target instanceof HTMLElement ? event.target.dataset['date'] : undefined;
  if (step === undefined || from === undefined) return;
  event.preventDefault();
  let date = addDays(from, step);
  while (canFocus(date) === false) date = addDays(date, step);
  if (canFocus(date)) event.currentTarget.querySelector<HTMLElement>(`[data-date="${date}"]`)?.focus();
}
