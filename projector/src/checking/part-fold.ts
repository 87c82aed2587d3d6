import type { Position } from '@dayline/contracts/ids';
import { itemsAfter } from '@dayline/event-log/followable';
import type { ParkedEvent } from '@dayline/view-store/port';
import { type Change, type Projection, type RowName, rowsOf, type View } from '../projections/projection.ts';
import { WorkingRows } from '../projections/working-rows.ts';
import { foldBatch } from '../runner/batch.ts';
import { RebuildFailed } from '../runner/rebuild.ts';
import type { EventFeed } from '../runner/run.ts';

/** One of several parts of a projection's rows, split by key. */
export interface Part {
  readonly index: number;
  readonly of: number;
}

export interface PartFoldParts {
  readonly projection: Projection;
  readonly feed: EventFeed;
  /** Events known to be missing from the rows. */
  readonly parked: readonly ParkedEvent[];
  readonly signal: AbortSignal;
  /** Awaited between pages of the log. */
  readonly pauseBetween: () => Promise<void>;
}

type Found = NonNullable<Change['found']>;

const isIn = ({ index, of }: Part, key: string): boolean => {
  let sum = 0;
  for (let at = 0; at < key.length; at += 1) sum = (Math.imul(sum, 31) + key.charCodeAt(at)) >>> 0;
  return sum % of === index;
};

/** Nothing is loaded: rows start with their first event. */
const nothing = { load: async () => new Map(), loadBy: async () => [] };

/** A part of a projection's rows, folded from the log in memory. Nothing is written, and no other work waits. */
export class PartFold {
  readonly rows = new WorkingRows();
  readonly #parts: PartFoldParts;
  readonly #part: Part;
  readonly #projection: Projection;
  readonly #parked: ReadonlySet<string>;
  readonly #parkedStreams = new Set<string>();
  #position: Position | null = null;

  constructor(parts: PartFoldParts, part: Part) {
    this.#parts = parts;
    this.#part = part;
    this.#parked = new Set(parts.parked.map(({ eventId }) => eventId));
    // Copied views are folded whole.
    const views = parts.projection.views.map((view) => (view.copied ? view : restrictTo(view, part)));
    this.#projection = { ...parts.projection, views };
  }

  has(key: string): boolean {
    return isIn(this.#part, key);
  }

  /**
   * Folds up to a position.
   * @throws RebuildFailed if an event is newer than this build, or an error of the log
   */
  async to(position: Position): Promise<void> {
    const { feed, signal, pauseBetween } = this.#parts;
    const cursor = this.#position === null ? null : { position: this.#position };
    if (cursor && cursor.position >= position) return;
    for await (const item of itemsAfter(upTo(feed, position), cursor, signal)) {
      if (item.kind === 'caughtUp') break;
      // An erasure is folded even if it is parked.
      const events = item.events.filter(({ id, type }) => !this.#parked.has(id) || type === 'PatientErased');
      const target = { projection: this.#projection, store: nothing, rows: this.rows };
      const { unknown } = await foldBatch(target, events, this.#parkedStreams, item.unopened);
      if (unknown) throw new RebuildFailed(`the event ${unknown.type} is of a newer build`);
      await pauseBetween();
    }
    signal.throwIfAborted();
    this.#position = position;
  }
}

function restrictTo(view: View, part: Part): View {
  const isWanted = (name: RowName): boolean => typeof name !== 'string' || isIn(part, name);
  const changes = Object.entries(view.changes).map(([type, change]) => [
    type,
    change && {
      ...change,
      rows: (event: Parameters<typeof rowsOf>[1]) => rowsOf(change, event).filter(isWanted),
      ...(change.found && { found: restrictFound(change.found, part) }),
    },
  ]);
  // Cast is safe: the changes are the same, for fewer rows.
  return { ...view, changes: Object.fromEntries(changes) as View['changes'] };
}

const restrictFound = (found: Found, part: Part): Found => ({
  lookUps: (event, others) => found.lookUps(event, others),
  rows: (event, others) => found.rows(event, others).filter((key) => isIn(part, key)),
});

/** The feed of a log that ends at a position. */
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
