import type { ActivityRow } from '@dayline/contracts/activity';
import type { Position } from '@dayline/contracts/ids';
import type { Activity } from '../activity/activity.ts';
import { newestFirst, oldestFirst } from '../activity/order.ts';
import { pagesOf } from '../paging/pages-of.ts';

/**
 * Times follow positions, but not in logs of builds that recorded when a command was requested: there entries in the
 * order of time are nearly in the order of positions. The first one is among this many.
 */
const nearlyInOrder = 50;

export interface MomentDeps {
  readonly activity: Pick<Activity, 'page'>;
  readonly clientId: string;
  /** The position before every event. */
  readonly start: Position;
  /** Awaited between steps: see `openTurns`. */
  readonly breath: () => Promise<void>;
}

const iso = (instant: number): string => new Date(instant).toISOString();

/** The client's entries recorded after the instant, earliest first. */
async function entriesAfter({ activity, clientId }: MomentDeps, instant: number, limit: number) {
  const where = { clientId };
  const range = { field: 'recordedAt', from: iso(instant + 1) };
  return (await activity.page({ view: 'entries', where, range, order: oldestFirst, limit })).rows;
}

/** Pages of the client's entries recorded up to the instant, latest first; the first page has `limit`. */
function entriesUpTo({ activity, clientId }: MomentDeps, instant: number, limit: number) {
  const where = { clientId };
  const range = { field: 'recordedAt', to: iso(instant) };
  const query = { view: 'entries', where, range, order: newestFirst } as const;
  return pagesOf((part) => activity.page({ ...query, ...part, ...(part.after === undefined && { limit }) }));
}

const positionsOf = (rows: readonly ActivityRow[]): Position[] => rows.map(({ position }) => position).sort();

/**
 * "an instant resolves once to a position, the last before the first event recorded later". Only in logs of older builds
 * is it not among the first page: the rows of an import had one time.
 */
export async function positionAt(deps: MomentDeps, instant: number): Promise<Position> {
  const [firstLater] = positionsOf(await entriesAfter(deps, instant, nearlyInOrder));
  for await (const rows of entriesUpTo(deps, instant, nearlyInOrder)) {
    const before = positionsOf(rows).filter((position) => firstLater === undefined || position < firstLater);
    const last = before.at(-1);
    if (last !== undefined) return last;
    await deps.breath();
  }
  return deps.start;
}

/**
 * When the client's last event up to the position was recorded, in ms since the epoch, UTC: found by bisecting the
 * entries in the order of time. Null if none was.
 */
export async function instantOf(deps: MomentDeps, position: Position): Promise<number | null> {
  const [first] = await entriesAfter(deps, 0, 1);
  const { value: latest } = await entriesUpTo(deps, Date.parse('9999-01-01'), 1).next();
  const last = latest?.[0];
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
