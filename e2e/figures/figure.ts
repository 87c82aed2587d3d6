import { test } from '@playwright/test';

export const figureType = 'figure';
export const browserType = 'browser';

/** A row of one of the run's tables; a value's key is its column, with the unit. */
export interface Figure {
  readonly table: string;
  readonly of: string;
  readonly values: Readonly<Record<string, string | number>>;
}

/** Passes a figure to the reporter. */
export function note(table: string, of: string, values: Figure['values']): void {
  const figure: Figure = { table, of, values };
  test.info().annotations.push({ type: figureType, description: JSON.stringify(figure) });
}

/** The median; of an even number of values, the higher of the two middle ones. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
