import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isSqliteError } from '@dayline/runtime/sqlite-error';
import { spawnWorker } from '@dayline/runtime/worker/spawn';
import type { StoreSettings } from './settings.ts';

/** `log`, `vault`, or views such as `desk@6`. */
export type StoreFile = string;

export interface CheckedFile {
  readonly file: StoreFile;
  readonly path: string;
}
export interface CheckResult {
  readonly file: StoreFile;
  /** The fault of the file's pages; null if there is none. */
  readonly fault: FileFault | null;
}
export interface FileFault {
  /** SQLite's, with tree and page. */
  readonly words: string;
  /** The tables that are damaged; null if something else is, such as an index. */
  readonly tables: readonly string[] | null;
}
export interface FileDamage {
  readonly sentence: string;
  /** Whether reads still return correct data or report damage: each event has a checksum and a consecutive number. */
  readonly isReadable: boolean;
}

/** Errors of a thread arrive without their code. */
export const isDamagedFile = (error: unknown): boolean =>
  (isSqliteError(error) && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code)) ||
  (error instanceof Error && /database disk image is malformed|file is not a database/.test(error.message));

const everyMs = 3_600_000;
/** How long a start waits for the first check at most, in ms. */
const maxWait = 2_000;

export interface FileChecks {
  /** Checks now, as when a read has found damage. */
  again(): void;
  stop(): Promise<void>;
}

/**
 * Checks the pages of SQLite's files in a thread, now and each hour. SQLite itself notices a damaged page only if its
 * header is damaged; otherwise it reads what is left of the page, as if there were no more.
 * @param onChecked gets each file's damage, or null
 */
export async function checkFiles(
  settings: Pick<StoreSettings, 'dataDir' | 'eventStoreUrl' | 'viewStoreUrl'>,
  onChecked: (file: StoreFile, damage: FileDamage | null) => void,
): Promise<FileChecks> {
  let running: Promise<void> | null = null;
  let end = () => Promise.resolve(0);
  async function check(): Promise<void> {
    const files = await filesOf(settings);
    if (files.length === 0) return;
    const paths = new Map(files.map(({ file, path }) => [file, path]));
    const thread = spawnWorker('file-check-thread', import.meta.url, files);
    end = () => thread.terminate();
    thread.on('message', ({ file, fault }: CheckResult) => {
      if (fault === null) return onChecked(file, null);
      const sentence = `${basename(paths.get(file) ?? '')} is damaged: ${fault.words}`;
      const isReadable = file === 'log' && fault.tables?.every((table) => table === 'events') === true;
      onChecked(file, { sentence, isReadable });
    });
    // A check that fails is repeated at the next interval.
    await new Promise<void>((resolve) => thread.once('error', () => resolve()).once('exit', () => resolve()));
  }
  const begin = (): Promise<void> => {
    running ??= check().finally(() => {
      running = null;
    });
    return running;
  };
  const first = begin();
  const timer = setInterval(begin, everyMs).unref();
  const waiting = new AbortController();
  await Promise.race([first, pause(maxWait, null, { signal: waiting.signal, ref: false }).catch(() => null)]);
  waiting.abort();
  return {
    again: () => void begin(),
    async stop() {
      clearInterval(timer);
      await end();
      await running;
    },
  };
}

/** The smallest first; files are in use while they are being checked. */
async function filesOf({
  dataDir,
  eventStoreUrl,
  viewStoreUrl,
}: Parameters<typeof checkFiles>[0]): Promise<readonly CheckedFile[]> {
  const files: CheckedFile[] = [];
  if (viewStoreUrl === null) {
    files.push({ file: 'vault', path: join(dataDir, 'vault.db') });
    const { servingFiles } = await import('@dayline/view-store/sqlite/generation-files');
    const found = servingFiles(join(dataDir, 'views'));
    files.push(...found.map(({ version, path }) => ({ file: version, path })));
  }
  if (eventStoreUrl === null) files.push({ file: 'log', path: join(dataDir, 'events.db') });
  return files.filter(({ path }) => existsSync(path));
}
