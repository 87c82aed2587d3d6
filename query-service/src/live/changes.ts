import type { Position } from '@dayline/contracts/ids';
import type { Desk } from '../desk/desk.ts';
import type { Change, ToldView } from './messages.ts';

/** More rows of one view than this at once are not told one by one: the pages refetch. */
export const rowsAtMost = 2_000;

const told: Readonly<Record<ToldView, true>> = {
  appointments: true,
  counts: true,
  doctorDays: true,
  doctors: true,
  departments: true,
  patients: true,
  clients: true,
};
// An object's keys, which the type says are these and no others.
const toldViews = Object.keys(told) as ToldView[];

/** What changed after one position and up to another, over all views; null when that is too much to tell. */
export async function readChange(
  desk: Desk,
  after: Position,
  upTo: Position,
  limit: number = rowsAtMost,
): Promise<Change | null> {
  const { rows, complete } = await desk.changed(toldViews, after, upTo, limit);
  return complete ? rows : null;
}
