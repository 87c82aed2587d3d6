import type { ActivityRow } from '@dayline/contracts/activity';
import { writeCursor } from '@dayline/view-store/cursor';
import { pageOf } from '@dayline/view-store/pages';
import type { RowPage, RowQuery } from '@dayline/view-store/port';

type Reader = (query: RowQuery) => Promise<RowPage<ActivityRow>>;

const isNewestFirst = ({ order = [] }: RowQuery) =>
  order.map(({ field, descending }) => `${field} ${descending}`).join() === 'recordedAt true,position true';
const narrowedByOthers = ({ where }: RowQuery) =>
  Object.keys(where).some((field) => field !== 'clientId' && field !== 'inBatch');
/** After every position and key. */
const last = '\uffff';
const sortText = ({ recordedAt, position, key }: ActivityRow) => [recordedAt, position, key].join(' ');

/**
 * A page of the entries of a person, who has several ids as an actor: one query for each id, which walks the index of
 * actors, and the newest of all. One query for all of them would walk the client's entries until it has found enough.
 * Another filter has its own index.
 */
export async function pageOfActors(query: RowQuery, read: Reader): Promise<RowPage<ActivityRow>> {
  const { among, range, limit, after, ...rest } = query;
  if (among?.field !== 'actorId' || !isNewestFirst(query) || limit === undefined || narrowedByOthers(query))
    return read(query);
  // The range's end as a cursor, and its start below: for a range SQLite would walk another index.
  const start = after ?? (range?.to === undefined ? undefined : writeCursor([range.to, last, last]));
  const more = { limit: limit + 1, ...(start !== undefined && { after: start }) };
  const pages = await Promise.all(
    among.values.map((actorId) => read({ ...rest, ...more, where: { ...rest.where, actorId } })),
  );
  const found = pages.flatMap(({ rows }) => rows).filter(({ recordedAt }) => recordedAt >= (range?.from ?? ''));
  const sorted = found.sort((a, b) => (sortText(a) < sortText(b) ? 1 : -1));
  return pageOf(query, sorted.slice(0, limit + 1));
}
