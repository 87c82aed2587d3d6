import type { Position } from '@dayline/contracts/ids';
import type { ViewRow } from '@dayline/contracts/views/row';

/** A view's name and the indexes of its queries and folds. */
export interface ViewDefinition {
  readonly name: string;
  /**
   * Whether rows of other views are folded from rows of this one. Without transactions those others are written first:
   * whoever reads a row of this one after an event finds theirs after it too, or is refused when writing them.
   */
  readonly copied?: boolean;
  /**
   * Each a list of row fields: equality fields, then the order with `key`, which makes it total, then fields that a
   * count or search reads. `key` is last unless named. Only indexed fields can be queried. Indexes for folds also
   * contain gone rows, marked as such, and exist from the start of a rebuild.
   */
  readonly indexes: readonly {
    readonly name: string;
    readonly fields: readonly string[];
    readonly neededByFold?: boolean;
    /** Its values leave most rows: on MongoDB an equally good index is taken instead. */
    readonly isBroad?: boolean;
  }[];
  /**
   * Indexed texts that `contains` searches over many rows, for one value of `within`. SQLite keeps a trigram index,
   * used for texts of three letters or more; MongoDB scans the texts.
   */
  readonly searched?: readonly { readonly field: string; readonly within: string }[];
  /**
   * The indexed text by which people are found through the keys of their words (contracts, `search/people`), for one
   * value of `within`. Both adapters keep an index of the hashed keys.
   */
  readonly people?: { readonly field: string; readonly within: string };
}

/** `name@version`: views that share a checkpoint. */
export interface ProjectionDefinition {
  readonly name: string;
  readonly version: number;
  readonly views: readonly ViewDefinition[];
}

export interface Checkpoint {
  readonly position: Position;
  /** Id of the event at the position; a log with another event there was restored or damaged. */
  readonly eventId: string;
  /** Where the event is in the log. */
  readonly stream: string;
  readonly revision: number;
}

/** An event that could not be folded, or a later one of its stream. A rebuild with fixed code folds it. */
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
  /** The `at` that was read, or null if there was no row; the write applies only if it is unchanged. */
  readonly was: Position | null;
}

export interface BatchWrite {
  readonly writes: readonly RowWrite[];
  /** Moves only from the value that was read, and only if every row was written. */
  readonly checkpoint: { readonly from: Checkpoint | null; readonly to: Checkpoint };
  /** Stored before the checkpoint moves past them. */
  readonly parked?: readonly ParkedEvent[];
  /**
   * A person was erased: the replaced data must not remain readable in the store's files, nor in generations that no
   * projector keeps up to date. Noted with the checkpoint; the opened store works on it until done, across crashes.
   * `ViewStore.erasureProgress` reports the progress.
   */
  readonly scrub?: boolean;
}

export type BatchResult =
  | { readonly written: true }
  /** Another writer interfered: reload and fold the batch again from the store's checkpoint. */
  | { readonly written: false; readonly checkpoint: Checkpoint | null };

export type Scalar = string | number | boolean | null;

/** Selects rows of a view. */
export interface RowFilter {
  readonly view: string;
  /** Equality by field. Rows marked gone are excluded. */
  readonly where: Readonly<Record<string, Scalar>>;
  /** A range on one field, both ends included. */
  readonly range?: { readonly field: string; readonly from?: string; readonly to?: string };
  /** Rows whose field has one of these values. */
  readonly among?: { readonly field: string; readonly values: readonly Scalar[] };
  /** Rows whose field contains each of the words literally; at least one word. */
  readonly contains?: { readonly field: string; readonly words: readonly string[] };
  /**
   * Rows whose field is the key of a row of another view that this filter selects. MongoDB receives those keys with the
   * query, 20,000 at most. @throws TooManyFound if there are more
   */
  readonly foundIn?: { readonly field: string } & RowFilter;
}

export interface RowQuery extends RowFilter {
  readonly order?: readonly { readonly field: string; readonly descending?: boolean }[];
  readonly limit?: number;
  /** Number of rows to skip, for a jump to a page. */
  readonly offset?: number;
  /** The page after the row of this cursor (a page's `next`). */
  readonly after?: string;
  /** The page before the row of this cursor (a page's `previous`). */
  readonly before?: string;
  /** The last `limit` rows, in the same order, without a scan. */
  readonly fromEnd?: boolean;
  /** A query that waits for others is dropped when this aborts. */
  readonly signal?: AbortSignal;
}

/** With a cursor, counts only the rows after it: those of the following pages. */
export type CountQuery = RowFilter & Pick<RowQuery, 'order' | 'after' | 'signal'>;

/** Selects people by the keys of a search. */
export interface PeopleQuery {
  /** A view with `people`. */
  readonly view: string;
  readonly within: string;
  /** Rows that have at least one key of each list; keys that share a hash are not distinguished. */
  readonly keys: readonly (readonly string[])[];
  /** Only rows whose key is this field of a row of another view. */
  readonly namedIn?: {
    readonly view: string;
    readonly field: string;
    readonly where: Readonly<Record<string, Scalar>>;
  };
  readonly limit: number;
  /** A query that waits for others is dropped when this aborts. */
  readonly signal?: AbortSignal;
}

export interface RowPage<Row extends ViewRow = ViewRow> {
  readonly rows: readonly Row[];
  /** Cursor of the next page; null at the end. */
  readonly next: string | null;
  /** Cursor of the previous page; null at the beginning. */
  readonly previous: string | null;
}

/** Changed rows by view. */
export interface Changed {
  readonly rows: Readonly<Record<string, readonly ViewRow[]>>;
  readonly complete: boolean;
}

export { QueryTooSlow, TooBusy, ViewStoreUnavailable } from '@dayline/runtime/unavailable';

/** `foundIn` found more keys than the store accepts: query without it. */
export class TooManyFound extends Error {
  override readonly name = 'TooManyFound';
}

export interface MisfiledRow {
  /** The key by which the row is found. */
  readonly key: string;
  readonly fields: readonly string[];
}

/** Reads and guarded writes of one projection's rows. @throws ViewStoreUnavailable */
export interface ProjectionStore {
  checkpoint(): Promise<Checkpoint | null>;
  /** Oldest first. */
  parked(): Promise<readonly ParkedEvent[]>;
  load(view: string, keys: readonly string[]): Promise<ReadonlyMap<string, ViewRow>>;
  /**
   * Rows whose indexed field has one of the values, including gone ones, which folds need; of each value at most `limit`,
   * whichever.
   */
  loadBy(view: string, field: string, values: readonly Scalar[], limit?: number): Promise<readonly ViewRow[]>;
  /** A batch that failed or was interrupted may have written some rows: folded again, they are skipped. */
  write(batch: BatchWrite): Promise<BatchResult>;
  /** @throws QueryTooSlow, or TooBusy if too many of the same rows wait */
  query<Row extends ViewRow = ViewRow>(query: RowQuery): Promise<RowPage<Row>>;
  /** @throws QueryTooSlow, or TooBusy if too many of the same rows wait */
  count(query: CountQuery): Promise<number>;
  /** If more rows match than the limit, those written first. @throws QueryTooSlow */
  people<Row extends ViewRow = ViewRow>(query: PeopleQuery): Promise<readonly Row[]>;
  /**
   * Rows of each view with `after < at <= upTo`, oldest change first; `complete` is false if more than `limit` of one
   * view changed.
   */
  changed(views: readonly string[], after: Position, upTo: Position, limit: number): Promise<Changed>;
  /** All rows of a view sorted by key. */
  scan(view: string): AsyncIterable<ViewRow>;
  /**
   * Rows of a view whose stored search columns differ from the row itself. Present if the store keeps the two
   * separately.
   */
  misfiled?(view: string): AsyncIterable<MisfiledRow>;
  /** Called after each commit of the checkpoint, by any thread or process. Returns an unsubscribe function. */
  onCommit(listener: (position: Position) => void): () => void;
  /**
   * Called after this store switched to another generation: rows read before may differ at the same position, and the
   * checkpoint may be lower. Commit listeners get the new checkpoint next. A rebuild's own stores never switch. Returns
   * an unsubscribe function.
   */
  onSwap(listener: () => void): () => void;
  close(): Promise<void>;
}

/** The position up to which a generation, of any version, contains nothing of erased persons. */
export interface ErasureProgress {
  /** Such as `desk@4` or `desk@4.2`. */
  readonly generation: string;
  /** '' if unknown for every position. */
  readonly position: Position;
}

/** A generation was created for other views or indexes under the same version; it is left unchanged. */
export class ViewShapeMismatch extends Error {
  override readonly name = 'ViewShapeMismatch';
}

/** Another process is rebuilding or rolling back these views. */
export class RebuildUnderWay extends Error {
  override readonly name = 'RebuildUnderWay';
}

/**
 * A new generation of a projection's rows, built beside the serving one. If killed, the old one keeps serving, and the
 * next rebuild resumes or removes the remains.
 */
export interface Rebuild {
  /** Initially empty, unless resumed. Before `index` is called it has only the indexes of folds. */
  readonly next: ProjectionStore;
  /**
   * The serving generation, opened for writing to bring it to the log's end if no projector runs; null if it was
   * created for other views or indexes under the same version.
   */
  readonly old: ProjectionStore | null;
  /** Creates the indexes of queries. */
  index(): Promise<void>;
  /**
   * Makes `next` the serving generation in one write; every opened store of the projection, in any process, switches
   * within a second. False if the old checkpoint is past the new one: continue folding, then retry. The checkpoint of
   * rows from another log is ignored. The old generation is kept until the next rebuild, unless it is empty.
   */
  swap(old?: { readonly belongToOtherLog: boolean }): Promise<boolean>;
  /** Ends the rebuild; removes `next` if it was not swapped in. */
  close(): Promise<void>;
}

export interface RebuildOptions {
  readonly resume?: boolean;
}

/**
 * Stores the rows of projections: a SQLite file per `projection@version`, or MongoDB collections. A projection can have
 * several generations: one serves (named by a pointer), its predecessor may be kept, and one may be under construction.
 * `following.ts` switches opened stores for every adapter.
 */
export interface ViewStore {
  /** Opens the serving generation and follows the pointer. */
  open(projection: ProjectionDefinition, mode: 'read' | 'write'): Promise<ProjectionStore>;
  /**
   * Starts a new generation beside the serving one after removing all others. With `resume` it continues the one left
   * by a killed rebuild, if that has the same shape and no parked event; the caller must know that the same build
   * folded it.
   * @throws RebuildUnderWay
   */
  rebuild(projection: ProjectionDefinition, how?: RebuildOptions): Promise<Rebuild>;
  /**
   * Switches back to the previous generation; its projector then folds the events since. False if none is kept: there
   * was no rebuild, or a person was erased since (a batch with `scrub` removes generations that aren't kept up to
   * date). A second call switches forward again. @throws RebuildUnderWay
   */
  rollBack(projection: ProjectionDefinition): Promise<boolean>;
  /**
   * Checkpoint of a generation under construction, by any process; '' before its first batch, null if there is none. A
   * killed process's remains count.
   */
  building(projection: ProjectionDefinition): Promise<Position | null>;
  /**
   * The checkpoint of each projection's serving generation, of the newest version that has one. Creates nothing;
   * anything unreadable is left out.
   */
  checkpoints(): Promise<readonly { readonly generation: string; readonly checkpoint: Checkpoint }[]>;
  /** All existing generations, of every projection and version. */
  erasureProgress(): Promise<readonly ErasureProgress[]>;
  close(): Promise<void>;
}
