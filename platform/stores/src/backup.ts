import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, cp, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import Database from 'better-sqlite3';
import { z } from 'zod';

/** The backup folder already exists and isn't empty. */
export class BackupFolderTaken extends Error {
  override readonly name = 'BackupFolderTaken';
}

export interface BackupFile {
  /** Relative to the backup folder. */
  readonly path: string;
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
}

/** The content of a backup's `backup.json`. */
export interface BackupManifest {
  /** ISO 8601, UTC; every event acknowledged before it is in the backup. */
  readonly begun: string;
  /** Number of events; in the embedded log, also the last one's position. Null if the log is stored elsewhere. */
  readonly events: number | null;
  readonly files: readonly BackupFile[];
}

/** What was given is no backup, or a file of it isn't as it was copied. */
export class BackupDamaged extends Error {
  override readonly name = 'BackupDamaged';
}

const manifestSchema = z.object({
  begun: z.iso.datetime(),
  events: z.int().nullable(),
  files: z.array(z.object({ path: z.string(), bytes: z.int(), sha256: z.string() })),
});

interface BackingUp {
  readonly dataDir: string;
  /** Created; must be missing or empty. */
  readonly to: string;
  /** ms since the epoch. */
  readonly now: () => number;
  /** False if the log is EventStoreDB's, which is then backed up before this. */
  readonly hasLog: boolean;
}

/** Number of 4 kB pages copied before the event loop runs other work. */
const pagesAtOnce = 2_000;

/**
 * Copies the underivable data of a data folder in use: the events, then the vault, so that it holds the key of every
 * copied event, and the blobs. Excludes the views, and `secrets.json`, so that a stolen backup doesn't include the
 * keys. The folder gets its final name once complete.
 * @throws BackupFolderTaken, or Error if a file can't be copied completely; nothing is left then
 */
export async function backUp({ dataDir, to, now, hasLog }: BackingUp): Promise<BackupManifest> {
  if (!(await isFree(to))) throw new BackupFolderTaken(`${to} is there already and is not empty.`);
  const startedAt = new Date(now()).toISOString();
  const temporary = join(dirname(to), `.${basename(to)}.part`);
  await rm(temporary, { recursive: true, force: true });
  await mkdir(temporary, { recursive: true, mode: 0o700 });
  try {
    const blobs = { from: join(dataDir, 'blobs'), to: join(temporary, 'blobs') };
    // Before and after the events, since blobs may be removed or added in between.
    await copyNewFiles(blobs);
    const log = { from: join(dataDir, 'events.db'), to: join(temporary, 'events.db') };
    const events = hasLog ? await copyDatabase(log.from, log.to, countOfEvents) : null;
    await copyDatabase(
      join(dataDir, 'vault.db'),
      join(temporary, 'vault.db'),
      events === null ? () => 0 : forgetLater(events),
    );
    await copyNewFiles(blobs);
    const manifest = { begun: startedAt, events, files: await describeFiles(temporary) };
    await writeFile(join(temporary, 'backup.json'), `${JSON.stringify(manifest, null, 2)}\n`, {
      mode: 0o600,
      flush: true,
    });
    await rm(to, { recursive: true, force: true });
    await rename(temporary, to);
    return manifest;
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Copies a backup into an empty folder, and compares each copied file with `backup.json`.
 * @throws BackupDamaged naming the first file that is missing, was added or differs
 */
export async function restoreBackup({ from, to }: { from: string; to: string }): Promise<BackupManifest> {
  const manifest = await manifestOf(from);
  await cp(from, to, { recursive: true });
  await rm(join(to, 'backup.json'));
  const copied = new Map((await describeFiles(to)).map((file) => [file.path, file.sha256]));
  for (const { path, sha256 } of manifest.files) {
    if (copied.get(path) !== sha256) {
      throw new BackupDamaged(`${path} ${copied.has(path) ? 'differs from' : 'is missing, but named in'} backup.json.`);
    }
    copied.delete(path);
  }
  for (const path of copied.keys()) throw new BackupDamaged(`${path} is not named in backup.json.`);
  return manifest;
}

async function manifestOf(folder: string): Promise<BackupManifest> {
  try {
    return manifestSchema.parse(JSON.parse(await readFile(join(folder, 'backup.json'), 'utf8')));
  } catch {
    throw new BackupDamaged(`${folder} has no backup.json that can be read: it is no complete backup.`);
  }
}

async function isFree(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length === 0;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return true;
    throw error;
  }
}

const countOfEvents = (db: Database.Database): number =>
  Number(db.prepare('SELECT count(*) FROM events').pluck().get());

/**
 * The vault, copied after the events, may have seen later ones that the backup lacks; restoring both must not look like
 * a log that was set back.
 */
const forgetLater =
  (events: number) =>
  (vault: Database.Database): number => {
    const later = vault.prepare(`
      DELETE FROM setting WHERE name LIKE 'follower:%'
      AND CASE WHEN value LIKE '{%' THEN value ->> 'position' ELSE value END > printf('%016d', ?)`);
    return later.run(events).changes;
  };

/** Copies a consistent snapshot of the file and checks it. @throws Error if the copy is damaged */
async function copyDatabase(from: string, to: string, ask: (copy: Database.Database) => number): Promise<number> {
  const source = new Database(from, { readonly: true, fileMustExist: true, timeout: 5000 });
  try {
    // Without a read transaction, each commit of another process would restart the copy.
    source.exec('BEGIN');
    source.prepare('SELECT count(*) FROM sqlite_schema').get();
    await source.backup(to, { progress: () => pagesAtOnce });
  } finally {
    source.close();
  }
  const copy = new Database(to, { fileMustExist: true });
  try {
    // A single file that can be moved, without a WAL.
    copy.pragma('journal_mode = DELETE');
    const found = copy.pragma('quick_check', { simple: true });
    if (found !== 'ok') throw new Error(`The copy of ${basename(from)} is damaged: ${String(found)}`);
    return ask(copy);
  } finally {
    copy.close();
    await makeDurable(to);
  }
}

async function copyNewFiles({ from, to }: { readonly from: string; readonly to: string }): Promise<void> {
  let names: readonly string[];
  try {
    names = await readdir(from);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  await mkdir(to, { recursive: true, mode: 0o700 });
  const there = new Set(await readdir(to));
  for (const name of names) {
    // Blobs are immutable; one being written has another name.
    if (there.has(name) || name.endsWith('.part')) continue;
    try {
      await copyFile(join(from, name), join(to, name));
      await makeDurable(join(to, name));
    } catch (error) {
      // Removed since the folder was listed.
      if (codeOf(error) !== 'ENOENT') throw error;
    }
  }
}

async function makeDurable(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.chmod(0o600);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function describeFiles(folder: string): Promise<BackupFile[]> {
  const files: BackupFile[] = [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((entry) => entry.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const hash = createHash('sha256');
    await pipeline(createReadStream(path), hash);
    const { size: bytes } = await stat(path);
    files.push({ path: path.slice(folder.length + 1), bytes, sha256: hash.digest('hex') });
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
