import type { Position } from '@dayline/contracts/ids';
import { canonicalJson, type JsonObject } from '@dayline/contracts/json';
import type { ViewRow } from '@dayline/contracts/views/row';
import { type ProjectionStore, ViewShapeMismatch, type ViewStore } from '@dayline/view-store/port';
import type { Projection } from '../projections/projection.ts';
import { isOfThisLog, RebuildFailed } from '../runner/rebuild.ts';
import type { EventFeed } from '../runner/run.ts';
import { type Part, PartFold } from './part-fold.ts';

export interface ViewFault {
  readonly view: string;
  readonly key: string;
  /** The fields that differ; null if the row is missing, or is not derived from the log. */
  readonly fields: readonly string[] | null;
  readonly is: 'other' | 'missing' | 'added' | 'misfiled';
  /** The last event that the row is folded from; null if it is not derived from the log. */
  readonly at: Position | null;
  /** The owner of the row, if known. */
  readonly clientId: string | null;
}

export type VerifiedViews =
  /** There are no rows, or they belong to other views, or to events that the log doesn't have. */
  | { readonly kind: 'nothing' | 'otherShape' | 'otherLog' }
  | {
      readonly kind: 'compared';
      readonly rows: number;
      readonly position: Position;
      /** Rows that changed at each comparison. */
      readonly movedOn: number;
    };

export interface ViewsToVerify {
  readonly projection: Projection;
  readonly feed: EventFeed;
  readonly views: ViewStore;
  readonly signal: AbortSignal;
  readonly onFault: (fault: ViewFault) => void;
  /** Awaited between pages of the log and of rows. */
  readonly pauseBetween?: () => Promise<void>;
  /** The number of rows held in memory at once, besides those that others copy from. */
  readonly rowsOfPart?: number;
}

/** The number of comparisons of rows that a running projector changes meanwhile. */
const maxRounds = 20;
const rowsOfPage = 500;

/**
 * Folds the log anew in memory, a part of the rows at a time, and compares them with the serving ones. Nothing is
 * written; a projector may be writing the serving rows.
 * @throws RebuildFailed, or the error of the log or store
 */
export async function verifyViews({ signal, ...options }: ViewsToVerify): Promise<VerifiedViews> {
  const { projection, feed, rowsOfPart = 50_000 } = options;
  const old = await servingRows(options);
  if (!old) return { kind: 'otherShape' };
  const swap = new AbortController();
  const parts = { ...options, signal: AbortSignal.any([signal, swap.signal]) };
  old.onSwap(() => swap.abort(new RebuildFailed('the views were exchanged meanwhile')));
  try {
    const checkpoint = await old.checkpoint();
    if (checkpoint === null) return { kind: 'nothing' };
    if (!(await isOfThisLog(feed, old))) return { kind: 'otherLog' };
    const unreadable = await findMisfiled(projection, old, parts.onFault);
    const views = projection.views.map(({ name }) => name).filter((name) => !unreadable.has(name));
    const partCount = Math.max(1, Math.ceil((await sizeOf(old, views, parts)) / rowsOfPart));
    const found = { rows: 0, movedOn: 0, position: checkpoint.position };
    for (let index = 0; index < partCount; index += 1) {
      const { rows, movedOn, position } = await new Comparing(parts, old, { index, of: partCount }).compare(views);
      found.rows += rows;
      found.movedOn += movedOn;
      found.position = position;
    }
    return { kind: 'compared', ...found };
  } finally {
    await old.close();
  }
}

/** Null if they belong to other views or indexes. */
export async function servingRows({
  views,
  projection,
}: Pick<ViewsToVerify, 'views' | 'projection'>): Promise<ProjectionStore | null> {
  try {
    return await views.open(projection, 'read');
  } catch (error) {
    if (error instanceof ViewShapeMismatch) return null;
    throw error;
  }
}

async function sizeOf(old: ProjectionStore, views: readonly string[], parts: ViewsToVerify): Promise<number> {
  let size = 0;
  for (const view of views) {
    for await (const _ of inPages(old.scan(view), parts)) size += 1;
  }
  return size;
}

/**
 * With a pause between pages.
 * @throws the signal's reason
 */
async function* inPages<Row>(rows: AsyncIterable<Row>, { pauseBetween, signal }: ViewsToVerify): AsyncGenerator<Row> {
  let count = 0;
  for await (const row of rows) {
    yield row;
    count += 1;
    if (count % rowsOfPage > 0) continue;
    signal.throwIfAborted();
    await pauseBetween?.();
  }
}

/** The comparison of one part. */
class Comparing {
  readonly #parts: ViewsToVerify;
  readonly #old: ProjectionStore;
  readonly #part: Part;
  /** Rows of events later than the folded ones, by view and key. */
  readonly #moving = new Map<string, { readonly view: string; readonly key: string }>();
  #position: Position = '';
  #rows = 0;

  constructor(parts: ViewsToVerify, old: ProjectionStore, part: Part) {
    this.#parts = parts;
    this.#old = old;
    this.#part = part;
  }

  async compare(views: readonly string[]): Promise<{ rows: number; movedOn: number; position: Position }> {
    const { pauseBetween = async () => undefined, ...parts } = this.#parts;
    const fold = new PartFold({ ...parts, pauseBetween, parked: await this.#old.parked() }, this.#part);
    await this.#catchUp(fold);
    for (const view of views) await this.#compareView(fold, view);
    for (let round = 0; round < maxRounds && this.#moving.size > 0; round += 1) {
      await this.#catchUp(fold);
      await this.#settle(fold);
    }
    return { rows: this.#rows, movedOn: await this.#stillMoving(), position: this.#position };
  }

  /** Folds up to the present position of the serving rows. */
  async #catchUp(fold: PartFold): Promise<void> {
    this.#position = (await this.#old.checkpoint())?.position ?? this.#position;
    await fold.to(this.#position);
  }

  async #compareView(fold: PartFold, view: string): Promise<void> {
    const seenKeys = new Set<string>();
    for await (const row of inPages(this.#old.scan(view), this.#parts)) {
      if (!fold.has(row.key)) continue;
      seenKeys.add(row.key);
      this.#judge(view, row, fold.rows.get(view, row.key));
    }
    for (const row of fold.rows.rows(view)) {
      const isForgotten = row.gone === true && this.#forgetsGone(view);
      if (fold.has(row.key) && !seenKeys.has(row.key) && !isForgotten)
        this.#say(view, row.key, { row: null, other: row });
    }
  }

  #forgetsGone(view: string): boolean {
    return this.#parts.projection.views.some(({ name, forgetsGone }) => name === view && forgetsGone === true);
  }

  async #settle(fold: PartFold): Promise<void> {
    const waiting = [...this.#moving.values()];
    this.#moving.clear();
    for (const { view, key } of waiting) {
      const row = (await this.#old.load(view, [key])).get(key);
      if (row) this.#judge(view, row, fold.rows.get(view, key));
    }
  }

  #judge(view: string, row: ViewRow, other: ViewRow | null): void {
    if (row.at > this.#position) return void this.#moving.set(`${view} ${row.key}`, { view, key: row.key });
    if (row.gone && (!other || other.gone) && this.#forgetsGone(view)) return;
    this.#rows += 1;
    if (!other || textOf(other) !== textOf(row)) this.#say(view, row.key, { row, other });
  }

  #say(view: string, key: string, { row, other }: Pair): void {
    const fields = row && other && differingFields(row, other);
    const is = row ? (other ? 'other' : 'added') : 'missing';
    this.#parts.onFault({ view, key, fields, is, at: other?.at ?? null, clientId: clientOf(view, other ?? row) });
  }

  /** A row at a position beyond that of the serving rows is not a changing one: its position is wrong. */
  async #stillMoving(): Promise<number> {
    let moving = 0;
    for (const { view, key } of this.#moving.values()) {
      const row = (await this.#old.load(view, [key])).get(key);
      const oldPosition = (await this.#old.checkpoint())?.position ?? '';
      if (!row || row.at <= oldPosition) moving += 1;
      else this.#parts.onFault({ view, key, fields: ['at'], is: 'other', at: null, clientId: clientOf(view, row) });
    }
    return moving;
  }
}

/** A serving row and the same row as folded from the log; null if one is missing. */
interface Pair {
  readonly row: ViewRow | null;
  readonly other: ViewRow | null;
}

// Cast is safe: rows are stored as JSON.
const plain = (row: ViewRow): JsonObject => row as unknown as JsonObject;
/** Independent of the order of its fields. */
const textOf = (row: ViewRow): string => canonicalJson(plain(row));

/** Null for a row of the product itself, such as that of a signed head, whose client is empty. */
function clientOf(view: string, row: ViewRow | null): string | null {
  if (view === 'clients') return row?.key ?? null;
  const { clientId } = row ? plain(row) : {};
  return typeof clientId === 'string' && clientId !== '' ? clientId : null;
}

function differingFields(a: ViewRow, b: ViewRow): string[] {
  const [fields, others] = [plain(a), plain(b)];
  const names = [...new Set([...Object.keys(fields), ...Object.keys(others)])];
  return names.filter((name) => canonicalJson(fields[name]) !== canonicalJson(others[name]));
}

/**
 * Reports rows that are indexed under other values than they have. Returns the views whose rows can't be read in order.
 */
async function findMisfiled(
  { views }: Projection,
  old: ProjectionStore,
  onFault: ViewsToVerify['onFault'],
): Promise<ReadonlySet<string>> {
  const unreadable = new Set<string>();
  for (const { name: view } of views) {
    for await (const { key, fields } of old.misfiled?.(view) ?? []) {
      const isReadable = !fields.includes('key') && !fields.includes('document');
      const row = isReadable ? ((await old.load(view, [key])).get(key) ?? null) : null;
      onFault({ view, key, fields, is: 'misfiled', at: null, clientId: clientOf(view, row) });
      if (!isReadable) unreadable.add(view);
    }
  }
  return unreadable;
}

/** A fault in one line, without personal data. */
export function viewFaultWords({ view, key, fields, is, at }: ViewFault): string {
  const from = at === null ? '' : `, position ${at}`;
  const fieldNames = fields?.join(', ') ?? '';
  switch (is) {
    case 'missing':
      return `${view} ${key}: missing, though the log has it${from}`;
    case 'added':
      return `${view} ${key}: added, the log has no such row`;
    case 'misfiled':
      return `${view} ${key}: altered, it is found by another ${fieldNames} than it shows`;
    case 'other':
      return `${view} ${key}: altered, ${fieldNames} ${fields?.length === 1 ? 'is' : 'are'} not what the log says${from}`;
  }
}
