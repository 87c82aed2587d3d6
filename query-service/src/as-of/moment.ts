import type { ActivityRow } from '@dayline/contracts/activity';
import type { Position } from '@dayline/contracts/ids';
import type { Activity } from '../activity/activity.ts';
import { newestFirst, oldestFirst } from '../activity/order.ts';

export interface MomentDeps {
  readonly activity: Pick<Activity, 'page'>;
  readonly clientId: string;
  /** The position before every event. */
  readonly start: Position;
}

const iso = (instant: number): string => new Date(instant).toISOString();

/** The client's first entry recorded after the instant. */
async function firstAfter({ activity, clientId }: MomentDeps, instant: number): Promise<ActivityRow | undefined> {
  const range = { field: 'recordedAt', from: iso(instant + 1) };
  const { rows } = await activity.page({ view: 'entries', where: { clientId }, range, order: oldestFirst, limit: 1 });
  return rows[0];
}

/** The client's last entry recorded up to the instant. */
async function lastUpTo({ activity, clientId }: MomentDeps, instant: number): Promise<ActivityRow | undefined> {
  const range = { field: 'recordedAt', to: iso(instant) };
  const { rows } = await activity.page({ view: 'entries', where: { clientId }, range, order: newestFirst, limit: 1 });
  return rows[0];
}

/** "an instant resolves once to a position, the last before the first event recorded later": times follow positions. */
export const positionAt = async (deps: MomentDeps, instant: number): Promise<Position> =>
  (await lastUpTo(deps, instant))?.position ?? deps.start;

/**
 * When the client's last event up to the position was recorded, in ms since the epoch, UTC: found by bisecting the
 * entries in the order of time. Null if there is none.
 */
export async function instantOf(deps: MomentDeps, position: Position): Promise<number | null> {
  const first = await firstAfter(deps, 0);
  const last = await lastUpTo(deps, Date.parse('9999-01-01'));
  if (!first || !last || first.position > position) return null;
  let time = Date.parse(first.recordedAt);
  let upperBound = Date.parse(last.recordedAt) + 1;
  while (upperBound - time > 1) {
    const middle = Math.floor((time + upperBound) / 2);
    const next = await firstAfter(deps, middle - 1);
    if (next && next.position <= position) time = Math.max(middle, Date.parse(next.recordedAt));
    else upperBound = middle;
  }
  return time;
}
