import type { Position } from '@dayline/contracts/ids';
import type { ViewRow } from '@dayline/contracts/views/row';
import type { Collection, Db, IndexDescription } from 'mongodb';
import { checkedName } from '../names.ts';
import type { Checkpoint, ParkedEvent, ProjectionDefinition, ViewDefinition } from '../port.ts';

/**
 * A stored row: complete in `row`, which preserves field order and allows names with `$` or dots. Queries treat a
 * missing field as null.
 */
export interface RowDocument {
  readonly _id: string;
  readonly at: string;
  readonly gone: boolean;
  /** Hashes of the keys by which a person is found; of views with `people`. */
  readonly people?: readonly number[];
  readonly row: ViewRow;
}

/** A generation's state. `clearing` was left by a version that deleted rows in place. */
export interface StateDocument {
  readonly _id: 'checkpoint' | 'shape' | 'clearing' | 'erased' | 'scrubbed';
  readonly checkpoint?: Checkpoint;
  /** For `erased` and `scrubbed`. */
  readonly position?: Position;
  /** The shape its collections were created for, and whether all indexes exist. */
  readonly shape?: string;
  readonly isWhole?: boolean;
}

export interface GenerationCollections {
  readonly rows: (view: string) => Collection<RowDocument>;
  readonly state: Collection<StateDocument>;
  readonly parked: Collection<ParkedEvent & { readonly _id: string }>;
}

/** `views.desk@2`: the common prefix of all generations' collections. */
export const collectionsStart = ({ name, version }: Pick<ProjectionDefinition, 'name' | 'version'>): string =>
  `views.${checkedName(name)}@${version}`;

/** A generation's collections: `views.desk@2.1.rows.appointments`, and so on. */
export function collectionsOf(db: Db, projection: ProjectionDefinition, generation: number): GenerationCollections {
  const start = `${collectionsStart(projection)}.${generation}`;
  return {
    rows: (view) => db.collection(`${start}.rows.${checkedName(view)}`),
    state: db.collection(`${start}.state`),
    parked: db.collection(`${start}.parked`),
  };
}

/** Path of a row's field in its document. */
export const pathOf = (field: string): string => {
  if (field === 'key') return '_id';
  return field === 'at' ? 'at' : `row.${checkedName(field)}`;
};

/**
 * A view's indexes: those that folds use, and the others, which a rebuild may create last. Query indexes exclude gone
 * rows. All end with `gone`: if a partial index implies a field but doesn't contain it, the server reads the document,
 * while a count should read the index alone. As the first column it would make each index a candidate for every query.
 */
export function indexesOf(view: ViewDefinition): { first: IndexDescription[]; last: IndexDescription[] } {
  const keyOf = (fields: readonly string[]) =>
    Object.fromEntries([...fields.map(pathOf), '_id', 'gone'].map((at) => [at, 1]));
  const first: IndexDescription[] = [];
  const last: IndexDescription[] = [{ name: 'at', key: { at: 1, _id: 1 } }];
  // Each of its entries belongs to one client, since the hash includes the client.
  if (view.people) last.push({ name: 'people', key: { people: 1, _id: 1 } });
  for (const { name, fields, neededByFold } of view.indexes) {
    const index = { name: checkedName(name), key: keyOf(fields) };
    if (neededByFold) first.push(index);
    else last.push({ ...index, partialFilterExpression: { gone: false } });
  }
  return { first, last };
}
