// node tools/third-party-notices.mjs: prints THIRD_PARTY_NOTICES.md with the packages that are shipped, from the lock
// file; --write writes it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './build.mjs';
import { readLockFile } from './lock-file.mjs';

/** What the image has: the services' packages, and those bundled into the pages. */
const shipped = ['command-service', 'query-service', 'projector', 'standalone', 'web'];
/** Of the pages, only for their build. */
const buildTools = new Set(['vite', '@vitejs/plugin-react']);

/** Licences that only the packages themselves state. */
const statedElsewhere = new Map([['xmlhttprequest-ssl', 'MIT']]);

/** Where Node finds `name` from the package at `path`. */
function placeOf(packages, path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const place = `${folder ? `${folder}/` : ''}node_modules/${name}`;
    if (place in packages) return packages[place].link ? packages[place].resolved : place;
    if (!folder) return null;
  }
}

/** The licence of each shipped package by its name, `@dayline/…` excluded. */
export function shippedPackages({ packages }) {
  const seen = new Set();
  const licences = new Map();
  const add = (place) => {
    if (place === null || seen.has(place)) return;
    seen.add(place);
    const { license, dependencies = {}, optionalDependencies = {} } = packages[place];
    const [, name] = /.*node_modules\/(.+)$/.exec(place) ?? [];
    if (name) licences.set(name, license ?? statedElsewhere.get(name) ?? 'unknown');
    for (const dependency of Object.keys({ ...dependencies, ...optionalDependencies }))
      if (!buildTools.has(dependency)) add(placeOf(packages, place, dependency));
  };
  for (const workspace of shipped) add(workspace);
  return licences;
}

/** The notices with the packages by licence, the most frequent licence first. */
export function withPackages(notices, lock) {
  const byLicence = new Map();
  for (const [name, licence] of shippedPackages(lock))
    byLicence.set(licence, [...(byLicence.get(licence) ?? []), name]);
  const lists = [...byLicence]
    .sort(([a, some], [b, others]) => others.length - some.length || a.localeCompare(b))
    .map(([licence, names]) => `- **${licence}**: ${names.sort().join(', ')}`);
  const heading = '## Packages by licence\n\n';
  const [others] = notices.split(heading);
  return `${others}${heading}${lists.join('\n')}\n`;
}

export const noticesFile = join(root, 'THIRD_PARTY_NOTICES.md');

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const notices = withPackages(readFileSync(noticesFile, 'utf8'), readLockFile());
  if (process.argv.includes('--write')) writeFileSync(noticesFile, notices);
  else process.stdout.write(notices);
}
