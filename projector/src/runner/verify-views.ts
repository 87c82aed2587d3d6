import type { Position } from '@dayline/contracts/ids';
import type { ViewRow } from '@dayline/contracts/views';
import type { ProjectionStore, ViewStore } from '@dayline/view-store/port';
import type { Projection } from '../projections/projection.ts';
import { type Comparison, compareRows, type Found, type Pair, settle } from './compare.ts';
import { foldToEnd, isOfThisLog } from './rebuild.ts';
import type { EventFeed } from './run.ts';

export interface ViewFault {
  readonly view: string;
  readonly key: string;
  /** The fields that differ; null if the row is missing, or none of the log's. */
  readonly fields: readonly string[] | null;
  readonly is: 'other' | 'missing' | 'added' | 'misfiled';
  /** The last event that the row comes from; null if it is none of the log's. */
  readonly at: Position | null;
}

export type VerifiedViews =
  /** There are no rows, they are of other views, or of events that the log doesn't have. */
  | { readonly kind: 'nothing' | 'otherShape' | 'otherLog' }
  | {
      readonly kind: 'compared';
      readonly rows: number;
      readonly position: Position;
      /** Rows that changed at each look. */
      readonly movedOn: number;
    };

export interface ViewsToVerify {
  readonly projection: Projection;
  readonly feed: EventFeed;
  readonly views: ViewStore;
  readonly signal: AbortSignal;
  readonly onFault: (fault: ViewFault) => void;
}

/** Comparisons of rows that a running projector changes meanwhile. */
const mostRounds = 20;

/**
 * Folds the log anew beside the serving rows, up to their own position, and compares both. The serving rows are not
 * written; a projector may be.
 * @throws RebuildUnderWay, RebuildFailed, or the last error of the log or store
 */
export async function verifyViews(parts: ViewsToVerify): Promise<VerifiedViews> {
  const { projection, feed, views } = parts;
  const rebuild = await views.rebuild(projection, { keepPrevious: true });
  try {
    const { old, next } = rebuild;
    if (!old) return { kind: 'otherShape' };
    if ((await old.checkpoint()) === null) return { kind: 'nothing' };
    if (!(await isOfThisLog(feed, old))) return { kind: 'otherLog' };
    return await compared(parts, old, next);
  } finally {
    await rebuild.close();
  }
}

async function compared(
  { projection, feed, signal, onFault }: ViewsToVerify,
  old: ProjectionStore,
  next: ProjectionStore,
): Promise<VerifiedViews> {
  /** Folds up to where the serving rows are now. */
  const catchUp = async (): Promise<Position> => {
    const position = (await old.checkpoint())?.position ?? feed.start;
    await foldToEnd({ projection, feed: upTo(feed, position), store: next, signal });
    return position;
  };
  let position = await catchUp();
  const unreadable = await misfiled(projection, old, onFault);
  const views = projection.views.filter(({ name }) => !unreadable.has(name));
  const comparison = {
    projection: { ...projection, views },
    old,
    next,
    onDiffer: (pair: Pair) => onFault(faultOf(pair)),
  };
  const found = await compareRows({ ...comparison, position });
  for (let round = 0; round < mostRounds && found.movedOn.size > 0; round += 1) {
    position = await catchUp();
    await settle({ ...comparison, position }, found);
  }
  const movedOn = await stillMoving({ ...comparison, position }, found, onFault);
  return { kind: 'compared', rows: found.rows, position, movedOn };
}

/** A row of a later event than the serving rows have reached isn't one that changes: its position is wrong. */
async function stillMoving({ old }: Comparison, found: Found, onFault: ViewsToVerify['onFault']): Promise<number> {
  let moving = 0;
  for (const { view, key } of found.movedOn.values()) {
    const row = (await old.load(view, [key])).get(key);
    const reached = (await old.checkpoint())?.position ?? '';
    if (!row || row.at <= reached) moving += 1;
    else onFault({ view, key, fields: ['at'], is: 'other', at: null });
  }
  return moving;
}

/** Names rows that are found by other values than they have. Returns the views whose rows can't be read in order. */
async function misfiled(
  { views }: Projection,
  old: ProjectionStore,
  onFault: ViewsToVerify['onFault'],
): Promise<ReadonlySet<string>> {
  const unreadable = new Set<string>();
  for (const { name: view } of views) {
    for await (const { key, fields } of old.misfiled?.(view) ?? []) {
      onFault({ view, key, fields, is: 'misfiled', at: null });
      if (fields.includes('key') || fields.includes('document')) unreadable.add(view);
    }
  }
  return unreadable;
}

function faultOf({ view, row, other }: Pair): ViewFault {
  if (!row) return { view, key: other?.key ?? '', fields: null, is: 'missing', at: other?.at ?? null };
  if (!other) return { view, key: row.key, fields: null, is: 'added', at: null };
  return { view, key: row.key, fields: differingFields(row, other), is: 'other', at: other.at };
}

function differingFields(one: ViewRow, other: ViewRow): string[] {
  const [fields, others] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  const names = [...new Set([...fields.keys(), ...others.keys()])];
  return names.filter((name) => JSON.stringify(fields.get(name)) !== JSON.stringify(others.get(name)));
}

/** The feed as if the log ended at a position. */
const upTo = (feed: EventFeed, last: Position): EventFeed => ({
  ...feed,
  head: async () => last,
  async *follow(after, signal, known) {
    for await (const item of feed.follow(after, signal, known)) {
      if (item.kind === 'caughtUp') {
        yield item;
        continue;
      }
      const events = item.events.filter(({ position }) => position <= last);
      if (events.length > 0) yield { ...item, events };
      if ((item.events.at(-1)?.position ?? '') < last) continue;
      yield { kind: 'caughtUp', position: last };
      return;
    }
  },
});
