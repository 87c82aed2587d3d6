import type { ActivityRow } from '@dayline/contracts/activity';
import type { ExportRequest } from '@dayline/contracts/endpoints/audit/proof';
import { doctorDayOf } from '@dayline/contracts/ids';
import type { SignedHead } from '@dayline/contracts/proof/signed-head';
import type { RowFilter, Scalar } from '@dayline/view-store/port';
import type { Activity } from '../activity/activity.ts';
import { ofRecords, whereOf } from '../activity/queries.ts';

const dayMs = 86_400_000;

/** The filters of an export. */
export function selectionOf(request: ExportRequest): Record<string, string> {
  return Object.fromEntries(
    Object.entries(request).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

/** The filters for the trail, without an actor who is not the client's. */
export async function selectionToRecord(activity: Activity, request: ExportRequest): Promise<Record<string, string>> {
  const { actorId, ...selection } = selectionOf(request);
  if (actorId === undefined) return selection;
  const key = `${request.clientId}_${actorId}`;
  const isActor =
    (await activity.rows('actors', [key])).has(key) ||
    (await activity.accountsOf(request.clientId)).some(({ accountId }) => accountId === actorId);
  return isActor ? { ...selection, actorId } : selection;
}

export function filterOf({ appointmentId, ...filter }: ExportRequest, zone: string, records: readonly string[]) {
  if (appointmentId === undefined) return ofRecords(whereOf(filter, zone), records);
  // Every entry about an appointment names its doctor, and there is an index by doctor; the rest is scanned.
  return whereOf({ ...filter, appointmentId, pocId: doctorDayOf(appointmentId).pocId }, zone);
}

/** Whether the store's query would match a row. */
export const predicateOf =
  ({ where, range, among }: Pick<RowFilter, 'where' | 'range' | 'among'>) =>
  (row: ActivityRow): boolean => {
    const value = (field: string): unknown => (row as unknown as Readonly<Record<string, unknown>>)[field];
    if (row.gone === true || Object.entries(where).some(([field, expected]) => value(field) !== expected)) return false;
    // Cast is safe: a row's fields are scalars.
    if (among && !among.values.includes(value(among.field) as Scalar)) return false;
    const { from = '', to = '\uffff' } = range ?? {};
    return row.recordedAt >= from && row.recordedAt <= to;
  };

/**
 * The signed heads that enclose the entries of a period. An entry may have waited before its append, so one more day is
 * searched on each side.
 */
export function stretchOf(heads: readonly SignedHead[], last: SignedHead, { range }: Pick<RowFilter, 'range'>) {
  const before = range?.from && new Date(Date.parse(range.from) - dayMs).toISOString();
  const after = range?.to && new Date(Date.parse(range.to) + dayMs).toISOString();
  const upToLast = heads.filter(({ events }) => events <= last.events);
  const start = before ? (upToLast.findLast(({ signedAt }) => signedAt <= before) ?? null) : null;
  const rest = upToLast.filter(({ events }) => events > (start?.events ?? 0));
  const end = after ? rest.findIndex(({ signedAt }) => signedAt >= after) : -1;
  return { start, heads: end < 0 ? rest : rest.slice(0, end + 1) };
}
