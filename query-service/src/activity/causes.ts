import type { ActivityRow } from '@dayline/contracts/activity';
import type { CauseRelation } from '@dayline/contracts/endpoints/audit/activity';
import type { Activity } from './activity.ts';
import { newestFirst, oldestFirst } from './order.ts';

export interface RelatedEntry {
  readonly relation: CauseRelation;
  readonly row: ActivityRow;
}

/** The highest number of entries of a trace, and of a doctor's entries around one. */
const maxRead = 1_000;

/** The causes and effects of an entry: by trace, by undo, and by the slot that it freed or used. */
export async function relatedEntries(
  entry: ActivityRow,
  activity: Pick<Activity, 'rows' | 'page'>,
): Promise<RelatedEntry[]> {
  const { clientId, correlationId, undoes, undoneBy } = entry;
  const eventIds = [undoes, undoneBy?.eventId ?? null].filter((id) => id !== null);
  const [trace, byId, ofDay] = await Promise.all([
    activity.page({ view: 'entries', where: { clientId, correlationId }, order: oldestFirst, limit: maxRead }),
    activity.rows('entries', eventIds),
    slotOf(entry) === null ? [] : entriesOfDay(entry, activity),
  ]);
  const found: RelatedEntry[] = [...byId.values()]
    .filter((row) => row.clientId === clientId)
    .map((row) => ({ relation: row.key === undoes ? 'undoes' : 'undoneBy', row }));
  const keys = new Set([entry.key, ...found.map(({ row }) => row.key)]);
  const add = (relation: CauseRelation, row: ActivityRow | undefined): void => {
    if (!row || keys.has(row.key)) return;
    keys.add(row.key);
    found.push({ relation, row });
  };
  for (const row of trace.rows) add(traceRelation(entry, row), row);
  for (const { relation, row } of aroundSlot(entry, ofDay)) add(relation, row);
  return found.sort((a, b) => (a.row.position < b.row.position ? -1 : 1));
}

function traceRelation(entry: ActivityRow, row: ActivityRow): CauseRelation {
  if (row.recordedAt === entry.recordedAt) return 'sameCommand';
  return row.recordedAt < entry.recordedAt ? 'asked' : 'followed';
}

/** The slot that an entry is about; null if none. */
const slotOf = ({ pocId, date, time, appointmentId }: ActivityRow): string | null =>
  appointmentId === null || pocId === null || date === null || time === null ? null : `${pocId} ${date} ${time}`;

/**
 * The doctor's entries about the same day, oldest first: those after the entry if it is a cancellation, else those
 * before it.
 */
async function entriesOfDay(entry: ActivityRow, activity: Pick<Activity, 'page'>): Promise<readonly ActivityRow[]> {
  const { clientId, pocId, date, recordedAt } = entry;
  const isForward = frees(entry);
  const { rows } = await activity.page({
    view: 'entries',
    where: { clientId, pocId: pocId ?? '' },
    range: { field: 'recordedAt', ...(isForward ? { from: recordedAt } : { to: recordedAt }) },
    order: isForward ? oldestFirst : newestFirst,
    limit: maxRead,
  });
  const ofDay = rows.filter((row) => row.date === date);
  return isForward ? ofDay : ofDay.reverse();
}

const frees = ({ facts }: ActivityRow): boolean => facts['statusAfter'] === 'Cancelled';

/** A cancellation made a later booking of the slot possible; the cancellation's undo may then be refused. */
function aroundSlot(entry: ActivityRow, ofDay: readonly ActivityRow[]): RelatedEntry[] {
  const slot = slotOf(entry);
  const here = ofDay.filter((row) => slotOf(row) === slot && row.key !== entry.key);
  if (entry.type === 'AppointmentBooked') {
    const before = here.filter((row) => row.position < entry.position);
    const release = before.findLast(frees);
    // Another booking has used the freed slot in between.
    const isTaken = before.some(
      (row) => row.type === 'AppointmentBooked' && release && row.position > release.position,
    );
    return release && !isTaken ? [{ relation: 'freedBy', row: release }] : [];
  }
  if (!frees(entry)) return [];
  const booking = here.find((row) => row.type === 'AppointmentBooked' && row.position > entry.position);
  const refusals = ofDay.filter(
    ({ outcome, appointmentId, position }) =>
      outcome === 'refused' && appointmentId === entry.appointmentId && position > entry.position,
  );
  return [
    ...(booking ? [{ relation: 'madePossible', row: booking } as const] : []),
    ...refusals.map((row) => ({ relation: 'refusedAfter', row }) as const),
  ];
}
