// npm runs this as the root's postinstall script, after the packages' own install scripts, and install() also calls it:
// the stamp means a complete install. It imports only Node's own modules, since the image contains it without the rest.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
// Inside node_modules, so that both are deleted together.
const stampFile = join(root, 'node_modules', '.cache', 'dayline-install.txt');

/** What an install depends on: the lock file, and the platform and ABI that native modules are compiled for. */
function wanted(scope) {
  const lock = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  return `${scope} ${lock.digest('hex')} ${process.platform}-${process.arch}-${process.versions.modules}`;
}

/**
 * Whether node_modules holds a complete install of the current lock file for this Node: of all packages, or at least of
 * those needed to start.
 * @param {'all' | 'start'} scope
 */
export const isInstalled = (scope = 'all') =>
  existsSync(stampFile) && [wanted('all'), wanted(scope)].includes(readFileSync(stampFile, 'utf8'));

export const removeInstallStamp = () => rmSync(stampFile, { force: true });

/** The locked packages that a scope has on every platform. */
function packagesOf(scope) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([, { optional, devOptional, dev }]) => !optional && !devOptional && (scope === 'all' || !dev))
    .map(([path]) => path);
}

/** An install of only some workspaces counts as neither scope. */
export function markInstalled() {
  const scope = ['all', 'start'].find((candidate) =>
    packagesOf(candidate).every((path) => existsSync(join(root, path, 'package.json'))),
  );
  if (!scope) return;
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, wanted(scope));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) markInstalled();
