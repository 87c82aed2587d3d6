import type { RecordedDaylineEvent } from '@dayline/contracts/events/table';
import type { Position } from '@dayline/contracts/ids';
import type { ViewRow } from '@dayline/contracts/views';
import type { ProjectionDefinition, ViewDefinition } from '@dayline/view-store/port';

/** The rows of one view that an event affects: by key, or all whose indexed field has the value. */
export type NamedRows = readonly string[] | { readonly field: string; readonly value: string };

export const noRows: readonly string[] = [];

/** Rows of the same projection at the time of the fold. */
export interface OtherRows {
  get(view: string, key: string): ViewRow | null;
}

/** Rows derived from the log alone, each folded from itself and the event. */
export interface View<Row extends ViewRow = ViewRow> extends ViewDefinition {
  names(event: RecordedDaylineEvent): NamedRows;
  /** A row of another view that the fold of this event copies from; the one exception to folding a row from itself. */
  copiesFrom?(event: RecordedDaylineEvent): { readonly view: string; readonly key: string } | null;
  /**
   * The row after the event, with `at` set to the event's position. Pure. A method rather than a property, so that
   * views of different row types fit in one list; each receives only its own rows.
   * @throws PoisonEvent if the event can't follow the row
   */
  fold(row: Row | null, event: RecordedDaylineEvent, key: string, others: OtherRows): Row;
}

/** `name@version`: views that share a checkpoint, and so a position. */
export interface Projection extends ProjectionDefinition {
  readonly views: readonly View[];
  /** It folds a malformed event too, since it must leave out none; other projections park it. */
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

/** The default of a fold: an event that the view names, but doesn't fold. @throws PoisonEvent */
export function notFolded({ type, position }: RecordedDaylineEvent): never {
  throw new PoisonEvent(`${type} at ${position} is named by a view that has no fold for it`);
}

/** Whether the row already includes the event, as in a repeated batch. */
export const isFolded = (row: ViewRow | null, position: Position): boolean => row !== null && position <= row.at;
