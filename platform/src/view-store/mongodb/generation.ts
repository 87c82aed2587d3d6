import type { Db } from 'mongodb';
import { isDuplicateKey } from '../../mongodb/away.ts';
import { shapeOf } from '../names.ts';
import { type ProjectionDefinition, ViewShapeMismatch } from '../port.ts';
import { collectionsOf, type GenerationCollections, indexesOf } from './shape.ts';

/**
 * The collections of a generation. A writer makes their indexes, and writes down what they were made for when all
 * stand; a reader makes nothing, and finds no rows where nobody has written yet.
 * @throws ViewShapeMismatch when it was made for other views or indexes
 */
export async function openGeneration(
  db: Db,
  projection: ProjectionDefinition,
  { generation, mode, isWhole }: { generation: number; mode: 'read' | 'write'; isWhole: boolean },
): Promise<GenerationCollections> {
  const collections = collectionsOf(db, projection, generation);
  const { state } = collections;
  const shape = shapeOf(projection);
  const standing = await state.findOne({ _id: 'shape' });
  if (standing && standing.shape !== shape) {
    throw new ViewShapeMismatch(
      `${state.dbName} holds other views than ${projection.name}@${projection.version} of this build: raise its version`,
    );
  }
  if (mode === 'read' || (standing && (standing.isWhole || !isWhole))) return collections;
  await makeIndexes(collections, projection, isWhole);
  return collections;
}

/** Makes what is missing, in a rebuild the last ones over all its rows. */
export async function makeIndexes(
  { rows, state }: GenerationCollections,
  projection: ProjectionDefinition,
  isWhole: boolean,
): Promise<void> {
  const making = projection.views.map(async (view) => {
    const { first, last } = indexesOf(view);
    const wanted = isWhole ? [...first, ...last] : first;
    if (wanted.length > 0) await patiently(() => rows(view.name).createIndexes(wanted));
  });
  await Promise.all(making);
  const shape = { _id: 'shape', shape: shapeOf(projection), isWhole } as const;
  try {
    await state.replaceOne({ _id: 'shape' }, shape, { upsert: true });
  } catch (error) {
    // Two writers opened it at once: both made the same.
    if (!isDuplicateKey(error)) throw error;
  }
}

/** An index over many rows takes longer than any answer may. Asked again, the server waits for the one it builds. */
async function patiently(build: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await build();
      return;
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'MongoNetworkTimeoutError') throw error;
    }
  }
}
