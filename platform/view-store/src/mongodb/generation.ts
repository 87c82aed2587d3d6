import { buildIndexes } from '@dayline/runtime/mongodb/indexes';
import { isDuplicateKey } from '@dayline/runtime/mongodb/unavailable';
import type { Db } from 'mongodb';
import { shapeOf } from '../names.ts';
import { type ProjectionDefinition, ViewShapeMismatch } from '../port.ts';
import { collectionsOf, type GenerationCollections, indexesOf } from './shape.ts';

/** Incremented when the storage of the same definition changes: `indexesOf`. */
const layout = 4;

/**
 * The collections of a generation. A writer creates the indexes, then records their shape; a reader creates nothing and
 * finds no rows before the first write.
 * @throws ViewShapeMismatch if they were created for other views or indexes
 */
export async function openGeneration(
  db: Db,
  projection: ProjectionDefinition,
  { generation, mode, isWhole }: { generation: number; mode: 'read' | 'write'; isWhole: boolean },
): Promise<GenerationCollections> {
  const collections = collectionsOf(db, projection, generation);
  const { state } = collections;
  const shape = shapeOf(projection, layout);
  const current = await state.findOne({ _id: 'shape' });
  if (current && current.shape !== shape) {
    throw new ViewShapeMismatch(
      `${state.dbName} holds other views than ${projection.name}@${projection.version} of this build: raise its version`,
    );
  }
  if (mode === 'read' || (current && (current.isWhole || !isWhole))) return collections;
  // A generation created by this build is known to hold nothing of erased persons.
  if (!current) await state.updateOne({ _id: 'scrubbed' }, { $setOnInsert: { position: '' } }, { upsert: true });
  await makeIndexes(collections, projection, isWhole);
  return collections;
}

/** Creates missing indexes, at the end of a rebuild over all its rows. */
export async function makeIndexes(
  { rows, state }: GenerationCollections,
  projection: ProjectionDefinition,
  isWhole: boolean,
): Promise<void> {
  const making = projection.views.map(async (view) => {
    const { first, last } = indexesOf(view);
    const expected = isWhole ? [...first, ...last] : first;
    if (expected.length > 0) await buildIndexes(rows(view.name), expected);
  });
  await Promise.all(making);
  const shape = { _id: 'shape', shape: shapeOf(projection, layout), isWhole } as const;
  try {
    await state.replaceOne({ _id: 'shape' }, shape, { upsert: true });
  } catch (error) {
    // Two writers opened it at the same time and wrote the same.
    if (!isDuplicateKey(error)) throw error;
  }
}
