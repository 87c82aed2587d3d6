import type { RecordedDaylineEvent } from '@dayline/contracts/events/table';
import type { Position } from '@dayline/contracts/ids';
import type { ViewRow } from '@dayline/contracts/views';
import type { ProjectionDefinition, ViewDefinition } from '@dayline/platform/view-store/port';

/** The rows of one view that an event changes: by their keys, or all whose indexed field has the value. */
export type NamedRows = readonly string[] | { readonly field: string; readonly value: string };

export const noRows: readonly string[] = [];

/** Rows of the same projection as they stand when the event is folded. */
export interface OtherRows {
  get(view: string, key: string): ViewRow | null;
}

/** Rows that are folded from the log alone, each from itself and the event. */
export interface View<Row extends ViewRow = ViewRow> extends ViewDefinition {
  names(event: RecordedDaylineEvent): NamedRows;
  /** Another view's row that the fold of this event copies from; the one exception to folding a row from itself. */
  copiesFrom?(event: RecordedDaylineEvent): { readonly view: string; readonly key: string } | null;
  /**
   * The row after the event, its `at` the event's position. Pure. A method, not a property, so that views of different
   * rows stand in one list: each is handed only rows of its own.
   * @throws PoisonEvent where the event can't follow the row
   */
  fold(row: Row | null, event: RecordedDaylineEvent, key: string, others: OtherRows): Row;
}

/** `name@version`: views that share a checkpoint, so that all of them stand at one position. */
export interface Projection extends ProjectionDefinition {
  readonly views: readonly View[];
}

/** An event that can't be folded: it and the later ones of its stream are parked, the rest flows on. */
export class PoisonEvent extends Error {
  override readonly name = 'PoisonEvent';
}

/** The row that an event must find. @throws PoisonEvent */
export function mustExist<Row extends ViewRow>(row: Row | null, event: RecordedDaylineEvent): Row {
  if (row) return row;
  throw new PoisonEvent(`${event.type} at ${event.position} of ${event.stream} finds no row to change`);
}

/** Whether the row already holds the event: a repeated batch folds to the same. */
export const isFolded = (row: ViewRow | null, position: Position): boolean => row !== null && position <= row.at;
