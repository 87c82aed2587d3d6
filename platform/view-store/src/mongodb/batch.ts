import { keysOf } from '@dayline/contracts/search/people';
import type { ViewRow } from '@dayline/contracts/views/row';
import { isDuplicateKey } from '@dayline/runtime/mongodb/unavailable';
import type { AnyBulkWriteOperation, Collection } from 'mongodb';
import { keyHashes } from '../key-hash.ts';
import { viewNamed } from '../names.ts';
import type { BatchWrite, Checkpoint, ProjectionDefinition, RowWrite, Scalar, ViewDefinition } from '../port.ts';
import type { GenerationCollections, RowDocument } from './shape.ts';

/** The hashed keys of a row's person; none if the view isn't searched for people, or the row is gone. */
function peopleIn({ people }: ViewDefinition, row: ViewRow): Pick<RowDocument, 'people'> {
  if (!people || row.gone) return {};
  // Cast is safe: indexed fields are scalars by the view's definition.
  const { [people.field]: text, [people.within]: scope } = row as unknown as Readonly<Record<string, Scalar>>;
  return { people: keyHashes(scope, keysOf(String(text ?? ''))) };
}

const operationOf =
  (view: ViewDefinition) =>
  ({ row, was }: RowWrite): AnyBulkWriteOperation<RowDocument> => {
    const document = { _id: row.key, at: row.at, gone: row.gone === true, ...peopleIn(view, row), row };
    if (was === null) return { insertOne: { document } };
    return { replaceOne: { filter: { _id: row.key, at: was }, replacement: document } };
  };

interface BulkFailure {
  readonly writeErrors?: unknown;
}

/**
 * Writes the rows whose guard still holds; returns whether all did. Unordered: one stale row doesn't hold back the
 * others, which then needn't be written again.
 */
async function writeRows(
  rows: Collection<RowDocument>,
  view: ViewDefinition,
  writes: readonly RowWrite[],
): Promise<boolean> {
  try {
    const result = await rows.bulkWrite(writes.map(operationOf(view)), { ordered: false });
    return result.insertedCount + result.matchedCount === writes.length;
  } catch (error) {
    if (isOnlyDuplicates(error)) return false;
    throw error;
  }
}

/** Whether the only errors are rows that others inserted meanwhile. */
function isOnlyDuplicates(error: unknown): boolean {
  const writeErrors = [(error as BulkFailure).writeErrors ?? []].flat();
  return isDuplicateKey(error) && writeErrors.every(isDuplicateKey);
}

/** @returns whether all rows were written; rejects only after every write has ended */
async function writeViews(
  collections: GenerationCollections,
  definitions: readonly ViewDefinition[],
  writes: ReadonlyMap<string, readonly RowWrite[]>,
): Promise<boolean> {
  const results = await Promise.allSettled(
    definitions.map((view) => writeRows(collections.rows(view.name), view, writes.get(view.name) ?? [])),
  );
  for (const end of results) if (end.status === 'rejected') throw end.reason;
  return results.every((end) => end.status === 'fulfilled' && end.value);
}

/**
 * Writes a batch: rows, those of copied views last, parked events, then the checkpoint, only from the value that was read and only if every row was
 * written. False if another writer interfered. Rejects only after every write has ended, so that none lands while the
 * batch is folded again.
 */
export async function writeBatch(
  collections: GenerationCollections,
  { views }: ProjectionDefinition,
  batch: BatchWrite,
): Promise<boolean> {
  const byView = new Map<string, RowWrite[]>();
  for (const write of batch.writes) {
    const writesOfView = byView.get(write.view);
    if (writesOfView) writesOfView.push(write);
    else byView.set(write.view, [write]);
  }
  const changedViews = [...byView.keys()].map((view) => viewNamed(views, view));
  for (const isCopied of [false, true]) {
    const viewsToWrite = changedViews.filter(({ copied = false }) => copied === isCopied);
    if (!(await writeViews(collections, viewsToWrite, byView))) return false;
  }
  if (batch.parked && batch.parked.length > 0) {
    await collections.parked.bulkWrite(
      batch.parked.map((event) => ({
        replaceOne: { filter: { _id: event.position }, replacement: { ...event }, upsert: true },
      })),
      { ordered: false },
    );
  }
  // Before the checkpoint: a crash in between leaves a spurious note of an erasure, not a missing one.
  if (batch.scrub) {
    const { position } = batch.checkpoint.to;
    await collections.state.updateOne({ _id: 'erased' }, { $max: { position } }, { upsert: true });
  }
  return moveCheckpoint(collections, batch.checkpoint);
}

async function moveCheckpoint(
  { state }: GenerationCollections,
  { from, to }: { readonly from: Checkpoint | null; readonly to: Checkpoint },
): Promise<boolean> {
  const document = { _id: 'checkpoint', checkpoint: to } as const;
  if (from) {
    const { position, eventId } = from;
    const guard = { _id: 'checkpoint', 'checkpoint.position': position, 'checkpoint.eventId': eventId } as const;
    return (await state.replaceOne(guard, document)).matchedCount === 1;
  }
  try {
    await state.insertOne(document);
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
