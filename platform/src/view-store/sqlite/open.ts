import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { fileLease } from '../../stores/file-lease.ts';
import { openServing, takenInTime } from '../following.ts';
import { type ProjectionDefinition, RebuildUnderWay, type ViewStore } from '../port.ts';
import { openFile } from './file.ts';
import { type GenerationFiles, generationFiles } from './generations.ts';
import { openProjectionStore } from './projection-store.ts';
import { beginRebuild } from './rebuild.ts';

/** Another process's swap may stay unseen so long, in ms; threads of this process are told at once. */
const lookEveryMs = 250;

/**
 * Views in SQLite: a file for each generation of a `projection@version` in `directory` (DATA_DIR/views). A missing one
 * is made, empty, by whoever opens it first, reader or writer. Files of other versions are left alone until a person is
 * erased: then whatever no projector keeps up goes.
 * @throws ViewShapeMismatch when opening a projection whose definition changed without its version
 */
export function openSqliteViewStore({ directory }: { readonly directory: string }): ViewStore {
  const opened = new Set<{ close(): Promise<void> }>();
  const filesOf = (projection: ProjectionDefinition): GenerationFiles => {
    mkdirSync(directory, { recursive: true });
    return generationFiles(realpathSync(directory), projection);
  };
  return {
    async open(projection, mode) {
      const files = filesOf(projection);
      const store = await openServing({
        serving: () => files.pointer().serving,
        async open(generation) {
          const file = files.pathOf(generation);
          const database = openFile(file, projection, { mode, isWhole: true });
          const mayWrite = () => files.pointer().serving === generation;
          return openProjectionStore({ database, file, projection, mode, mayWrite });
        },
        lookEveryMs,
        hear: files.hear,
        scrubbed: () => forgetOthers(directory, files),
      });
      opened.add(store);
      return store;
    },
    async rebuild(projection) {
      const files = filesOf(projection);
      const begun = await beginRebuild({ projection, files, release: await locked(directory, files) });
      opened.add(begun);
      return begun;
    },
    async rollBack(projection) {
      const files = filesOf(projection);
      const release = await locked(directory, files);
      try {
        const { serving, previous } = files.pointer();
        if (previous === null || !existsSync(files.pathOf(previous))) return false;
        files.point({ serving: previous, previous: serving });
        return true;
      } finally {
        await release();
      }
    },
    async close() {
      await Promise.all([...opened].map((each) => each.close()));
      opened.clear();
    },
  };
}

/** @throws RebuildUnderWay */
async function locked(directory: string, files: GenerationFiles): Promise<() => Promise<void>> {
  const lease = fileLease(directory, files.lockName);
  if (await takenInTime(lease)) return () => lease.release();
  throw new RebuildUnderWay('these views are being rebuilt or rolled back already');
}

/**
 * Removes the generations and versions that no projector keeps up: what they hold of an erased person would stay. A
 * rebuild under way has removed them itself, and folds the erasure too.
 */
async function forgetOthers(directory: string, files: GenerationFiles): Promise<void> {
  const lease = fileLease(directory, files.lockName);
  if (!(await lease.attempt())) return;
  try {
    const { serving, previous } = files.pointer();
    if (previous !== null) files.point({ serving, previous: null });
    files.remove((generation) => generation !== serving);
    files.removeEarlierVersions();
  } finally {
    await lease.release();
  }
}
