import type { ActivityAction, ActivityRow } from '@dayline/contracts/activity';
import { addDays, startOfDay } from '@dayline/contracts/clinic-time';
import { entriesAround, type ReplayMark } from '@dayline/contracts/endpoints/as-of';
import type { Position } from '@dayline/contracts/ids';
import type { Activity } from '../activity/activity.ts';

/** Entries that change no board. */
const unmarked: ReadonlySet<ActivityAction> = new Set(['signIn', 'password', 'read']);
const isMarked = ({ action }: ActivityRow): boolean => !unmarked.has(action);

const rowsAtOnce = 500;
/** A day of the largest client has more; those of one doctor are fewer. */
const mostMarks = 5_000;
/** Entries read on each side of a position to find those that changed something. */
const lookedAt = 50;

interface MarksDeps {
  readonly activity: Pick<Activity, 'page'>;
  readonly clientId: string;
  readonly pocId: string | undefined;
}

const whereOf = ({ clientId, pocId }: MarksDeps) => ({ clientId, ...(pocId !== undefined && { pocId }) });
const byPosition = (one: ActivityRow, other: ActivityRow): number => (one.position < other.position ? -1 : 1);
const byTime = (descending: boolean) => [
  { field: 'recordedAt', descending },
  { field: 'key', descending },
];

/** The entries of a clinic day that changed something or were refused, in the order of the log. */
export async function marksOf(
  deps: MarksDeps,
  { date, zone, breath }: { readonly date: string; readonly zone: string; readonly breath: () => Promise<void> },
): Promise<{ readonly marks: ReplayMark[]; readonly complete: boolean }> {
  const range = {
    field: 'recordedAt',
    from: new Date(startOfDay(date, zone)).toISOString(),
    to: new Date(startOfDay(addDays(date, 1), zone) - 1).toISOString(),
  };
  const found: ActivityRow[] = [];
  let after: string | null = null;
  do {
    const page: { readonly rows: readonly ActivityRow[]; readonly next: string | null } = await deps.activity.page({
      view: 'entries',
      where: whereOf(deps),
      range,
      order: byTime(false),
      limit: rowsAtOnce,
      ...(after !== null && { after }),
    });
    found.push(...page.rows.filter(isMarked));
    after = page.next;
    await breath();
  } while (after !== null && found.length < mostMarks);
  const marks = found
    .sort(byPosition)
    .slice(0, mostMarks)
    .map(({ position, recordedAt, action, outcome, type }) => ({ position, recordedAt, action, outcome, type }));
  return { marks, complete: after === null && found.length <= mostMarks };
}

/** The marked entries nearest to a position, in the order of the log. */
export async function entriesNear(
  deps: MarksDeps,
  { position, instant }: { readonly position: Position; readonly instant: string },
): Promise<ActivityRow[]> {
  const look = async (descending: boolean) => {
    const range = { field: 'recordedAt', ...(descending ? { to: instant } : { from: instant }) };
    const order = byTime(descending);
    const query = { view: 'entries', where: whereOf(deps), range, order, limit: lookedAt } as const;
    return (await deps.activity.page(query)).rows.filter(isMarked);
  };
  const near = new Map([...(await look(true)), ...(await look(false))].map((row) => [row.key, row]));
  const sorted = [...near.values()].sort(byPosition);
  const known = sorted.filter((row) => row.position <= position).slice(-entriesAround);
  return [...known, ...sorted.filter((row) => row.position > position).slice(0, entriesAround)];
}
