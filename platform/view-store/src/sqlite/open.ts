import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { fileLease } from '@dayline/runtime/lease/file-lease';
import type { OnPollFailed } from '@dayline/runtime/polling';
import { newestOf } from '../newest.ts';
import { type ProjectionDefinition, RebuildUnderWay, type ViewStore } from '../port.ts';
import { goneUpTo, scrub } from '../scrubbing.ts';
import { openServing, takeInTime } from '../serving.ts';
import { openFile } from './file.ts';
import { allGenerationFiles, type GenerationFiles, generationFiles } from './generation-files.ts';
import { openProjectionStore } from './projection-store.ts';
import { beginRebuild } from './rebuild.ts';
import { checkpointIn, scrubNotesIn } from './scrub-notes.ts';
import { searchInThread } from './search/searches.ts';
import { removeUnkept } from './unkept.ts';

export interface SqliteViews {
  readonly directory: string;
  /** Called when a reader failed to poll for other processes' commits; it polls again. */
  readonly onPollFailed?: OnPollFailed;
  /** Whether stores opened for reading run searches and counts in a separate thread. */
  readonly searchesInThread?: boolean;
}

/** Maximum delay before another process's swap is noticed, in ms; threads of this process are notified at once. */
const lookEveryMs = 250;

/**
 * Views in SQLite: one file per generation of a `projection@version` in `directory` (DATA_DIR/views), created empty by
 * the first reader or writer. Files of other versions are kept until a person is erased; then those that no projector
 * keeps up to date are removed.
 * @throws ViewShapeMismatch when opening a projection whose definition changed without its version
 */
export function openSqliteViewStore({
  directory,
  onPollFailed = () => undefined,
  searchesInThread = false,
}: SqliteViews): ViewStore {
  const resources = new Set<{ close(): Promise<void> }>();
  const filesOf = (projection: ProjectionDefinition): GenerationFiles => {
    mkdirSync(directory, { recursive: true });
    return generationFiles(realpathSync(directory), projection);
  };
  return {
    async open(projection, mode) {
      const files = filesOf(projection);
      const serving = await openServing({
        serving: () => files.pointer().serving,
        async open(generation) {
          const file = files.pathOf(generation);
          const database = openFile(file, projection, { mode, isWhole: true });
          const mayWrite = () => files.pointer().serving === generation;
          return openProjectionStore({ database, file, projection, mode, mayWrite, onPollFailed });
        },
        lookEveryMs,
        onMoved: files.onMoved,
        ...(mode === 'write' && {
          scrub: ({ generation, store }) =>
            scrub(store, (upTo) => removeUnkept({ files, projection, serving: generation, upTo })),
        }),
      });
      const store =
        searchesInThread && mode === 'read' ? searchInThread(serving, realpathSync(directory), projection) : serving;
      resources.add(store);
      return store;
    },
    async rebuild(projection, { resume = false } = {}) {
      const files = filesOf(projection);
      const rebuild = await beginRebuild({
        ...{ projection, files, resume },
        release: await lock(directory, files),
      });
      resources.add(rebuild);
      return rebuild;
    },
    async rollBack(projection) {
      const files = filesOf(projection);
      const release = await lock(directory, files);
      try {
        const { serving, previous } = files.pointer();
        if (previous === null || !existsSync(files.pathOf(previous))) return false;
        files.point({ serving: previous, previous: serving });
        return true;
      } finally {
        await release();
      }
    },
    async building(projection) {
      if (!existsSync(directory)) return null;
      const files = filesOf(projection);
      const newest = files.unfinished();
      return newest === null ? null : (scrubNotesIn(files.pathOf(newest))?.checkpoint ?? '');
    },
    async checkpoints() {
      if (!existsSync(directory)) return [];
      const found = allGenerationFiles(directory).map(({ name, version, generation, path }) => {
        const number = Number(version.slice(name.length + 1));
        const { pathOf, pointer } = generationFiles(directory, { name, version: number });
        const isServing = path === pathOf(pointer().serving);
        return { name, version: number, generation, checkpoint: isServing ? checkpointIn(path) : null };
      });
      return newestOf(found);
    },
    async erasureProgress() {
      if (!existsSync(directory)) return [];
      return allGenerationFiles(directory).map(({ generation, path }) => {
        const notes = scrubNotesIn(path);
        return { generation, position: notes ? goneUpTo(notes) : '' };
      });
    },
    async close() {
      await Promise.all([...resources].map((resource) => resource.close()));
      resources.clear();
    },
  };
}

/** @throws RebuildUnderWay */
async function lock(directory: string, files: GenerationFiles): Promise<() => Promise<void>> {
  const lease = fileLease(directory, files.lockName);
  if (await takeInTime(lease)) return () => lease.release();
  throw new RebuildUnderWay('these views are being rebuilt or rolled back already');
}
