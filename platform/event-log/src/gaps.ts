import type { Position } from '@dayline/contracts/ids';
import { toOrdinal } from './ordinal.ts';
import { type EventLog, EventLogDamaged } from './port.ts';

/**
 * For followers of a log whose positions count the events: each page must continue directly after the last position.
 * @throws EventLogDamaged instead of skipping a missing event
 */
export function refuseGap(
  { gapless }: Pick<EventLog, 'gapless'>,
  after: Position,
  events: readonly { readonly position: Position }[],
): void {
  if (!gapless) return;
  let expected = toOrdinal(after) + 1;
  for (const { position } of events) {
    if (toOrdinal(position) !== expected) throw new EventLogDamaged(`position ${position} follows on ${expected - 1}`);
    expected += 1;
  }
}
