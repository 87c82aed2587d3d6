import { basename, dirname } from 'node:path';
import type { Position } from '@dayline/contracts/ids';
import { fileLease } from '@dayline/runtime/lease/file-lease';
import type { ProjectionDefinition } from '../port.ts';
import { goneUpTo } from '../scrubbing.ts';
import {
  allGenerationFiles,
  type GenerationFile,
  type GenerationFiles,
  removeGenerationFile,
} from './generation-files.ts';
import { scrubNotesIn } from './scrub-notes.ts';

export interface Unkept {
  readonly files: GenerationFiles;
  readonly projection: ProjectionDefinition;
  /** The generation that the caller keeps up to date. */
  readonly serving: number;
  readonly upTo: Position;
}

/**
 * Removes the generations, of all versions, that contain persons erased up to the position and that no projector keeps
 * up to date. Returns whether none is left; one in use by a rebuild or another version's projector is retried later.
 */
export async function removeUnkept({ files, projection, serving, upTo }: Unkept): Promise<boolean> {
  const own = files.pathOf(serving);
  const directory = dirname(own);
  let isDone = true;
  for (const file of allGenerationFiles(directory)) {
    if (file.name !== projection.name || file.path === own) continue;
    const notes = scrubNotesIn(file.path);
    if (notes && goneUpTo(notes) >= upTo) continue;
    if (!(await removeGeneration(file, files))) isDone = false;
  }
  return isDone;
}

/** False if it is in use. */
async function removeGeneration(file: GenerationFile, files: GenerationFiles): Promise<boolean> {
  const directory = dirname(file.path);
  const rebuild = `${file.version}.rebuild`;
  const isOfThisVersion = rebuild === files.lockName;
  // The caller is this version's projector and holds its lock.
  const names = isOfThisVersion ? [rebuild] : [rebuild, file.version];
  const leases = names.map((name) => fileLease(directory, name));
  try {
    for (const lease of leases) if (!(await lease.attempt())) return false;
    if (isOfThisVersion) {
      const { serving, previous } = files.pointer();
      // A swap happened in between.
      if (basename(files.pathOf(serving)) === basename(file.path)) return false;
      if (previous !== null && files.pathOf(previous) === file.path) files.point({ serving, previous: null });
    }
    removeGenerationFile(file);
    return true;
  } finally {
    for (const lease of leases) await lease.release();
  }
}
