import type { Collection, Db } from 'mongodb';
import type { ProjectionDefinition } from '../port.ts';
import { collectionsStart } from './shape.ts';

/** Which generation of a projection serves: one small document of the collection `views`. */
interface PointerDocument {
  readonly _id: string;
  readonly serving: number;
  readonly previous: number | null;
  /** The highest number that a generation has had; none is given twice. */
  readonly used: number;
}

export type Pointer = Pick<PointerDocument, 'serving' | 'previous'>;

/** Before any rebuild. */
const first = { serving: 1, previous: null, used: 1 } as const;

export function pointerOf(db: Db, projection: ProjectionDefinition) {
  const pointers: Collection<PointerDocument> = db.collection('views');
  const start = collectionsStart(projection);

  async function read(): Promise<Pointer> {
    return (await pointers.findOne({ _id: start })) ?? first;
  }
  /** Drops collections whose names' parts, after the start of all views, are not wanted. */
  async function dropWhere(isUnwanted: (name: string) => boolean): Promise<void> {
    const found = await db.listCollections({}, { nameOnly: true }).toArray();
    for (const { name } of found) if (isUnwanted(name)) await db.collection(name).drop();
  }

  return {
    /** The name of the lease that a rebuild holds. */
    lockName: `${start}.rebuild`,
    read,

    async point({ serving, previous }: Pointer): Promise<void> {
      await pointers.updateOne(
        { _id: start },
        { $set: { serving, previous }, $max: { used: serving } },
        { upsert: true },
      );
    },

    /** A number that no generation has had. */
    async unused(): Promise<number> {
      await pointers.updateOne({ _id: start }, { $setOnInsert: first }, { upsert: true });
      const found = await pointers.findOneAndUpdate({ _id: start }, { $inc: { used: 1 } }, { returnDocument: 'after' });
      if (!found) throw new Error(`the pointer of ${start} went away`);
      return found.used;
    },

    /** Removes generations of this version. */
    removeGenerations: (isUnwanted: (generation: number) => boolean): Promise<void> =>
      dropWhere((name) => {
        if (!name.startsWith(`${start}.`)) return false;
        const generation = Number(/^[0-9]+(?=\.)/.exec(name.slice(start.length + 1))?.[0]);
        return Number.isInteger(generation) && isUnwanted(generation);
      }),

    /** Removes what versions before this one have left, which nobody keeps up any more. */
    async removeEarlierVersions(): Promise<void> {
      const versionOf = (name: string): number => {
        const [, stem, version] = /^views\.(.+)@([0-9]+)(?:\.|$)/.exec(name) ?? [];
        return stem === projection.name ? Number(version) : Number.POSITIVE_INFINITY;
      };
      await dropWhere((name) => versionOf(name) < projection.version);
      const known = await pointers.find({}).toArray();
      const earlier = known.map(({ _id }) => _id).filter((name) => versionOf(name) < projection.version);
      await pointers.deleteMany({ _id: { $in: earlier } });
    },
  };
}

export type GenerationPointer = ReturnType<typeof pointerOf>;
