import type Database from 'better-sqlite3';
import { type Checkpoint, type ProjectionDefinition, type Rebuild, ViewShapeMismatch } from '../port.ts';
import { openFile } from './file.ts';
import type { GenerationFiles } from './generation-files.ts';
import { openProjectionStore } from './projection-store.ts';
import { tableStatements } from './shape.ts';

interface Beginning {
  readonly projection: ProjectionDefinition;
  readonly files: GenerationFiles;
  readonly resume: boolean;
  /** Releases the rebuild lock. */
  readonly release: () => Promise<void>;
}

export async function beginRebuild({ projection, files, resume, release }: Beginning): Promise<Rebuild> {
  const { serving, previous } = files.pointer();
  const databases: Database.Database[] = [];
  const openGeneration = (generation: number, isWhole: boolean) => {
    const file = files.pathOf(generation);
    const database = openFile(file, projection, { mode: 'write', isWhole });
    databases.push(database);
    return { database, store: openProjectionStore({ database, file, projection, mode: 'write' }) };
  };
  try {
    const unfinishedGeneration = resume ? files.unfinished() : null;
    const oldGeneration =
      unfinishedGeneration === null ? null : openIfReadable(() => openGeneration(unfinishedGeneration, false));
    const isResumed = oldGeneration !== null && (await oldGeneration.store.parked()).length === 0;
    if (!isResumed) await oldGeneration?.store.close();
    if (previous !== null) files.point({ serving, previous: null });
    const keptNumbers = [serving, isResumed ? unfinishedGeneration : null];
    files.remove((generation) => !keptNumbers.includes(generation));
    const old = openIfReadable(() => openGeneration(serving, true));
    const generation = isResumed && unfinishedGeneration !== null ? unfinishedGeneration : files.unused();
    const next = isResumed ? oldGeneration : openGeneration(generation, false);
    let isSwapped = false;
    let isClosed = false;

    return {
      next: next.store,
      old: old?.store ?? null,
      async index() {
        for (const statement of projection.views.flatMap((view) => tableStatements(view).last)) {
          next.database.exec(statement);
        }
      },
      async swap({ belongToOtherLog } = { belongToOtherLog: false }) {
        // Locks the old file while the pointer moves: no batch is written to it in between or afterwards.
        old?.database.exec('BEGIN IMMEDIATE');
        try {
          const before = old ? positionOf(old.database) : '';
          if (!belongToOtherLog && before > positionOf(next.database)) return false;
          // Rows that were never folded are not worth keeping for a rollback.
          files.point({ serving: generation, previous: before === '' ? null : serving });
          isSwapped = true;
          return true;
        } finally {
          old?.database.exec('ROLLBACK');
        }
      },
      async close() {
        if (isClosed) return;
        isClosed = true;
        await old?.store.close();
        await next.store.close();
        if (!isSwapped) files.remove((candidate) => candidate === generation);
        await release();
      },
    };
  } catch (error) {
    for (const database of databases) database.close();
    await release();
    throw error;
  }
}

function openIfReadable<Opened>(open: () => Opened): Opened | null {
  try {
    return open();
  } catch (error) {
    if (error instanceof ViewShapeMismatch) return null;
    throw error;
  }
}

/** '' before the first event. */
function positionOf(database: Database.Database): string {
  const text = database.prepare<[], string>("SELECT value FROM meta WHERE name = 'checkpoint'").pluck().get();
  // Cast is safe: written by the store.
  return text === undefined ? '' : (JSON.parse(text) as Checkpoint).position;
}
