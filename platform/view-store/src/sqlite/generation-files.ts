import {
  closeSync,
  existsSync,
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

/** The pointer before any rebuild. */
const firstPointer: Pointer = { serving: 1, previous: null };

/**
 * The files of a projection's generations in `directory`: `desk@2.db` is the first, `desk@2.3.db` the third,
 * `desk@2.generation` the pointer, replaced by an atomic rename.
 */
export function generationFiles(directory: string, { name, version }: Pick<ProjectionDefinition, 'name' | 'version'>) {
  const base = `${checkedName(name)}@${version}`;
  const pointerFile = join(directory, `${base}.generation`);
  const nameOf = (generation: number): string => (generation === 1 ? `${base}.db` : `${base}.${generation}.db`);
  const generationOf = (file: string): number | null => {
    const [, stem, number] = /^(.+@[0-9]+)(?:\.([0-9]+))?\.db(?:-wal|-shm)?$/.exec(file) ?? [];
    return stem === base ? Number(number ?? 1) : null;
  };

  function pointer(): Pointer {
    // Runs before each batch: a throwing stat costs ten times as much.
    if (!statSync(pointerFile, { throwIfNoEntry: false })) return firstPointer;
    return pointerSchema.parse(JSON.parse(readFileSync(pointerFile, 'utf8')));
  }

  /** Generations with a file, newest first. */
  const numbers = (): readonly number[] =>
    [...new Set(readdirSync(directory).map((file) => generationOf(file) ?? 0))].sort((a, b) => b - a);

  return {
    /** Name of the rebuild lock. */
    lockName: `${base}.rebuild`,
    pointer,
    pathOf: (generation: number): string => join(directory, nameOf(generation)),

    point(to: Pointer): void {
      const temporary = `${pointerFile}.new`;
      const descriptor = openSync(temporary, 'w');
      try {
        writeFileSync(descriptor, JSON.stringify(to));
        fsyncSync(descriptor);
      } finally {
        closeSync(descriptor);
      }
      renameSync(temporary, pointerFile);
      const channel = new BroadcastChannel(`dayline-generation:${pointerFile}`);
      channel.postMessage(null);
      channel.close();
    },

    /** Calls the listener when a thread of this process moved the pointer; the pointer itself is read from its file. */
    onMoved(listener: () => void): () => void {
      const channel = new BroadcastChannel(`dayline-generation:${pointerFile}`);
      channel.unref();
      channel.onmessage = () => listener();
      return () => channel.close();
    },

    /** The newest generation that no swap has reached yet: a rebuild's, or a killed one's remains. */
    unfinished(): number | null {
      const { serving, previous } = pointer();
      return numbers().find((generation) => generation > serving && generation !== previous) ?? null;
    },

    /** Returns an unused generation number. */
    unused(): number {
      const { serving, previous } = pointer();
      return Math.max(serving, previous ?? 0, ...numbers()) + 1;
    },

    remove(isUnwanted: (generation: number) => boolean): void {
      for (const file of readdirSync(directory)) {
        const generation = generationOf(file);
        if (generation !== null && isUnwanted(generation)) rmSync(join(directory, file), { force: true });
      }
    },
  };
}

export type GenerationFiles = ReturnType<typeof generationFiles>;

/** The serving file, for measurements. */
export function servingFile(directory: string, projection: Pick<ProjectionDefinition, 'name' | 'version'>): string {
  const files = generationFiles(directory, projection);
  return files.pathOf(files.pointer().serving);
}

export interface GenerationFile {
  /** Such as `desk@4.2`. */
  readonly generation: string;
  /** `desk@4`. */
  readonly version: string;
  /** `desk`. */
  readonly name: string;
  readonly path: string;
}

/** The files of all generations in the directory, of every projection and version. */
export function allGenerationFiles(directory: string): readonly GenerationFile[] {
  return readdirSync(directory).flatMap((file) => {
    const [, generation, version, name] = /^((([A-Za-z0-9]+)@[0-9]+)(?:\.[0-9]+)?)\.db$/.exec(file) ?? [];
    if (generation === undefined || version === undefined || name === undefined) return [];
    return [{ generation, version, name, path: join(directory, file) }];
  });
}

/** The files that serve, one for each projection and version. */
export function servingFiles(directory: string): readonly GenerationFile[] {
  if (!existsSync(directory)) return [];
  return allGenerationFiles(directory).filter(({ name, version, path }) => {
    const files = generationFiles(directory, { name, version: Number(version.slice(name.length + 1)) });
    return path === files.pathOf(files.pointer().serving);
  });
}

/** Removes the file and its WAL files. */
export function removeGenerationFile({ path }: GenerationFile): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
}
