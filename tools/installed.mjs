// npm runs this as the root's postinstall script, after the packages' own install scripts, and install() does so by
// itself: the stamp means a complete install. It imports only Node's own modules, since the image has it without the rest.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
// Inside node_modules, so that both are deleted together.
const stampFile = join(root, 'node_modules', '.cache', 'dayline-install.txt');

/** What an install depends on: the lock file, and the platform and ABI that native modules are compiled for. */
function wanted() {
  const lock = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  return `${lock.digest('hex')} ${process.platform}-${process.arch}-${process.versions.modules}`;
}

/** Whether node_modules holds a complete install of the current lock file for this Node. */
export const isInstalled = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted();

export const removeInstallStamp = () => rmSync(stampFile, { force: true });

/** An install of some workspaces only, or without the development packages, isn't complete. */
function isComplete() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(packages).every(
    ([path, { optional, devOptional }]) => optional || devOptional || existsSync(join(root, path, 'package.json')),
  );
}

export function markInstalled() {
  if (!isComplete()) return;
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, wanted());
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) markInstalled();
