import type { ActivityRow } from '@dayline/contracts/activity';
import { addDays, startOfDay } from '@dayline/contracts/clinic/clinic-time';
import { entriesAround, maxMarks, type ReplayMark } from '@dayline/contracts/endpoints/audit/as-of';
import type { ActivityAction } from '@dayline/contracts/events/definition';
import type { Position } from '@dayline/contracts/ids';
import type { Activity } from '../activity/activity.ts';
import { newestFirst, oldestFirst } from '../activity/order.ts';
import { pagesOf } from '../paging/pages-of.ts';

/** Actions whose entries change no board. */
const unmarkedActions: ReadonlySet<ActivityAction> = new Set(['signIn', 'password', 'read']);
const isMarked = ({ action }: ActivityRow): boolean => !unmarkedActions.has(action);

/** Entries read on each side of a position to find those that changed something. */
const lookedAt = 50;

interface MarksDeps {
  readonly activity: Pick<Activity, 'page'>;
  readonly clientId: string;
  readonly pocId: string | undefined;
}

const whereOf = ({ clientId, pocId }: MarksDeps) => ({ clientId, ...(pocId !== undefined && { pocId }) });
const byPosition = (a: ActivityRow, b: ActivityRow): number => (a.position < b.position ? -1 : 1);

interface Day {
  readonly date: string;
  readonly zone: string;
  /** UTC, ISO 8601: the instant to centre on if the day has more than `most`. */
  readonly around?: string | undefined;
  /** The highest number of marks. */
  readonly most?: number;
  readonly pauseBetween: () => Promise<void>;
}

/** The entries of a clinic day that changed something or were refused, in the order of the log. */
export async function marksOf(
  deps: MarksDeps,
  { date, zone, around, most = maxMarks, pauseBetween }: Day,
): Promise<{ readonly marks: ReplayMark[]; readonly earlier: boolean; readonly later: boolean }> {
  const from = new Date(startOfDay(date, zone)).toISOString();
  const to = new Date(startOfDay(addDays(date, 1), zone) - 1).toISOString();

  /** Up to `limit` marks of the range, from its start or its end, and whether there are more. */
  async function read(range: { from: string; to: string }, descending: boolean, limit: number) {
    const found: ActivityRow[] = [];
    const query = {
      view: 'entries',
      where: whereOf(deps),
      range: { field: 'recordedAt', ...range },
      order: descending ? newestFirst : oldestFirst,
    } as const;
    for await (const rows of pagesOf((part) => deps.activity.page({ ...query, ...part }))) {
      found.push(...rows.filter(isMarked));
      await pauseBetween();
      if (found.length > limit) break;
    }
    return { rows: found.slice(0, limit), more: found.length > limit };
  }

  const middle = around === undefined || around < from ? from : around > to ? to : around;
  // One ms later, so that the entries of the instant itself are read only once.
  const next = new Date(Date.parse(middle) + 1).toISOString();
  const before = await read({ from, to: middle }, true, most);
  const laterMarks = await read({ from: next, to }, false, most);
  // Equally many on each side, and more on one side if the other has fewer.
  const half = Math.floor(most / 2);
  const beforeCount = Math.min(before.rows.length, Math.max(half, most - laterMarks.rows.length));
  const marksBehind = laterMarks.rows.slice(0, most - beforeCount);
  const marks = [...before.rows.slice(0, beforeCount), ...marksBehind]
    .sort(byPosition)
    .map(({ position, recordedAt, action, outcome, type }) => ({ position, recordedAt, action, outcome, type }));
  return {
    marks,
    earlier: before.more || beforeCount < before.rows.length,
    later: laterMarks.more || marksBehind.length < laterMarks.rows.length,
  };
}

/** The marked entries nearest to a position, in the order of the log. */
export async function entriesNear(
  deps: MarksDeps,
  { position, instant }: { readonly position: Position; readonly instant: string },
): Promise<ActivityRow[]> {
  const look = async (descending: boolean) => {
    const range = { field: 'recordedAt', ...(descending ? { to: instant } : { from: instant }) };
    const order = descending ? newestFirst : oldestFirst;
    const query = { view: 'entries', where: whereOf(deps), range, order, limit: lookedAt } as const;
    return (await deps.activity.page(query)).rows.filter(isMarked);
  };
  const near = new Map([...(await look(true)), ...(await look(false))].map((row) => [row.key, row]));
  const sorted = [...near.values()].sort(byPosition);
  const before = sorted.filter((row) => row.position <= position).slice(-entriesAround);
  return [...before, ...sorted.filter((row) => row.position > position).slice(0, entriesAround)];
}
