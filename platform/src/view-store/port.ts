import type { Position } from '@dayline/contracts/ids';
import type { ViewRow } from '@dayline/contracts/views';

/** A view's name and the indexes that its queries and folds need. */
export interface ViewDefinition {
  readonly name: string;
  /**
   * Each a list of row fields: equality fields first, then the order and `key`, which makes it total, then what a count
   * or search reads. Where `key` isn't named it comes last. Only a field that stands in an index can be queried. Those
   * that the fold looks up by hold gone rows too, and which rows those are; they stand from a rebuild's start.
   */
  readonly indexes: readonly {
    readonly name: string;
    readonly fields: readonly string[];
    readonly neededByFold?: boolean;
  }[];
  /**
   * Indexed texts that `contains` looks into at many rows, of which a query names one value of `within`. SQLite keeps an
   * index of the letters of each, by which a text of three letters or more is found; MongoDB walks along the texts.
   */
  readonly searched?: readonly { readonly field: string; readonly within: string }[];
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

/** Which rows of a view. */
export interface RowFilter {
  readonly view: string;
  /** Equality by field. Rows marked gone are left out. */
  readonly where: Readonly<Record<string, Scalar>>;
  /** A range on one field, inclusive ends. */
  readonly range?: { readonly field: string; readonly from?: string; readonly to?: string };
  /** Rows whose field is one of these. */
  readonly among?: { readonly field: string; readonly values: readonly Scalar[] };
  /** Rows whose field contains the text (lower case). */
  readonly contains?: { readonly field: string; readonly text: string };
  /**
   * Rows whose field is the key of a row that this finds in another view. MongoDB is handed those keys with the
   * question, which is for some 300,000 of them at most.
   */
  readonly foundIn?: { readonly field: string } & RowFilter;
}

export interface RowQuery extends RowFilter {
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

/** With a cursor, only the rows beyond it in the order are counted: those of the pages that follow. */
export type CountQuery = RowFilter & Pick<RowQuery, 'order' | 'after'>;

export interface RowPage<Row extends ViewRow = ViewRow> {
  readonly rows: readonly Row[];
  /** Names the last row for the next page; null at the end. */
  readonly next: string | null;
  /** Names the first row for the page before; null at the beginning. */
  readonly previous: string | null;
}

/** What changed, by view. */
export interface Changed {
  readonly rows: Readonly<Record<string, readonly ViewRow[]>>;
  readonly complete: boolean;
}

/** The store is away, or couldn't be read or written. Of a write nothing is known: it may have been made. */
export class ViewStoreUnavailable extends Error {
  override readonly name = 'ViewStoreUnavailable';
}

/** Reads and guarded writes of one projection's rows. @throws ViewStoreUnavailable */
export interface ProjectionStore {
  checkpoint(): Promise<Checkpoint | null>;
  /** Oldest first. */
  parked(): Promise<readonly ParkedEvent[]>;
  load(view: string, keys: readonly string[]): Promise<ReadonlyMap<string, ViewRow>>;
  /** Rows whose indexed field is one of the values, gone ones included (a fold needs them). */
  loadBy(view: string, field: string, values: readonly Scalar[]): Promise<readonly ViewRow[]>;
  /** A batch that was not written, or that broke off, may have left some of its rows: folded again they are skipped. */
  write(batch: BatchWrite): Promise<BatchResult>;
  /** Forgets rows, parked events and checkpoint: the log is another one. The next commit's position may be an earlier one. */
  clear(): Promise<void>;
  query<Row extends ViewRow = ViewRow>(query: RowQuery): Promise<RowPage<Row>>;
  count(query: CountQuery): Promise<number>;
  /**
   * The rows of each of the views with `after < at <= upTo`, oldest change first; `complete` is false when more than
   * `limit` of one view changed.
   */
  changed(views: readonly string[], after: Position, upTo: Position, limit: number): Promise<Changed>;
  /** All rows of a view sorted by key, for comparisons and rebuild checks. */
  scan(view: string): AsyncIterable<ViewRow>;
  /** Called after each commit of the checkpoint, by whichever thread or process made it. Returns the way to stop. */
  onCommit(listener: (position: Position) => void): () => void;
  /**
   * Called after this store has moved to another generation: what was read from it before may differ at the same
   * position, and the checkpoint may have gone back. Listeners of commits are told the new checkpoint right after.
   * Returns the way to stop. A store that belongs to a rebuild never moves.
   */
  onSwap(listener: () => void): () => void;
  close(): Promise<void>;
}

/** A generation was made by other code for other views or indexes under the same version; it is left as it is. */
export class ViewShapeMismatch extends Error {
  override readonly name = 'ViewShapeMismatch';
}

/** Somebody else rebuilds or rolls back these views now. */
export class RebuildUnderWay extends Error {
  override readonly name = 'RebuildUnderWay';
}

/**
 * A new generation of a projection's rows, built beside the serving one. Killed at any moment it leaves the old one
 * serving, and the next rebuild removes what it left.
 */
export interface Rebuild {
  /** Empty at first. It has only the indexes that folds look up by until `index` was called. */
  readonly next: ProjectionStore;
  /**
   * The serving generation, opened for writing, so that it can be brought to the log's end where no projector runs;
   * null where it was made for other views or indexes under the same version.
   */
  readonly standing: ProjectionStore | null;
  /** Makes the indexes that queries use. */
  index(): Promise<void>;
  /**
   * Makes `next` the serving generation by one write; every opened store of this projection moves by itself, in
   * whatever process, within a second. False where the standing one's checkpoint is past the next one's: fold on, then
   * ask again. The old one is kept until the next rebuild.
   */
  swap(): Promise<boolean>;
  /** Ends it, and removes `next` where it was not swapped. */
  close(): Promise<void>;
}

/**
 * Where projections keep their rows; a SQLite file for each `projection@version`, or collections of MongoDB. The rows of
 * a projection may have several generations: one serves (a pointer names it), one before it may be kept, one may be
 * under construction. `following.ts` has what every adapter needs to move opened stores with the pointer.
 */
export interface ViewStore {
  /** Opens the serving generation, and follows where it moves. */
  open(projection: ProjectionDefinition, mode: 'read' | 'write'): Promise<ProjectionStore>;
  /** Begins a generation beside the serving one, after removing all others. @throws RebuildUnderWay */
  rebuild(projection: ProjectionDefinition): Promise<Rebuild>;
  /**
   * Makes the generation before the serving one again; what the log holds since then is folded into it by its
   * projector. False where none is kept: none was built, or a person was erased since (a batch with `scrub` removes
   * what isn't kept up with the log). Done twice it is undone. @throws RebuildUnderWay
   */
  rollBack(projection: ProjectionDefinition): Promise<boolean>;
  close(): Promise<void>;
}
