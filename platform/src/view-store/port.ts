import type { Position } from '@dayline/contracts/ids';
import type { ViewRow } from '@dayline/contracts/views';

/** A view's name and the indexes that its queries and folds need. */
export interface ViewDefinition {
  readonly name: string;
  /**
   * Each a list of row fields: equality fields first, then the order, then what a count or search reads; the store
   * appends `key` for a total order. Only a field that stands in an index can be queried. Those that the fold looks up
   * by hold gone rows too and stand from a rebuild's start.
   */
  readonly indexes: readonly {
    readonly name: string;
    readonly fields: readonly string[];
    readonly neededByFold?: boolean;
  }[];
}

/** `name@version`: views that share a checkpoint. */
export interface ProjectionDefinition {
  readonly name: string;
  readonly version: number;
  readonly views: readonly ViewDefinition[];
}

export interface Checkpoint {
  readonly position: Position;
  /** The id of the event at the position; a log that has another one there was restored or damaged. */
  readonly eventId: string;
  /** Where to look for that event in the log. */
  readonly stream: string;
  readonly revision: number;
}

/** An event that could not be folded, or a later one of its stream. A rebuild with mended code brings it back. */
export interface ParkedEvent {
  readonly position: Position;
  readonly eventId: string;
  readonly stream: string;
  readonly type: string;
  readonly reason: string;
}

export interface RowWrite {
  readonly view: string;
  readonly row: ViewRow;
  /** The `at` that was read, or null where no row was; the write is made only where it still holds. */
  readonly was: Position | null;
}

export interface BatchWrite {
  readonly writes: readonly RowWrite[];
  /** Moves only from the value that was read, and only when every row was written. */
  readonly checkpoint: { readonly from: Checkpoint | null; readonly to: Checkpoint };
  /** Kept before the checkpoint passes them. */
  readonly parked?: readonly ParkedEvent[];
  /** A person was erased: what the writes replace must not stay readable in the store's files. */
  readonly scrub?: boolean;
}

export type BatchResult =
  | { readonly written: true }
  /** Somebody else was here: load and fold the batch again from the store's checkpoint. */
  | { readonly written: false; readonly checkpoint: Checkpoint | null };

export type Scalar = string | number | boolean | null;

export interface RowQuery {
  readonly view: string;
  /** Equality by field. Rows marked gone are left out. */
  readonly where: Readonly<Record<string, Scalar>>;
  /** A range on one field, inclusive ends. */
  readonly range?: { readonly field: string; readonly from?: string; readonly to?: string };
  /** Rows whose field is one of these. */
  readonly among?: { readonly field: string; readonly values: readonly Scalar[] };
  /** Rows whose field contains the text (lower case). */
  readonly contains?: { readonly field: string; readonly text: string };
  readonly order?: readonly { readonly field: string; readonly descending?: boolean }[];
  readonly limit?: number;
  /** A far jump. */
  readonly offset?: number;
  /** Near pages: continue after the row that this cursor (a page's `next`) names. */
  readonly after?: string;
  /** The near page that ends before the row that this cursor (a page's `previous`) names. */
  readonly before?: string;
  /** The last `limit` rows, in the same order: the last page without a walk to it. */
  readonly fromEnd?: boolean;
}

export interface RowPage<Row extends ViewRow = ViewRow> {
  readonly rows: readonly Row[];
  /** Names the last row for the next page; null at the end. */
  readonly next: string | null;
  /** Names the first row for the page before; null at the beginning. */
  readonly previous: string | null;
}

/** Reads and guarded writes of one projection's rows. */
export interface ProjectionStore {
  checkpoint(): Promise<Checkpoint | null>;
  /** Oldest first. */
  parked(): Promise<readonly ParkedEvent[]>;
  load(view: string, keys: readonly string[]): Promise<ReadonlyMap<string, ViewRow>>;
  /** Rows whose indexed field is one of the values, gone ones included (a fold needs them). */
  loadBy(view: string, field: string, values: readonly Scalar[]): Promise<readonly ViewRow[]>;
  write(batch: BatchWrite): Promise<BatchResult>;
  /** Forgets rows, parked events and checkpoint: the log is another one. The next commit's position may be an earlier one. */
  clear(): Promise<void>;
  query<Row extends ViewRow = ViewRow>(query: RowQuery): Promise<RowPage<Row>>;
  count(query: Pick<RowQuery, 'view' | 'where' | 'range' | 'among' | 'contains'>): Promise<number>;
  /** Rows of a view with `after < at <= upTo`, oldest change first; `complete` false when more than `limit` changed. */
  changed(
    view: string,
    after: Position,
    upTo: Position,
    limit: number,
  ): Promise<{ rows: readonly ViewRow[]; complete: boolean }>;
  /** All rows of a view sorted by key, for comparisons and rebuild checks. */
  scan(view: string): AsyncIterable<ViewRow>;
  /** Called after each commit of the checkpoint, by whichever thread or process made it. Returns the way to stop. */
  onCommit(listener: (position: Position) => void): () => void;
  close(): Promise<void>;
}

/** Where projections keep their rows; a SQLite file for each `projection@version`, or collections of MongoDB. */
export interface ViewStore {
  open(projection: ProjectionDefinition, mode: 'read' | 'write'): Promise<ProjectionStore>;
  close(): Promise<void>;
}
