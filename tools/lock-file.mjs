// node tools/lock-file.mjs: fails if package-lock.json lacks an optional package, which `npm ci` would refuse on the
// platform that needs it, or names a registry. npm omits packages that the registry lacked when the lock file was
// written.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './build.mjs';

/** Where Node would find `name` from the package at `path`: its own node_modules, then those of each parent. */
function isLocked(packages, path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    if (`${folder ? `${folder}/` : ''}node_modules/${name}` in packages) return true;
    if (!folder) return false;
  }
}

/** The faults of a parsed lock file, one line each. */
export function lockFileFaults({ packages }) {
  return Object.entries(packages).flatMap(([path, { version, resolved, link, optionalDependencies = {} }]) => [
    ...Object.entries(optionalDependencies)
      .filter(([name]) => !isLocked(packages, path, name))
      .map(([name, range]) => `${path} ${version}: the optional package ${name}@${range} is missing`),
    ...(resolved && !link
      ? [`${path}: names where it was fetched (npm's omit-lockfile-registry-resolved leaves it out)`]
      : []),
  ]);
}

export const readLockFile = () => JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const faults = lockFileFaults(readLockFile());
  for (const fault of faults) console.error(`package-lock.json: ${fault}`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
