import type { ViewRow } from '@dayline/contracts/views';
import type { Collection, Db, IndexDescription } from 'mongodb';
import { checkedName } from '../names.ts';
import type { Checkpoint, ParkedEvent, ProjectionDefinition, ViewDefinition } from '../port.ts';

/**
 * A row as it is stored: whole and as it was in `row`, where names that begin with `$` or hold a dot do no harm, and
 * the order of its fields stays. A field that a row lacks is the same as null to queries.
 */
export interface RowDocument {
  readonly _id: string;
  readonly at: string;
  readonly gone: boolean;
  readonly row: ViewRow;
}

/** What a generation says of itself. `clearing` stands while its rows are being forgotten. */
export interface StateDocument {
  readonly _id: 'checkpoint' | 'shape' | 'clearing';
  readonly checkpoint?: Checkpoint;
  /** What its collections were made for, and whether all their indexes stand. */
  readonly shape?: string;
  readonly isWhole?: boolean;
}

export interface GenerationCollections {
  readonly rows: (view: string) => Collection<RowDocument>;
  readonly state: Collection<StateDocument>;
  readonly parked: Collection<ParkedEvent & { readonly _id: string }>;
}

/** `views.desk@2`: what the collections of all its generations begin with. */
export const collectionsStart = ({ name, version }: Pick<ProjectionDefinition, 'name' | 'version'>): string =>
  `views.${checkedName(name)}@${version}`;

/** `views.desk@2.1.rows.appointments`, and so on: a generation's collections. */
export function collectionsOf(db: Db, projection: ProjectionDefinition, generation: number): GenerationCollections {
  const start = `${collectionsStart(projection)}.${generation}`;
  return {
    rows: (view) => db.collection(`${start}.rows.${checkedName(view)}`),
    state: db.collection(`${start}.state`),
    parked: db.collection(`${start}.parked`),
  };
}

/** Where a row's field lies in its document. */
export const pathOf = (field: string): string => {
  if (field === 'key') return '_id';
  return field === 'at' ? 'at' : `row.${checkedName(field)}`;
};

/**
 * A view's indexes: those that folds look up by, and the others, which may come last in a rebuild. Those of queries
 * leave gone rows out, and begin with `gone` all the same: the server asks the document for a field that a partial
 * index implies but doesn't hold, and a count reads the index alone. Those of folds hold gone rows, and end with it.
 */
export function indexesOf(view: ViewDefinition): { first: IndexDescription[]; last: IndexDescription[] } {
  const keyOf = (fields: readonly string[]) => Object.fromEntries([...fields.map(pathOf), '_id'].map((at) => [at, 1]));
  const first: IndexDescription[] = [];
  const last: IndexDescription[] = [{ name: 'at', key: { at: 1, _id: 1 } }];
  for (const { name, fields, neededByFold } of view.indexes) {
    const index = { name: checkedName(name), key: keyOf(fields) };
    if (neededByFold) first.push({ ...index, key: { ...index.key, gone: 1 } });
    else last.push({ ...index, key: { gone: 1, ...index.key }, partialFilterExpression: { gone: false } });
  }
  return { first, last };
}
