import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { activity } from '@dayline/projector/projections/activity/projection';
import { desk } from '@dayline/projector/projections/desk/projection';
import { type ClientShape, shapeVersion } from './shape.ts';

/** A client of the large data, with the details that the load needs. */
export interface LargeClient {
  readonly key: ClientShape['key'];
  readonly clientId: string;
  /** The doctor with an account. */
  readonly pocId: string;
  readonly emails: { readonly admin: string; readonly doctor: string };
  readonly password: string;
  readonly patients: number;
  readonly appointments: number;
}

export interface LargeData {
  readonly clients: readonly LargeClient[];
  readonly events: number;
  /** Build time of the log, the views of the screens and the activity, in ms. */
  readonly writeMs: number;
  readonly projectMs: number;
  readonly activityMs: number;
}

export interface FoundData extends LargeData {
  /** Contains `data`, a DATA_DIR. */
  readonly folder: string;
  /** Whether it existed before this run. */
  readonly isKept: boolean;
}

const entry = fileURLToPath(new URL('./build.js', import.meta.url));

/** The large data in `cache`, built unless it exists with the same shape and the same views. */
export async function largeData(cache: string, shapes: readonly ClientShape[]): Promise<FoundData> {
  const folder = join(cache, `large-${shapeVersion}-desk-${desk.version}-activity-${activity.version}`);
  const isKept = existsSync(join(folder, 'made.json'));
  if (!isKept) await make(folder, shapes);
  // Cast is safe: build.ts writes exactly this.
  const data = JSON.parse(readFileSync(join(folder, 'made.json'), 'utf8')) as LargeData;
  return { ...data, folder, isKept };
}

/** Built under another name and renamed, so that an interrupted build is never used. */
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
