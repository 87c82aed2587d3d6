import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';

/** The data folder can't be protected from other users of the machine. */
export class FolderNotPrivate extends Error {
  override readonly name = 'FolderNotPrivate';
}

const forOthers = 0o077;
const sticky = 0o1000;
const ownEntry = /^(?:(?:events|vault|in-use)\.db|secrets\.json|demo[-.]|(?:views|blobs|outbox)$)/;
/** Entries that file systems create. */
const systemEntry = /^(?:lost\+found$|\.)/;

/**
 * Creates the data folder if missing, removes other users' permissions from it and its content, and sets the umask so
 * that new files are private (SQLite gives `-wal` and `-shm` the mode of their file). No effect on Windows, where
 * permissions are inherited.
 * @throws FolderNotPrivate if permissions can't be removed, or the folder is evidently shared
 * @throws Error of the file system if the folder can't be created or read
 */
export function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (platform() === 'win32') return;
  process.umask(forOthers);
  demandOwnFolder(folder);
  close(folder);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    // A top-level link may point to another disk; any other link is not ours.
    const isOwn = entry.isFile() || entry.isDirectory() || (entry.isSymbolicLink() && ownEntry.test(entry.name));
    if (isOwn) close(join(entry.parentPath, entry.name));
  }
}

/** Prevents a misconfiguration from closing /tmp or a home folder to its users. */
function demandOwnFolder(folder: string): void {
  const { mode } = statSync(folder);
  if ((mode & forOthers) === 0) return;
  const entries = readdirSync(folder).filter((name) => !systemEntry.test(name));
  const isOwn = entries.length === 0 || entries.some((name) => ownEntry.test(name));
  if ((mode & sticky) === 0 && isOwn) return;
  throw new FolderNotPrivate(`${folder} is open to other users and holds other things than Dayline's`);
}

function close(path: string): void {
  try {
    const { mode } = statSync(path);
    if ((mode & forOthers) === 0) return;
    chmodSync(path, mode & 0o7777 & ~forOthers);
    if ((statSync(path).mode & forOthers) !== 0) throw new FolderNotPrivate(`${path} stays open to other users`);
  } catch (error) {
    // Not by instanceof: under Jest, Node's errors come from another realm.
    const code = typeof error === 'object' && error && 'code' in error ? error.code : null;
    // Another process may remove a file at any time, such as a WAL.
    if (code === 'ENOENT') return;
    if (code !== 'EPERM' && code !== 'EROFS') throw error;
    throw new FolderNotPrivate(`${path} is open to other users and belongs to another one (${code})`);
  }
}
