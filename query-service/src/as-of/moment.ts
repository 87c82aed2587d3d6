import type { ActivityRow } from '@dayline/contracts/activity';
import type { Position } from '@dayline/contracts/ids';
import type { Activity } from '../activity/activity.ts';

/**
 * Clocks of several command services differ by milliseconds, so entries in the order of time are nearly in the order of
 * positions: the first one is among this many.
 */
const nearlyInOrder = 50;

export interface MomentDeps {
  readonly activity: Pick<Activity, 'page'>;
  readonly clientId: string;
  /** The position before every event. */
  readonly start: Position;
}

const iso = (instant: number): string => new Date(instant).toISOString();
const byTime = (descending: boolean) => [
  { field: 'recordedAt', descending },
  { field: 'key', descending },
];

/** The client's entries recorded after the instant, earliest first. */
async function entriesAfter({ activity, clientId }: MomentDeps, instant: number, limit: number) {
  const where = { clientId };
  const range = { field: 'recordedAt', from: iso(instant + 1) };
  return (await activity.page({ view: 'entries', where, range, order: byTime(false), limit })).rows;
}

/** The client's entries recorded up to the instant, latest first. */
async function entriesUpTo({ activity, clientId }: MomentDeps, instant: number, limit: number) {
  const where = { clientId };
  const range = { field: 'recordedAt', to: iso(instant) };
  return (await activity.page({ view: 'entries', where, range, order: byTime(true), limit })).rows;
}

const positionsOf = (rows: readonly ActivityRow[]): Position[] => rows.map(({ position }) => position).sort();

/** "an instant resolves once to a position, the last before the first event recorded later" */
export async function positionAt(deps: MomentDeps, instant: number): Promise<Position> {
  const [later, earlier] = await Promise.all([
    entriesAfter(deps, instant, nearlyInOrder),
    entriesUpTo(deps, instant, nearlyInOrder),
  ]);
  const firstLater = positionsOf(later)[0];
  const before = positionsOf(earlier).filter((position) => firstLater === undefined || position < firstLater);
  return before.at(-1) ?? deps.start;
}

/**
 * When the client's last event up to the position was recorded, in ms since the epoch, UTC: found by bisecting the
 * entries in the order of time. Null if none was.
 */
export async function instantOf(deps: MomentDeps, position: Position): Promise<number | null> {
  const [first] = await entriesAfter(deps, 0, 1);
  const [last] = await entriesUpTo(deps, Date.parse('9999-01-01'), 1);
  if (!first || !last || first.position > position) return null;
  let known = Date.parse(first.recordedAt);
  let beyond = Date.parse(last.recordedAt) + 1;
  while (beyond - known > 1) {
    const middle = Math.floor((known + beyond) / 2);
    const [next] = await entriesAfter(deps, middle - 1, 1);
    if (next && next.position <= position) known = Math.max(middle, Date.parse(next.recordedAt));
    else beyond = middle;
  }
  return known;
}
