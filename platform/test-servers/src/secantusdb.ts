import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Exact versions with hashes. */
const requirements = join(fileURLToPath(new URL('.', import.meta.url)), '../../../tools/secantusdb/requirements.txt');
const cache = join(requirements, '../../../.cache/secantusdb');

/** A Python 3.10 or later with venv, or null. */
async function findPython(): Promise<{ path: string; version: string } | null> {
  const probe =
    'import sys, venv, ensurepip; assert sys.version_info >= (3, 10); print("%d.%d" % sys.version_info[:2])';
  for (const path of ['python3', 'python']) {
    try {
      const { stdout } = await run(path, ['-c', probe], { timeout: 20_000 });
      return { path, version: stdout.trim() };
    } catch {
      // Missing, too old, or without the module.
    }
  }
  return null;
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Longer than any installation takes, in ms; after that the holder's process id may be reused. */
const heldForMs = 10 * 60_000;

function isAbandoned(file: string): boolean {
  try {
    const holder = Number(readFileSync(file, 'utf8'));
    return (holder > 0 && !isRunning(holder)) || Date.now() - statSync(file).mtimeMs > heldForMs;
  } catch {
    // It has just been released.
    return false;
  }
}

/** Holds a lock file during the work, so that one process creates the environment; a dead holder's file is removed. */
async function alone<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      const handle = openSync(file, 'wx');
      writeSync(handle, String(process.pid));
      closeSync(handle);
      break;
    } catch (error) {
      // Not by class: under Jest, Node's errors come from another realm.
      if (!(typeof error === 'object' && error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    await pause(200);
    if (isAbandoned(file)) rmSync(file, { force: true });
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** The environment's Python, created on first use and kept; null if unavailable. */
async function environment(): Promise<{ python: string } | { missing: string }> {
  const found = await findPython();
  if (!found) return { missing: 'no Python from 3.10 on with venv' };
  const expectedHash = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
  const folder = join(cache, `${found.version}-${expectedHash}`);
  const python = join(folder, 'bin', 'python');
  const complete = join(folder, 'complete');
  mkdirSync(cache, { recursive: true });
  if (existsSync(complete)) return { python };
  return alone(`${folder}.lock`, async () => {
    if (existsSync(complete)) return { python };
    try {
      rmSync(folder, { recursive: true, force: true });
      await run(found.path, ['-m', 'venv', folder], { timeout: 120_000 });
      const wheelOptions = ['--require-hashes', '--only-binary', ':all:', '--no-deps'];
      const quiet = ['--quiet', '--disable-pip-version-check'];
      await run(python, ['-m', 'pip', 'install', ...quiet, ...wheelOptions, '-r', requirements], { timeout: 300_000 });
      writeFileSync(complete, '');
      return { python };
    } catch (error) {
      return { missing: `SecantusDB could not be installed: ${error instanceof Error ? error.message : error}` };
    }
  });
}

/**
 * Ends with the process that holds its standard input. Fixes two faults of SecantusDB 0.7.0b3: `listCollections` gives
 * each name an id, which recreates collections that were dropped since their names were read; and `findAndModify`
 * answers with a document that others may have changed before its update. The second is fixed only where an answer is
 * used to undo a change: a lock around every call was seen to deadlock.
 */
const launcher = `
import os, sys, threading, uuid
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
from secantus import commands
from secantus.cli import main
from secantus.storage import Storage
id_of = Storage.collection_uuid
def collection_uuid(self, db, coll):
    with self._lock:
        return id_of(self, db, coll) if self.collection_exists(db, coll) else uuid.uuid4()
Storage.collection_uuid = collection_uuid
find_and_modify = commands._find_and_modify_impl
def find_and_modify_alone(doc, ctx):
    if doc.get("findAndModify") not in ("vault.attempts", "counters"):
        return find_and_modify(doc, ctx)
    with ctx.storage._coll_lock(ctx.db_name, doc.get("findAndModify")):
        return find_and_modify(doc, ctx)
commands._find_and_modify_impl = find_and_modify_alone
sys.exit(main())
`;

export interface SecantusDb {
  readonly port: number;
  /** SIGKILL: like a power loss, except that the kernel keeps its buffers. Resolves when the process has ended. */
  kill(): Promise<void>;
  /** Restarts it on the same files and port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts one on a free local port, with data in `folder`, which it creates. */
export async function startSecantusDb(folder: string): Promise<SecantusDb | { readonly missing: string }> {
  const found = await environment();
  if ('missing' in found) return found;
  let child: ChildProcess;
  let port = 0;

  const start = async () => {
    const address = ['--host', '127.0.0.1', '--port', String(port), '--storage-path', folder];
    const args = ['-c', launcher, ...address, '--sync-on-commit', '--enable-test-commands', '--cache-size', '128M'];
    child = spawn(found.python, args, { stdio: ['pipe', 'ignore', 'pipe'], cwd: folder });
    const output: string[] = [];
    const lines = createInterface({ input: child.stderr ?? process.stdin });
    port = await new Promise<number>((resolve, reject) => {
      lines.on('line', (line) => {
        const listening = /listening on 127\.0\.0\.1:(\d+)/.exec(line)?.[1];
        if (listening) resolve(Number(listening));
        // Kept to explain a failed start; the rest is drained so that the process never blocks on its output.
        else if (output.length < 20) output.push(line);
      });
      child.once('exit', () => reject(new Error(`SecantusDB ended at its start: ${output.join('\n')}`)));
      child.once('error', reject);
    });
  };
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill(signal);
    await exit;
  };

  await start();
  return {
    get port() {
      return port;
    },
    kill: () => end('SIGKILL'),
    restart: async () => {
      await end('SIGTERM');
      await start();
    },
    stop: () => end('SIGKILL'),
  };
}
