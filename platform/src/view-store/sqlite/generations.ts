import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { BroadcastChannel } from 'node:worker_threads';
import { z } from 'zod';
import { checkedName } from '../names.ts';
import type { ProjectionDefinition } from '../port.ts';

const pointerSchema = z.strictObject({
  serving: z.int().positive(),
  previous: z.int().positive().nullable(),
});
type Pointer = z.infer<typeof pointerSchema>;

/** Before any rebuild. */
const firstPointer: Pointer = { serving: 1, previous: null };

/**
 * The files of a projection's generations in `directory`: `desk@2.db` is the first, `desk@2.3.db` the third, and
 * `desk@2.generation` is the pointer. It is replaced by one rename, so that it always names one of them whole.
 */
export function generationFiles(directory: string, { name, version }: ProjectionDefinition) {
  const base = `${checkedName(name)}@${version}`;
  const pointerFile = join(directory, `${base}.generation`);
  const nameOf = (generation: number): string => (generation === 1 ? `${base}.db` : `${base}.${generation}.db`);
  const generationOf = (file: string): number | null => {
    const [, stem, number] = /^(.+@[0-9]+)(?:\.([0-9]+))?\.db(?:-wal|-shm)?$/.exec(file) ?? [];
    return stem === base ? Number(number ?? 1) : null;
  };

  function pointer(): Pointer {
    // Asked before each batch: a look that throws costs ten times as much.
    if (!statSync(pointerFile, { throwIfNoEntry: false })) return firstPointer;
    return pointerSchema.parse(JSON.parse(readFileSync(pointerFile, 'utf8')));
  }

  return {
    /** The name of the lock that a rebuild holds. */
    lockName: `${base}.rebuild`,
    pointer,
    pathOf: (generation: number): string => join(directory, nameOf(generation)),

    point(to: Pointer): void {
      const beside = `${pointerFile}.new`;
      const descriptor = openSync(beside, 'w');
      try {
        writeFileSync(descriptor, JSON.stringify(to));
        fsyncSync(descriptor);
      } finally {
        closeSync(descriptor);
      }
      renameSync(beside, pointerFile);
      const channel = new BroadcastChannel(`dayline-generation:${pointerFile}`);
      channel.postMessage(to.serving);
      channel.close();
    },

    /** Threads of this process are told at once. */
    hear(listener: () => void): () => void {
      const channel = new BroadcastChannel(`dayline-generation:${pointerFile}`);
      channel.unref();
      channel.onmessage = () => listener();
      return () => channel.close();
    },

    /** A number that no generation has had. */
    unused(): number {
      const { serving, previous } = pointer();
      const there = readdirSync(directory).map((file) => generationOf(file) ?? 0);
      return Math.max(serving, previous ?? 0, ...there) + 1;
    },

    remove(isUnwanted: (generation: number) => boolean): void {
      for (const file of readdirSync(directory)) {
        const generation = generationOf(file);
        if (generation !== null && isUnwanted(generation)) rmSync(join(directory, file), { force: true });
      }
    },

    /** Files of versions before this one, which nobody keeps up any more. */
    removeEarlierVersions(): void {
      for (const file of readdirSync(directory)) {
        const [, stem, older] = /^(.+)@([0-9]+)(?:\.[0-9]+)?\.(?:db|generation)/.exec(file) ?? [];
        if (stem === name && Number(older) < version) rmSync(join(directory, file), { force: true });
      }
    },
  };
}

export type GenerationFiles = ReturnType<typeof generationFiles>;
