import type Database from 'better-sqlite3';
import { type Checkpoint, type ProjectionDefinition, type Rebuild, ViewShapeMismatch } from '../port.ts';
import { openFile } from './file.ts';
import type { GenerationFiles } from './generations.ts';
import { openProjectionStore } from './projection-store.ts';
import { tableStatements } from './shape.ts';

interface Beginning {
  readonly projection: ProjectionDefinition;
  readonly files: GenerationFiles;
  /** Lets the next rebuild in. */
  readonly release: () => Promise<void>;
}

export async function beginRebuild({ projection, files, release }: Beginning): Promise<Rebuild> {
  const { serving, previous } = files.pointer();
  const made: Database.Database[] = [];
  const openGeneration = (generation: number, isWhole: boolean) => {
    const file = files.pathOf(generation);
    const database = openFile(file, projection, { mode: 'write', isWhole });
    made.push(database);
    return { database, store: openProjectionStore({ database, file, projection, mode: 'write' }) };
  };
  try {
    if (previous !== null) files.point({ serving, previous: null });
    files.remove((generation) => generation !== serving);
    const old = standingOf(() => openGeneration(serving, true));
    const generation = files.unused();
    const next = openGeneration(generation, false);
    let isSwapped = false;
    let isClosed = false;

    return {
      next: next.store,
      standing: old?.store ?? null,
      async index() {
        for (const statement of projection.views.flatMap((view) => tableStatements(view).last)) {
          next.database.exec(statement);
        }
      },
      async swap() {
        // Held while the pointer moves: no batch is written to the old one in between, and none after it.
        old?.database.exec('BEGIN IMMEDIATE');
        try {
          if (old && positionOf(old.database) > positionOf(next.database)) return false;
          files.point({ serving: generation, previous: old ? serving : null });
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
        if (!isSwapped) files.remove((each) => each === generation);
        await release();
      },
    };
  } catch (error) {
    for (const database of made) database.close();
    await release();
    throw error;
  }
}

function standingOf<Opened>(open: () => Opened): Opened | null {
  try {
    return open();
  } catch (error) {
    if (error instanceof ViewShapeMismatch) return null;
    throw error;
  }
}

/** '' before any position. */
function positionOf(database: Database.Database): string {
  const text = database.prepare<[], string>("SELECT value FROM meta WHERE name = 'checkpoint'").pluck().get();
  // The border of a document: written by the store.
  return text === undefined ? '' : (JSON.parse(text) as Checkpoint).position;
}
