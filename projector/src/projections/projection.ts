import { type Category, streamKey } from '@dayline/contracts/events/categories';
import type { EventType, RecordedDaylineEvent, TypeOf } from '@dayline/contracts/events/table';
import { eventTypes } from '@dayline/contracts/events/table';
import type { Position } from '@dayline/contracts/ids';
import type { ViewRow } from '@dayline/contracts/views/row';
import type { ProjectionDefinition, ViewDefinition } from '@dayline/view-store/port';

/** A row by its key, or all rows whose indexed field has the value. */
export type RowName = string | { readonly field: string; readonly value: string };

export type EventOfType<Type extends EventType> = Extract<RecordedDaylineEvent, { readonly type: Type }>;

/** Rows of the same projection at the time of the fold. */
export interface OtherRows {
  get(view: string, key: string): ViewRow | null;
  having(view: string, field: string, value: string): readonly ViewRow[];
}

/** The rows of a view whose indexed field has the value. */
export interface LookUp {
  readonly view: string;
  readonly field: string;
  readonly value: string;
}

/** Rows of one value above this number are not loaded for a fold: it must not use any of them then. */
export const maxFound = 2_000;

/**
 * How an event changes a view. Methods rather than properties, so that changes by different events of different rows
 * fit in one list; each receives only its own.
 */
export interface Change<Row extends ViewRow = ViewRow, Event = RecordedDaylineEvent> {
  /** The rows that the event changes; `ownRow` if absent. */
  rows?(event: Event): readonly RowName[];
  /**
   * A row of another view that the fold copies from: the one exception to the rule that a row is folded from itself.
   */
  readonly copiesFrom?: {
    readonly view: string;
    key(event: Event): string;
    /** The key of a further row that the fold copies from, as the first one says; undefined if there is none. */
    next?(row: ViewRow): string | undefined;
  };
  /** Further rows of this view, whose keys follow from rows of other views: they are loaded right before the fold. */
  readonly found?: {
    /** @param others include the rows that this event changes, as before it */
    lookUps(event: Event, others: OtherRows): readonly LookUp[];
    /** The keys, once those rows are loaded. */
    rows(event: Event, others: OtherRows): readonly string[];
  };
  /**
   * The row after the event, with `at` set to the event's position; the row itself if nothing changes. Pure.
   * @throws PoisonEvent if the event can't follow the row
   */
  fold(row: Row | null, event: Event, key: string, others: OtherRows): Row;
}

/** The row of the event's own stream. */
export const ownRow = (event: RecordedDaylineEvent): readonly string[] => [streamKey(event.stream)];
export const rowsOf = ({ rows = ownRow }: Change, event: RecordedDaylineEvent): readonly RowName[] => rows(event);

/** By type of event; null for types that change nothing. */
export type Changes<Row extends ViewRow, Types extends EventType> = {
  readonly [Type in Types]: Change<Row, EventOfType<Type>> | null;
};

/**
 * Rows derived only from the log, each folded from itself and the event. A view lists every event of the categories
 * that it is folded `From`, so a new event compiles only once the view handles or ignores it.
 */
export interface View<Row extends ViewRow = ViewRow, From extends Category = never> extends ViewDefinition {
  /** A row that is gone equals one that never was: which it is depends on how far the found rows were. */
  readonly forgetsGone?: true;
  readonly changes: Partial<Changes<Row, EventType>> & Changes<Row, TypeOf<From>>;
}

/** One change for several types of events; null ignores them. */
export function forTypes<Type extends EventType, Value>(types: readonly Type[], change: Value) {
  // Cast is safe: there is an entry for each type.
  return Object.fromEntries(types.map((type) => [type, change])) as { readonly [Each in Type]: Value };
}

export const everyEvent = <Row extends ViewRow>(change: Change<Row>) => forTypes(eventTypes, change);
export const ignored = <Type extends EventType>(...types: readonly Type[]) => forTypes(types, null);

/** `name@version`: views that share a checkpoint, and so a position. */
export interface Projection extends ProjectionDefinition {
  readonly views: readonly View[];
  /** Folds malformed events too, since it must omit none; other projections park them. */
  readonly takesMalformed?: true;
}

/** An event that can't be folded: it and later ones of its stream are parked; other streams continue. */
export class PoisonEvent extends Error {
  override readonly name = 'PoisonEvent';
}

/** The row, which must exist. @throws PoisonEvent */
export function mustExist<Row extends ViewRow>(row: Row | null, event: RecordedDaylineEvent): Row {
  if (row) return row;
  throw new PoisonEvent(`${event.type} at ${event.position} of ${event.stream} finds no row to change`);
}

/** The row, which must exist, with some fields changed. @throws PoisonEvent */
export const changed = <Row extends ViewRow>(
  row: Row | null,
  event: RecordedDaylineEvent,
  fields: Partial<Row>,
): Row => ({ ...mustExist(row, event), at: event.position, ...fields });

/** Whether the row already includes the event, as in a repeated batch. */
export const isFolded = (row: ViewRow | null, position: Position): boolean => row !== null && position <= row.at;
