import type { Collection, Db } from 'mongodb';
import type { ProjectionDefinition } from '../port.ts';
import { collectionsStart } from './shape.ts';

/** Which generation of a projection serves: one document of the collection `views`. */
interface PointerDocument {
  readonly _id: string;
  readonly serving: number;
  readonly previous: number | null;
  /** Highest generation number used; numbers are never reused. */
  readonly used: number;
}

export type Pointer = Pick<PointerDocument, 'serving' | 'previous'>;

/** The pointer before any rebuild. */
const first = { serving: 1, previous: null, used: 1 } as const;

export function pointerOf(db: Db, projection: ProjectionDefinition) {
  const pointers: Collection<PointerDocument> = db.collection('views');
  const start = collectionsStart(projection);

  async function read(): Promise<Pointer> {
    return (await pointers.findOne({ _id: start })) ?? first;
  }
  /** Drops collections whose name, without the common prefix, is unwanted. */
  async function dropWhere(isUnwanted: (name: string) => boolean): Promise<void> {
    const found = await db.listCollections({}, { nameOnly: true }).toArray();
    for (const { name } of found) if (isUnwanted(name)) await db.collection(name).drop();
  }

  return {
    /** Name of the rebuild lease. */
    lockName: `${start}.rebuild`,
    read,

    /**
     * Moves the pointer if it still has the value that the caller read; returns whether it did. The pointer must exist.
     */
    async point({ serving, previous }: Pointer, from: number): Promise<boolean> {
      const change = { $set: { serving, previous }, $max: { used: serving } } as const;
      return (await pointers.updateOne({ _id: start, serving: from }, change)).matchedCount === 1;
    },

    /** Returns an unused generation number. */
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
  };
}

export type GenerationPointer = ReturnType<typeof pointerOf>;
