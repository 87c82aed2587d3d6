import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { desk } from '@dayline/projector/projections/desk/projection';
import { type ClientShape, shapeVersion } from './shape.ts';

/** A client of the large data, as the load needs it. */
export interface LargeClient {
  readonly key: ClientShape['key'];
  readonly clientId: string;
  /** The doctor who has an account. */
  readonly pocId: string;
  readonly emails: { readonly admin: string; readonly doctor: string };
  readonly password: string;
  readonly patients: number;
  readonly appointments: number;
}

export interface LargeData {
  readonly clients: readonly LargeClient[];
  readonly events: number;
  /** How long the log and the views took, in ms. */
  readonly writeMs: number;
  readonly projectMs: number;
}

export interface FoundData extends LargeData {
  /** Holds `data`, a DATA_DIR. */
  readonly folder: string;
  /** It was there already. */
  readonly isKept: boolean;
}

const entry = fileURLToPath(new URL('./build.js', import.meta.url));

/** The large data in `cache`, made there unless it was made before for the same shape and the same views. */
export async function largeData(cache: string, shapes: readonly ClientShape[]): Promise<FoundData> {
  const folder = join(cache, `large-${shapeVersion}-desk-${desk.version}`);
  const isKept = existsSync(join(folder, 'made.json'));
  if (!isKept) await make(folder, shapes);
  // The border of a file: build.ts writes exactly this.
  const data = JSON.parse(readFileSync(join(folder, 'made.json'), 'utf8')) as LargeData;
  return { ...data, folder, isKept };
}

/** Under another name first, so that what was broken off is never taken for whole. */
async function make(folder: string, shapes: readonly ClientShape[]): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  const child = fork(entry, [unfinished, JSON.stringify(shapes)]);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('The large data could not be made.');
  rmSync(folder, { recursive: true, force: true });
  renameSync(unfinished, folder);
}
