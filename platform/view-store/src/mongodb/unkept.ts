import type { Position } from '@dayline/contracts/ids';
import { mongoLease } from '@dayline/runtime/mongodb/lease';
import type { Collection, Db } from 'mongodb';
import type { ProjectionDefinition } from '../port.ts';
import { goneUpTo } from '../scrubbing.ts';
import type { GenerationPointer, Pointer } from './pointer.ts';
import { readScrubNotes } from './scrub-notes.ts';
import { collectionsStart, type StateDocument } from './shape.ts';

interface StoredGeneration {
  /** Such as `desk@4.2`. */
  readonly generation: string;
  readonly name: string;
  readonly version: number;
  readonly number: number;
  /** Prefix of its collections' names. */
  readonly prefix: string;
  readonly state: Collection<StateDocument>;
}

/** All existing generations, of every projection and version. */
export async function allGenerations(db: Db): Promise<readonly StoredGeneration[]> {
  const collections = await db.listCollections({}, { nameOnly: true }).toArray();
  const found = new Map<string, StoredGeneration>();
  for (const collection of collections) {
    const [, prefix, name, version, number] =
      /^(views\.(.+)@([0-9]+)\.([0-9]+)\.)(?:rows\.|state$|parked$)/.exec(collection.name) ?? [];
    if (prefix === undefined || name === undefined) continue;
    const generation = number === '1' ? `${name}@${version}` : `${name}@${version}.${number}`;
    const state = db.collection<StateDocument>(`${prefix}state`);
    found.set(prefix, { generation, name, version: Number(version), number: Number(number), prefix, state });
  }
  return [...found.values()];
}

/** The newest generation that no swap has reached yet: a rebuild's, or a killed one's remains. */
export async function findUnfinished(
  db: Db,
  projection: ProjectionDefinition,
  { serving, previous }: Pointer,
): Promise<StoredGeneration | null> {
  const start = `${collectionsStart(projection)}.`;
  const candidates = (await allGenerations(db)).filter(
    ({ prefix, number }) => prefix.startsWith(start) && number > serving && number !== previous,
  );
  return candidates.sort((a, b) => b.number - a.number)[0] ?? null;
}

export interface Unkept {
  readonly db: Db;
  readonly projection: ProjectionDefinition;
  readonly pointer: GenerationPointer;
  /** The generation that the caller keeps up to date. */
  readonly serving: number;
  readonly upTo: Position;
}

/**
 * Removes the generations, of all versions, that contain persons erased up to the position and that no projector keeps
 * up to date. Returns whether none is left; one in use by a rebuild or another version's projector is retried later.
 */
export async function removeUnkept({ db, projection, pointer, serving, upTo }: Unkept): Promise<boolean> {
  let isDone = true;
  for (const generation of await allGenerations(db)) {
    if (generation.name !== projection.name) continue;
    const isOfThisVersion = generation.version === projection.version;
    if (isOfThisVersion && generation.number === serving) continue;
    if (goneUpTo(await readScrubNotes(generation.state)) >= upTo) continue;
    if (!(await removeGeneration(db, generation, isOfThisVersion ? pointer : null))) isDone = false;
  }
  return isDone;
}

/** False if it is in use. @param pointer of this version, whose projector is the caller */
async function removeGeneration(
  db: Db,
  generation: StoredGeneration,
  pointer: GenerationPointer | null,
): Promise<boolean> {
  const { name, version, number } = generation;
  const rebuild = `${collectionsStart({ name, version })}.rebuild`;
  const leases = (pointer ? [rebuild] : [rebuild, `${name}@${version}`]).map((id) => mongoLease(db, id));
  try {
    for (const lease of leases) if (!(await lease.attempt())) return false;
    if (pointer) {
      const { serving, previous } = await pointer.read();
      // A swap happened in between.
      if (serving === number) return false;
      if (previous === number && !(await pointer.point({ serving, previous: null }, serving))) return false;
    }
    const collections = await db.listCollections({}, { nameOnly: true }).toArray();
    for (const { name: collection } of collections) {
      if (collection.startsWith(generation.prefix)) await db.collection(collection).drop();
    }
    return true;
  } finally {
    for (const lease of leases) await lease.release();
  }
}
