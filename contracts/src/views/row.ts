import type { Position } from '../ids.ts';

/** Fields of every view row. `at` is the position of the last event folded into it; `gone` marks a removed row. */
export interface ViewRow {
  readonly key: string;
  readonly at: Position;
  readonly gone?: boolean;
}
